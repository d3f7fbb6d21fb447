"""Measures of game theory that mean the same in every game: exploitability, quality of moves, beliefs, populations."""
