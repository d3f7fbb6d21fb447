"""The 191 actions of Air, Land & Sea and their names.

Cards and theaters are numbered as in ``air_land_sea_cards``. Ids mean the same in every position.
"""

from collections.abc import Sequence
from functools import partial

from custom_games.action_specs import NamedActions
from custom_games.air_land_sea.cards import CARDS, THEATERS

DEPLOY = 0           # + 3 * card + theater
IMPROVISE = 54       # + 3 * card + theater
WITHDRAW = 108
FLIP = 109           # + 3 * seat + theater
MOVE = 115           # + 3 * card + theater
RETURN = 169         # + card
REINFORCE_TO = 187   # + theater
DECLINE = 190
NUM_ACTIONS = 191

KEYS = {"flip": "flip", "move": "move", "return": "card", "reinforce": "theater", "play": "action"}
_OWNERS = ("your", "the opponent's")
_OF_CARD_AND_THEATER = (("Move", MOVE), ("Improvise", IMPROVISE), ("Deploy", DEPLOY))


def action_name(player: int, action: int) -> str:
    """Returns the name of an action as the player calls it, to whom one side of the table is its own."""
    if action in (WITHDRAW, DECLINE):
        return "Withdraw" if action == WITHDRAW else "Decline"
    if action >= REINFORCE_TO:
        return THEATERS[action - REINFORCE_TO]
    if action >= RETURN:
        return f"Take back {CARDS[action - RETURN].title}"
    if FLIP <= action < MOVE:
        seat, theater = divmod(action - FLIP, 3)
        return f"Flip {_OWNERS[seat != player]} top card in {THEATERS[theater]}"
    verb, start = next(kind for kind in _OF_CARD_AND_THEATER if action >= kind[1])
    card, theater = divmod(action - start, 3)
    return f"{verb} {CARDS[card].title} to {THEATERS[theater]}"


_NAMES = (partial(action_name, 0), partial(action_name, 1))


def choice(kind: str, legal: Sequence[int], player: int) -> NamedActions:
    """Returns a decision with its legal actions in ascending order.

    ``kind`` is that of a pending step (see ``air_land_sea_battle.Pending``), or "play" on a player's own turn.
    """
    return NamedActions(KEYS[kind], tuple(legal), _NAMES[player])
