"""Air, Land & Sea: a card game for three theaters."""

from custom_games.air_land_sea.game import AirLandSea

__all__ = ["AirLandSea"]
