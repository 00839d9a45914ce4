"""`site`: the whole league as a static site."""
