"""Bots: how they are spoken to, and those that are built in."""
