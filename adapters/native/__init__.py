"""What OpenSpiel's native games lack to be prompted: facts read from the state, and short names of moves."""
