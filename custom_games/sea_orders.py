"""Orders to ships in Sea Battle: a manoeuvre and a side to shoot to, and the names under which players give them."""

import itertools
from collections.abc import Iterator

from custom_games.action_specs import Choice
from custom_games.sea_turns import ORDERS

MANOEUVRES = ("Stay", "Turn left", "Forward", "Turn right")
SIDES = ("left", "right")

_OTHER_MANOEUVRES = (
    ("None", "Hold", "Hold position", "Stay put", "Stay still", "Do not move", "Don't move"),
    ("Left", "Go left"),
    ("Move forward", "Go forward", "Sail forward", "Straight ahead"),
    ("Right", "Go right"),
)
_BETWEEN = (", ", " and ", ", and ", " then ", ", then ", " + ", " & ", " / ", " ")
_SHOTS = ("shoot {}", "fire {}", "shoot to the {}", "fire to the {}")

_FORMS = ("{order}, shoot {shoot}", "{manoeuvre}, shoot {shoot}", "{maneuver}, shoot {shoot}")
_REWORDINGS = (
    (r"\bshoot shoot\b", "shoot"), (r"(?<=\w); (?=shoot\b|fire\b)", ", "), (r"\b(?:to )?(?:the )?port\b", "left"),
    (r"\b(?:to )?(?:the )?starboard\b", "right"), (r"^turn to the ", "turn "), (r" (?:side|broadside)$", ""))


def order_name(order: int) -> str:
    """Returns the name of an order, such as ``Turn left, shoot right``."""
    return f"{MANOEUVRES[order // 2]}, shoot {SIDES[order % 2]}"


def _other_names(order: int) -> Iterator[str]:
    manoeuvre, side = MANOEUVRES[order // 2], SIDES[order % 2]
    for between, shot in itertools.product(_BETWEEN, _SHOTS):
        for named in (manoeuvre, *_OTHER_MANOEUVRES[order // 2]):
            yield f"{named}{between}{shot.format(side)}"
        # Only with the full name: "shoot left and right" is no order to turn right.
        yield f"{shot.format(side)}{between}{manoeuvre}"


def _orders() -> Choice:
    names = tuple(map(order_name, range(ORDERS)))
    others = ((other, order) for order in range(ORDERS) for other in _other_names(order) if other != names[order])
    return Choice("order", names, aliases=tuple(others), forms=_FORMS, rewordings=_REWORDINGS)


ORDER = _orders()
