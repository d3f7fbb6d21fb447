"""Positions of Are You the Traitor?: the five roles, the talk of a round, and how a round ended.

A seat has the same role in every round. Whatever is said or chosen in public refers to labels, the public names of a
round, so that exchanging hidden roles exchanges labels and nothing else.
"""

from typing import Literal, NamedTuple

from custom_games.are_you_the_traitor.treasures import DECK, PLAYERS, Rows
from custom_games.framework.labels import Labels, player_labels

ROLES = ("Traitor", "Evil Wizard", "Good Wizard", "Key Holder", "Guard")
TRAITOR, EVIL_WIZARD, GOOD_WIZARD, KEY_HOLDER, GUARD = range(PLAYERS)
TEAM_NAMES = ("Evil", "Good")
TEAMS = (0, 0, 1, 1, 1)
TARGETS = (None, KEY_HOLDER, TRAITOR, GOOD_WIZARD, TRAITOR)
"""For every role the one that it has to accuse."""
WIZARDS = (EVIL_WIZARD, GOOD_WIZARD)
ADVENTURERS = (TRAITOR, KEY_HOLDER, GUARD)
POLLED = (EVIL_WIZARD, GOOD_WIZARD, KEY_HOLDER, GUARD)
"""The seats that are asked whether they stop the talk: all but the Traitor."""
NOBODY = -1

Stage = Literal[
    "labels", "asker", "partner", "question", "answer", "poll", "stop", "forced", "accused", "treasure", "victim",
    "loot", "over"]
AFTERMATH = frozenset({"treasure", "victim", "loot"})
"""The stages after an accusation, in which chance draws everything."""
DRAWS = frozenset({"labels", "asker", "poll", "forced"}) | AFTERMATH


class Exchange(NamedTuple):
    """One cycle of talk between two labels; a question or an answer is ``None`` until it is given, or if it never is.

    An empty question is none: its asker has skipped it, and the partner does not answer.
    """

    asker: int
    partner: int
    question: str | None = None
    answer: str | None = None


class Theft(NamedTuple):
    """The use of a Magic ring: the seats of its holder and of the victim, and the kind of the card taken."""

    thief: int
    victim: int
    kind: int


class Round(NamedTuple):
    """The end of a round: the seats of the accuser and of the accused, and the thefts after it.

    ``forced`` is true if nobody had stopped the talk, and chance has chosen who accuses.
    """

    accuser: int
    accused: int
    forced: bool = False
    thefts: tuple[Theft, ...] = ()

    @property
    def right(self) -> bool:
        """True if the accused has the role that the accuser looks for."""
        return TARGETS[self.accuser] == self.accused

    @property
    def winner(self) -> int:
        """The number of the team that wins the round."""
        return TEAMS[self.accuser] if self.right else 1 - TEAMS[self.accuser]


class Position(NamedTuple):
    """The stage of a round, and what has happened so far.

    ``seat`` has to decide, or uses its Magic ring. ``unpolled`` are the seats that may still stop this cycle of talk,
    ``drawing`` those that draw a treasure next, in order, and ``rounds`` those whose accusation has been made.
    """

    stage: Stage = "labels"
    labels: Labels = player_labels(PLAYERS)
    seat: int = NOBODY
    exchanges: tuple[Exchange, ...] = ()
    unpolled: tuple[int, ...] = ()
    forced: bool = False
    rounds: tuple[Round, ...] = ()
    drawing: tuple[int, ...] = ()
    victim: int = NOBODY
    deck: tuple[int, ...] = DECK
    rows: Rows = ((),) * PLAYERS
