"""The command line: parse options, call one workflow, render once.

Only `app` is loaded at the start; a command's module is imported when the command is called.
"""
