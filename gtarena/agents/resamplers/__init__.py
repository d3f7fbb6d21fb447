"""Games whose hidden chance cannot be redrawn by replaying their history; one module per game."""
