"""Views of OpenSpiel's own games: facts read from their states, and short names of their moves."""
