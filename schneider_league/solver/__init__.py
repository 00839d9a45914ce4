"""Exact play."""
