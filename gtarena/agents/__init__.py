"""Players: language models, search, strategies, exact solvers and people."""
