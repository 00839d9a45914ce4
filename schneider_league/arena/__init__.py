"""Bot matches: who plays whom, how deals are played, and what is kept of them."""
