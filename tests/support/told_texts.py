"""Texts that players are shown at decisions of a game, to find in them what is told."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from gtarena.suites.facts import TOPIC
from tests.support import gamebench_decisions, magic_decisions
from tests.support.named_games import loaded, some_decisions

NAMES = ("stage", "phase", "role", "team", "card")  # in an observation


class Told(NamedTuple):
    """A decision's names (its stage, and the player's role, team and card) and the texts told there, by place.

    The place without a name has all that is told unasked.
    """

    names: frozenset[str]
    texts: Mapping[str, str]


def decisions(game: str) -> Sequence[magic_decisions.Decision]:
    """Returns the decisions of a game that were made by hand, with some of random play outside MAgIC's games.

    The rows of MAgIC's games look for the words and the numbers of the decisions made by hand.
    """
    if by_hand := _of(game, magic_decisions.decisions()):
        return by_hand
    met = some_decisions(game, seeds=(0, 1), most=10)
    return [*_of(game, gamebench_decisions.decisions()), *((loaded(game), state, player) for state, player in met)]


def _of(game: str, found: Mapping[str, magic_decisions.Decision]) -> list[magic_decisions.Decision]:
    return [each for each in found.values() if each[1].get_game().get_type().short_name == game]


@cache
def told(game: str, wording: str) -> list[Told]:
    """Returns what is told at decisions of each kind of a game."""
    found = []
    for adapter, state, player in decisions(game):
        rules, turn = (message["content"] for message in adapter.prompt(state, player, wording))
        situation = turn.rpartition("Legal moves: ")[0] or turn  # a list of moves tells nothing
        seen = adapter.view.observe(state, player)
        keys = (key.key for key in adapter.reply_form(state, player, wording).keys[:1])
        names = frozenset((*keys, *(seen[name] for name in NAMES if isinstance(seen.get(name), str))))
        topics = {TOPIC + heading: adapter.topic(heading, state, player) for heading in adapter.topics()}
        found.append(Told(names, {"": f"{rules}\n{turn}", "rules": rules, "turn": situation, **topics}))
    return found
