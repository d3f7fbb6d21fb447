"""A match's history as people think of it: turn by turn, each with the model calls that led to it."""

import itertools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from gtarena.formatting import agent_name, one_line
from gtarena.logs.records import Call, MatchRecord, Seat, Step

NAME_LIMIT = 200


@dataclass(frozen=True)
class Turn:
    """Consecutive actions of one player (-1 for chance) that belong to one decision; none if nothing was played.

    ``first`` is the index of the first action in the match's history.
    """

    player: int
    first: int
    steps: tuple[Step, ...]
    calls: tuple[Call, ...]

    @property
    def move(self) -> str:
        """The move's name in one line; that of a compound move is made of its actions' names."""
        return one_line(" ".join(step.name for step in self.steps), NAME_LIMIT) or "(nothing played)"


def turns(record: MatchRecord) -> Iterator[Turn]:
    """The match's turns in order, decisions of which nothing was played last.

    A model's answer may be several actions, which the history lists one by one: actions of a player belong to
    its latest decision. Actions of players without a model are a turn each.
    """
    calls: dict[tuple[int, int], list[Call]] = defaultdict(list)
    deciders: dict[int, set[int]] = defaultdict(set)
    for call in record.calls:
        calls[call.player, call.move_number].append(call)
        deciders[call.move_number].add(call.player)
    latest: dict[int, int] = {}
    decisions: list[tuple[int, int]] = []
    for index, step in enumerate(record.history):
        # All deciders of a simultaneous node carry the index of the node's first action.
        latest.update(dict.fromkeys(deciders[index], index))
        decisions.append((step.player, latest.get(step.player, index)))
    for decision, group in itertools.groupby(range(len(decisions)), key=decisions.__getitem__):
        indices = list(group)
        steps = tuple(record.history[index] for index in indices)
        yield Turn(decision[0], indices[0], steps, tuple(calls.pop(decision, ())))
    for (player, _), asked in calls.items():
        yield Turn(player, len(record.history), (), tuple(asked))


def seat_name(seat: Seat) -> str:
    """Who sits there, in one line."""
    return agent_name(seat.agent, seat.model or "", "")
