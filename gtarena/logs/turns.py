"""Turns of a logged match: the actions of one decision, with the model calls that led to them."""

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from adapters.disguises.disguise import NO_DISGUISE
from custom_games.action_specs.selection import CONFIRM
from gtarena.formatting import agent_name, one_line
from gtarena.logs.records import Call, MatchRecord, Seat, Step

NAME_LIMIT = 200

T = TypeVar("T")


@dataclass(frozen=True)
class Turn:
    """Consecutive actions of one player (-1 for chance) in one decision; empty if the player made no move.

    ``first`` is the index of the first action in the match's history.
    """

    player: int
    first: int
    steps: tuple[Step, ...]
    calls: tuple[Call, ...]

    @property
    def move(self) -> str:
        """Name of the move in one line; a compound move joins the names of its actions, and texts stand in quotes.

        The action that ends a selection is left out after the items selected.
        """
        names = [f'"{one_line(step.name)}"' if step.action is None else one_line(step.name, NAME_LIMIT)
                 for step in self.steps]
        if len(names) > 1 and self.steps[-1].name == CONFIRM and self.steps[-1].action is not None:
            names.pop()
        return " ".join(names) or "(nothing played)"


def last_seen(turn: Turn, seen: Mapping[int, T]) -> T | None:
    """Returns what was seen last in a turn, given by numbers of steps made; ``None`` if nothing was."""
    steps_made = range(turn.first + len(turn.steps), turn.first, -1)
    return next((seen[number] for number in steps_made if number in seen), None)


def turns(record: MatchRecord, continued: Collection[int] = ()) -> Iterator[Turn]:
    """Yields the match's turns in order, and decisions without a move last.

    A model's answer may be several actions, which the history lists one by one: a player's actions belong to its
    latest decision. Every action of a player without a model is a turn of its own, unless its index in the history is
    among the ``continued`` ones, which go on with the move of the player's step before (see ``replay.tell_match``).
    """
    calls: dict[tuple[int, int], list[Call]] = defaultdict(list)
    deciders: dict[int, set[int]] = defaultdict(set)
    for call in record.calls:
        calls[call.player, call.move_number].append(call)
        deciders[call.move_number].add(call.player)
    latest: dict[int, int] = {}
    begun: dict[int, int] = {}
    decisions: list[tuple[int, int]] = []
    for index, step in enumerate(record.history):
        # All deciders of a simultaneous node carry the index of the node's first action.
        latest.update(dict.fromkeys(deciders[index], index))
        begun[step.player] = begun[step.player] if index in continued else latest.get(step.player, index)
        decisions.append((step.player, begun[step.player]))
    for decision, group in itertools.groupby(range(len(decisions)), key=decisions.__getitem__):
        indices = list(group)
        steps = tuple(record.history[index] for index in indices)
        yield Turn(decision[0], indices[0], steps, tuple(calls.pop(decision, ())))
    for (player, _), asked in calls.items():
        yield Turn(player, len(record.history), (), tuple(asked))


def seat_name(seat: Seat) -> str:
    """Returns the names of the seat's agent and model in one line."""
    return agent_name(seat.agent, seat.model or "", "")


def disguise_note(seat: Seat) -> str:
    """Returns a note on the disguise in which the seat's model saw the game, to follow a name; empty without one."""
    worn = seat.disguise
    return "" if worn == NO_DISGUISE else f" (disguise={one_line(worn, 80)}, whose words its replies use)"
