"""Views that tell the moves of a whole match show nothing of cards that the player cannot tell from others.

A match is replayed with an unseen card exchanged: if OpenSpiel showed the player the same all along, so does the view.
"""

import itertools
import random

import pyspiel
import pytest

import adapters
from tests.support.playouts import decision_points

ATTEMPTS, ENOUGH = 40, 8  # exchanged cards for a position, and those that nobody but others could notice


Steps = list[tuple[int, int]]  # who moved, with the action


def replay(game: pyspiel.Game, steps: Steps, player: int) -> tuple[pyspiel.State, list[str]] | None:
    """Returns the state after these steps and what the player saw at each turn, or nothing if a step is illegal."""
    state, seen = game.new_initial_state(), []
    for mover, action in steps:
        if state.current_player() != mover or action not in state.legal_actions():
            return None
        if mover >= 0:
            seen.append(state.observation_string(player))
        state.apply_action(action)
    return state, [*seen, state.observation_string(player)]


def exchange(game: pyspiel.Game, steps: Steps, player: int, rng: random.Random) -> Steps:
    """Returns the steps with two outcomes of chance exchanged, or with one of them that did not come."""
    chance = [place for place, (mover, _) in enumerate(steps) if mover < 0]
    place, partner = rng.sample(chance, 2)
    changed = list(steps)
    if rng.random() < 0.5:
        changed[place], changed[partner] = steps[partner], steps[place]
    else:
        before = replay(game, steps[:place], player)
        changed[place] = (steps[place][0], rng.choice(before[0].legal_actions()))
    return changed


@pytest.mark.parametrize("game_string", [
    "crazy_eights", "crazy_eights(players=3,use_special_cards=true)", "dou_dizhu", "go_fish", "go_fish(players=4)"])
def test_an_unseen_card_that_is_another_one_changes_nothing_that_is_told(game_string):
    game, rng, changed = pyspiel.load_game(game_string), random.Random(0), 0
    view = adapters.for_game(game).view
    for state, player in itertools.islice(decision_points(game_string, 0), 2, 40, 6):
        steps = [(step.player, step.action) for step in state.full_history()]
        whole, seen = replay(game, steps, player)
        for _ in range(ATTEMPTS):
            other = replay(game, exchange(game, steps, player, rng), player)
            if other is not None and other[1] == seen and str(other[0]) != str(whole):
                assert view.observe(other[0], player) == view.observe(whole, player)
                changed += 1
    assert changed >= ENOUGH
