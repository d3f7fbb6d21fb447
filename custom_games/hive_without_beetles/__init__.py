"""Hive without beetles: the rules of GameBench's program over OpenSpiel's own game."""

from custom_games.hive_without_beetles.game import HiveWithoutBeetles

__all__ = ["HiveWithoutBeetles"]
