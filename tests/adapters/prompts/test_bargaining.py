"""The wordings of bargaining tell the parameters, and the rules that they tell agree with OpenSpiel's results."""

import random

import pytest

import adapters
from tests.support.named_games import after, prompt_parts, turn
from tests.support.playouts import load


def rules(game_string, version):
    return prompt_parts(after(game_string, 0), 0, version)[0]


both = pytest.mark.parametrize("version", ["v1", "v2"])


@both
def test_parameters_are_told_where_they_have_an_effect(version):
    plain = rules("bargaining", version)
    assert "10" in plain
    assert "%" not in plain
    assert "0.9" not in plain
    text = rules("bargaining(discount=0.9,prob_end=0.125,max_turns=7)", version)
    assert [part for part in ("0.9", "12.5%", "7") if part not in text] == []


@both
def test_a_turn_tells_the_values_of_the_asked_player_alone(version):
    state = after("bargaining", 0)
    told = [turn(state, player, version) for player in (0, 1)]
    assert told[0] != told[1]
    assert all("Agree" not in text.split("Legal moves")[1] for text in told)


@both
def test_the_last_offer_is_announced(version):
    state = after("bargaining(max_turns=2)", 0, 0)
    assert "last" in turn(state, 1, version).split("Legal moves")[0]


def test_every_pool_of_openspiel_is_worth_10_to_each_player():
    game = load("bargaining")
    view = adapters.for_game(game).view
    for pool in range(0, 1000, 50):
        state = game.new_initial_state()
        state.apply_action(pool)
        for player in (0, 1):
            told = view.observe(state, player)
            assert sum(map(lambda *pair: pair[0] * pair[1], told["pool"], told["your_values"])) == told["total"] == 10


@pytest.mark.parametrize("game_string", [
    "bargaining", "bargaining(discount=0.75,max_turns=5)", "bargaining(prob_end=0.25,discount=0.5)"])
def test_results_are_those_of_the_rules(game_string):
    game, rng = load(game_string), random.Random(8)
    view, parameters = adapters.for_game(game).view, game.get_parameters()
    ends = set()
    for _ in range(80):
        state = game.new_initial_state()
        expected, offers = [0.0, 0.0], 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                assert not offers or (offers >= 2 and weights[1] == parameters["prob_end"])
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            player = state.current_player()
            agreed = offers > 0 and rng.random() < 0.15
            action = state.legal_actions()[-1] if agreed else rng.choice(state.legal_actions()[:-1])
            if agreed:
                told, other = view.observe(state, player), view.observe(state, 1 - player)
                taken = [number - left for number, left in zip(told["pool"], told["left_for_you"], strict=True)]
                factor = parameters["discount"] ** max(offers + 1 - 2, 0)
                expected[player] = told["worth"] * factor
                expected[1 - player] = factor * sum(map(lambda *pair: pair[0] * pair[1], taken, other["your_values"]))
            offers += not agreed
            state.apply_action(action)
        assert offers <= parameters["max_turns"]
        assert list(state.returns()) == pytest.approx(expected)
        ends.add((offers == parameters["max_turns"], any(expected)))
    assert len(ends) > 1
