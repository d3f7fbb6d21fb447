"""Positions of Are You the Traitor?: the five roles, the talk of a round with its decisions, and how a round ended.

A seat has the same role in every round. Whatever is said or chosen in public refers to labels, the public names of a
round, so that exchanging hidden roles exchanges labels and nothing else.
"""

from functools import cache
from typing import Literal, NamedTuple

from custom_games.action_specs import Choice
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
LABELS = player_labels(PLAYERS)
PASS, STOP = range(2)
STOPPING = Choice("stop", ("pass", "stop"))
"""The choice between stopping the talk, in order to accuse somebody, and letting it go on."""

Stage = Literal[
    "labels", "asker", "partner", "question", "answer", "poll", "stop", "forced", "accused", "treasure", "victim",
    "loot", "over"]
AFTERMATH = frozenset({"treasure", "victim", "loot"})
"""The stages after an accusation, in which chance draws everything."""
DRAWS = frozenset({"labels", "asker", "poll", "forced"}) | AFTERMATH


@cache
def other_spec(key: str, own: int) -> Choice:
    """Returns the choice of a player by one whose label is ``own``, whose action is the label of the other."""
    labels = tuple(label for label in range(PLAYERS) if label != own)
    return Choice(key, tuple(LABELS.names[label] for label in labels), labels)


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
    labels: Labels = LABELS
    seat: int = NOBODY
    exchanges: tuple[Exchange, ...] = ()
    unpolled: tuple[int, ...] = ()
    forced: bool = False
    rounds: tuple[Round, ...] = ()
    drawing: tuple[int, ...] = ()
    victim: int = NOBODY
    deck: tuple[int, ...] = DECK
    rows: Rows = ((),) * PLAYERS

    def after_label(self, label: int) -> "Position":
        """Returns the position after chance drew the label of the next seat."""
        labels = self.labels.after(label)
        return self._replace(stage="asker" if labels.complete else "labels", labels=labels)

    def after_partner(self, partner: int) -> "Position":
        """Returns the position after the choice of a partner, which is a label."""
        exchange = Exchange(self.labels.label(self.seat), partner)
        return self._replace(stage="question", exchanges=(*self.exchanges, exchange))

    def after_question(self, question: str) -> "Position":
        """Returns the position after a question; an empty one is not answered."""
        *earlier, exchange = self.exchanges
        after = self._replace(exchanges=(*earlier, exchange._replace(question=question)))
        if question:
            return after._replace(stage="answer", seat=self.labels.seat_of(exchange.partner))
        return after._replace(stage="poll", unpolled=POLLED)

    def after_answer(self, answer: str) -> "Position":
        """Returns the position after an answer."""
        *earlier, exchange = self.exchanges
        return self._replace(stage="poll", unpolled=POLLED, exchanges=(*earlier, exchange._replace(answer=answer)))

    def after_poll(self, action: int, max_cycles: int) -> "Position":
        """Returns the position after a player stopped the talk, or passed."""
        if action == STOP:
            return self._replace(stage="accused", unpolled=())
        if self.unpolled:
            return self._replace(stage="poll")
        return self._replace(stage="forced" if len(self.exchanges) == max_cycles else "asker")

    def after_accusation(self, label: int) -> "Position":
        """Returns the position after the accusation, which decides the round."""
        past = Round(self.seat, self.labels.seat_of(label), self.forced)
        winners = tuple(seat for seat, team in enumerate(TEAMS) if team == past.winner)
        return self._replace(stage="treasure", rounds=(*self.rounds, past), drawing=winners)
