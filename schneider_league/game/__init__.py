"""The games: cards, rulesets, and the rules themselves. Pure; knows nothing of files, databases or terminals."""
