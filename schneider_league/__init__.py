"""Tournament and match-record service for Böhmischer Schneider and its relatives."""

__version__ = "0.1.0"
