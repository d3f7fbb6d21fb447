"""Two Rooms and a Boom: hidden roles in two rooms."""

from custom_games.two_rooms_and_a_boom.game import TwoRoomsAndABoom

__all__ = ["TwoRoomsAndABoom"]
