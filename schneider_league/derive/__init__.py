"""What follows from the records: sessions, standings, ratings. Pure: the same input gives the same output."""
