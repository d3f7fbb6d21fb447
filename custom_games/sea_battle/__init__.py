"""Sea Battle: teams of ships."""

from custom_games.sea_battle.game import SeaBattle

__all__ = ["SeaBattle"]
