"""Arctic Scavengers: deck building in a cold world."""

from custom_games.arctic_scavengers.game import ArcticScavengers

__all__ = ["ArcticScavengers"]
