"""Prompts of games that have no wording of their own."""
