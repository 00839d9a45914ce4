"""One function for each thing that a user wants; nothing here prints."""
