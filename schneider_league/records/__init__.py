"""What a file states: deal records, read, written and checked."""
