"""Checks that the names which a view gives to legal moves are clear, and lead back to the moves."""

import json
import random

import pyspiel

from adapters.views import View
from tests.support.named_games import loaded, some_decisions
from tests.support.playouts import decision_points


def check_names(game_string: str, seeds: int = 3, most: int = 8) -> None:
    """Checks, in random matches, that listed names are unique, stand for all legal moves, and are understood.

    What is observed is plain JSON.
    """
    adapter = loaded(game_string)
    for seed in range(seeds):
        decisions = list(decision_points(game_string, seed))
        for state, player in random.Random(seed).sample(decisions, min(most, len(decisions))):
            seen = adapter.view.observe(state, player)
            assert json.loads(json.dumps(seen)) == seen
            names = {adapter.view.names(state, player, action)[0]: action for action in state.legal_actions(player)}
            assert len(names) == len(state.legal_actions(player))
            assert sorted(names) == _list_all(adapter.view, state, player)
            for name in random.Random(seed).sample(sorted(names), min(6, len(names))):
                assert adapter.parse(f'{{"move": "{name}"}}', state, player) == [names[name]]


def check_answers(view: View, game_string: str, most: int) -> None:
    """Checks that every legal move is understood by its first name, in up to ``most`` decisions of random matches."""
    for state, player in some_decisions(game_string, most=most):
        for action in state.legal_actions():
            shown = view.names(state, player, action)[0]
            assert loaded(game_string).parse(f"Answer: {shown}", state, player) == [action]


def _list_all(view: View, state: pyspiel.State, player: int) -> list[str]:
    return sorted(name for pattern in view.patterns(state, player) for name in pattern.names())
