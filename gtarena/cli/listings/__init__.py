"""Listings of games, prompts and experiments."""
