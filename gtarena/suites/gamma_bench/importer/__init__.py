"""Import of gamma-Bench's published logs and prompt wordings."""
