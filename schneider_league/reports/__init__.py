"""Values to text: one report, rendered as table, JSON, CSV, Markdown, HTML or PDF.

Everything here is pure: a report goes in, text or bytes come out. Nothing is printed, nothing is
asked, no file is opened but the package's own templates.
"""
