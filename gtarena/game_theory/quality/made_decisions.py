"""Decisions that players have made in logged matches, with whole moves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyspiel

from custom_games.framework.rules import CHANCE
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import Replay
from gtarena.logs.turns import turns


@dataclass(frozen=True)
class MadeDecision:
    """Decision with the state in which it was made, by the player of a seat.

    ``begins`` is the number of entries of the match's history before its node. ``choices`` are the actions of the whole
    move, and the texts that were said. ``drawn`` is true if the move took the place of an answer that gave none.
    """

    state: pyspiel.State
    player: int
    begins: int
    choices: Sequence[int | str]
    drawn: bool


def made_decisions(record: MatchRecord) -> Iterator[MadeDecision]:
    """Yields the decisions of a match in order.

    Raises:
        UsageError: the game does not exist or does not take these parameters.
        ValueError: a logged action is illegal.
    """
    states: dict[int, tuple[pyspiel.State, int]] = {}
    continued: set[int] = set()
    replay, begins, players = Replay.of_record(record), 0, range(len(record.seats))
    for number, step in enumerate(record.history):
        if step.player != CHANCE and replay.inside_move(step.player):
            continued.add(number)
        elif step.player != CHANCE:
            states[number] = replay.state.clone(), begins
        if replay.apply(step.player, step.choice) and not any(map(replay.inside_move, players)):
            begins = number + 1
    for turn in turns(record, continued):
        if turn.first in states:
            asked = [call for call in turn.calls if call.purpose == "move"]
            state, before = states[turn.first]
            yield MadeDecision(state, turn.player, before, tuple(step.choice for step in turn.steps),
                               bool(asked) and all(call.failure for call in asked))
