"""Prompts of repeated games, and the length of the game that they tell or hide."""

import pyspiel
import pytest

import adapters
from adapters.rendering import templates
from tests.support.named_games import prompt_text

WORDINGS = [(name, version)
            for name in ("guess_two_thirds", "el_farol", "divide_dollar", "public_goods", "diners_dilemma",
                         "sealed_bid_auction")
            for version in templates.versions(name)]

every_wording = pytest.mark.parametrize(("name", "version"), WORDINGS)


def begun(name: str, setting: str, rounds: int = 0) -> pyspiel.State:
    """Returns a game of three after a number of rounds of everybody's first move, continued by chance."""
    state = pyspiel.load_game(f"{name}(players=3,{setting})").new_initial_state()
    played = 0
    while state.is_chance_node() or played < rounds:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.apply_actions([state.legal_actions(player)[0] for player in range(3)])
            played += 1
    return state


@every_wording
@pytest.mark.parametrize("ending", ["", ",termination_probability=0.25"])
def test_a_hidden_horizon_shows_nowhere(name, version, ending):
    told = []
    for length in (7, 9):
        state = begun(name, f"rounds={length},horizon=hidden{ending}", rounds=2)
        adapter = adapters.for_game(state.get_game())
        told.append((adapter.prompt(state, 1, version), adapter.chat(state, 1, version)))
    assert told[0] == told[1]
    assert "that you are not told" in str(told[0])


@every_wording
def test_the_round_and_the_known_number_of_rounds_are_told(name, version):
    assert "ound 2 of 5" in prompt_text(begun(name, "rounds=5", rounds=1), 0, version)


@every_wording
def test_a_known_number_of_rounds_is_a_limit_where_the_game_may_end_before_it(name, version):
    text = prompt_text(begun(name, "rounds=5,termination_probability=0.125", rounds=1), 0, version)
    assert "up to 5 rounds" in text
    assert "ound 2 of up to 5" in text
    assert "After every round but the last, the game ends with a probability of 12.5%." in text


@every_wording
def test_a_chance_of_an_early_end_is_told_where_there_is_one(name, version):
    certain, uncertain = (prompt_text(begun(name, f"rounds=4,termination_probability={chance}"), 0, version)
                          for chance in ("0.0", "0.125"))
    assert "12.5%" in uncertain
    assert "12.5%" not in certain
