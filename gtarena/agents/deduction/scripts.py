"""Scripts of deducers by game, and the sides that hidden roles make in it."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gtarena.agents.deduction import are_you_the_traitor, chameleon, two_rooms_and_a_boom, undercover

Choose = Callable[[Mapping[str, Any], random.Random], str | None]


@dataclass(frozen=True)
class Script:
    """Script of a deducer in a game.

    ``choose`` returns the name of the move from what the seat observes, or ``None`` for a random one. ``sides`` names
    the teams, and ``deals`` are settings of the game with which every match has these teams, whoever has which role.
    """

    choose: Choose
    sides: Sequence[str]
    deals: Sequence[Mapping[str, Any]] = ({},)


SCRIPTS: Mapping[str, Script] = {
    "are_you_the_traitor": Script(are_you_the_traitor.choose, ("Evil", "Good")),
    "chameleon": Script(chameleon.choose, ("chameleon", "others"), [{"chameleon": seat} for seat in (1, 2, 3)]),
    "two_rooms_and_a_boom": Script(two_rooms_and_a_boom.choose, ("Blue", "Red")),
    "undercover": Script(undercover.choose, ("undercover", "civilians"), [{"undercover": seat} for seat in (1, 2, 3)]),
}
