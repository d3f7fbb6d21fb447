"""Hand-made matches of the games with clues, in which decisions are stated as players state them."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from custom_games.framework.states import movers

UNUSABLE = "unusable"  # in place of a decision: the rules charge for it


def stated(state: pyspiel.State, player: int, decision: Any) -> list[int]:
    """Returns the actions of a decision: a JSON object, the value of its only key, or ``UNUSABLE``."""
    if decision == UNUSABLE:
        return [state.penalty_action(player)]
    struct = decision if isinstance(decision, Mapping) else {state.action_spec(player).keys[0]: decision}
    return state.struct_to_actions(player, struct)


def play(state: pyspiel.State, *steps: Any) -> pyspiel.State:
    """Makes a decision, or those of all seats at once if they are a list, for each step; returns the state."""
    for step in steps:
        if not state.is_simultaneous_node():
            for action in stated(state, state.current_player(), step):
                state.apply_action(action)
            continue
        moves = [stated(state, player, decision) for player, decision in enumerate(step)]
        for place in range(max(map(len, moves))):
            state.apply_actions([move[place] if place < len(move) else 0 for move in moves])
    return state


def role(name: str, role: str) -> Mapping[str, str]:
    """Returns an answer to the role question."""
    return {"name": name, "role": role}


def answers(state: pyspiel.State, suspected: str = "Player 1", other: str = "Player 2") -> list[Mapping[str, str]]:
    """Returns an answer of every seat to the question of this stage: the first of two names that is allowed."""
    return [{key: next((name for name in (suspected, other) if name in schema["enum"]), schema["enum"][0])
             for key, schema in state.action_spec(player).properties().items()} for player in movers(state)]


def to_the_vote(state: pyspiel.State, clues: Sequence[str]) -> pyspiel.State:
    """Plays up to the vote with these clues, and any answers to the questions."""
    said = iter(clues)
    while not (state.is_simultaneous_node() and state.action_spec(0).keys == ("vote",)):
        play(state, answers(state) if state.is_simultaneous_node() else next(said))
    return state
