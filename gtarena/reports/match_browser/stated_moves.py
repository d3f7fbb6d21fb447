"""Moves that replies state, by name, also where another move was played in the end, as after a vote."""

from collections.abc import Sequence
from itertools import pairwise

import pyspiel

from custom_games import utf8_text
from gtarena.logs.records import Call, MatchRecord, Step
from gtarena.logs.replay import REFUSED, Replay
from gtarena.logs.turns import Turn


def stated_moves(record: MatchRecord, told: Sequence[Turn]) -> list[list[str | None]]:
    """Returns the name of the move that each call states, turn by turn.

    It is ``None`` where a reply states no move, and where a move has no name: it is illegal, its parts are played at
    the same time as those of others, or the match cannot be replayed.
    """
    names = [[_played(turn, call) for call in turn.calls] for turn in told]
    unnamed = [[bool(call.actions) and name is None for call, name in zip(turn.calls, named, strict=True)]
               for turn, named in zip(told, names, strict=True)]
    if not any(map(any, unnamed)):
        return names
    try:
        match = Replay.of_record(record)
        for turn, named, wanted in zip(told, names, unnamed, strict=True):
            for place, call in enumerate(turn.calls):
                if wanted[place]:
                    named[place] = _named(match.state, turn, call)
            for step in turn.steps:
                match.apply(step.player, step.choice)
    except REFUSED:
        pass  # what is named up to here is right
    return names


def _played(turn: Turn, call: Call) -> str | None:
    """Returns the name of the turn's move if the call states it."""
    return turn.move if call.actions and call.actions == [step.choice for step in turn.steps] else None


def _named(state: pyspiel.State, turn: Turn, call: Call) -> str | None:
    """Returns the name of the move that a call states in the state before it."""
    steps: list[Step] = []
    for action, following in pairwise((*call.actions, None)):
        spelled = utf8_text.spell(action) if isinstance(action, str) else [action]
        if isinstance(action, str):
            steps.append(Step(player=turn.player, action=None, name=action))
        elif action in state.legal_actions(turn.player):
            steps.append(Step(player=turn.player, action=action, name=state.action_to_string(turn.player, action)))
        else:
            return None
        if following is not None:
            state = state.clone()
            for each in spelled:
                if state.is_simultaneous_node() or each not in state.legal_actions(turn.player):
                    return None
                state.apply_action(each)
    return Turn(turn.player, turn.first, tuple(steps), ()).move
