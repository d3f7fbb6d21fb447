"""Codenames: clues and guesses in two teams."""

from custom_games.codenames.game import Codenames

__all__ = ["Codenames"]
