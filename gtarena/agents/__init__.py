"""Players: search bots, strategies, people and language models."""
