"""Events as they are held: made, entered, paired, played, corrected, shown."""
