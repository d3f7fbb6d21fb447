"""Import of GameBench's published matches and prompts, from its files and a checkout of its program."""
