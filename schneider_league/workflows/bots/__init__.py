"""What a user wants of bots: matches, a game against one, a check of one."""
