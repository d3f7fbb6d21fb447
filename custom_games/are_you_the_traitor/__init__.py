"""Are You the Traitor?: hidden roles and talk."""

from custom_games.are_you_the_traitor.game import AreYouTheTraitor

__all__ = ["AreYouTheTraitor"]
