"""Sessions as they are played: started, entered, corrected, shown."""
