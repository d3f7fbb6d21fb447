"""Pit: a trading floor."""

from custom_games.pit.game import Pit

__all__ = ["Pit"]
