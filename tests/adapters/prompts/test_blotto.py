"""The wordings of Colonel Blotto tell the parameters, and the rules that they tell agree with OpenSpiel's results."""

import json
import random

import pytest

from tests.support.named_games import after, prompt_text
from tests.support.playouts import load


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize(("game_string", "told"), [
    ("blotto", ["10", "3", "[0, 3, 7] | [0, 4, 6]"]),
    ("blotto(players=4,coins=7,fields=2)", ["7", "2", "divided", "[3, 4] | [4, 3]"])])
def test_parameters_are_told(game_string, told, version):
    text = prompt_text(after(game_string), 0, version).replace("share", "divided")
    assert [part for part in told if part not in text] == []


@pytest.mark.parametrize("game_string", ["blotto", "blotto(players=3,coins=6,fields=4)", "blotto(players=5)"])
def test_results_are_those_of_the_rules(game_string):
    game, rng = load(game_string), random.Random(6)
    players = game.num_players()
    for _ in range(60):
        state = game.new_initial_state()
        moves = [rng.choice(state.legal_actions(seat)) for seat in range(players)]
        placed = [json.loads(state.action_to_string(seat, move)) for seat, move in enumerate(moves)]
        state.apply_actions(moves)
        won = [0] * players
        for coins in zip(*placed, strict=True):
            if coins.count(max(coins)) == 1:
                won[coins.index(max(coins))] += 1
        winners = won.count(max(won))
        expected = [
            0 if winners == players else 1 / winners if fields == max(won) else -1 / (players - winners)
            for fields in won]
        assert list(state.returns()) == pytest.approx(expected)
