"""Words, topics and airlines that games draw from, and their checked files."""
