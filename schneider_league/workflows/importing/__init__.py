"""Bringing files into the league: score sheets, deal records, whole leagues; all of a command, or nothing."""
