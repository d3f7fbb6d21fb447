"""Orders to ships in Sea Battle: a manoeuvre and a side to shoot to."""

from custom_games.action_specs import Choice
from custom_games.sea_turns import ORDERS

MANOEUVRES = ("Stay", "Turn left", "Forward", "Turn right")
SIDES = ("left", "right")


def order_name(order: int) -> str:
    """Returns the name of an order, such as ``Turn left, shoot right``."""
    return f"{MANOEUVRES[order // 2]}, shoot {SIDES[order % 2]}"


ORDER = Choice("order", tuple(map(order_name, range(ORDERS))))
