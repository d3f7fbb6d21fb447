"""GTBench's wordings tell the truth: what they state in random play is what the rules make of the match."""

import re

import pyspiel
import pytest

from gtarena.checks.playouts import states
from tests.support.gtbench_facts import FACTS, Fact, check
from tests.support.gtbench_results import by_the_rules
from tests.support.named_games import SETTINGS, loaded, prompt_text, some_decisions

GAMES = [game_string for game_string in SETTINGS if game_string.split("(")[0] in FACTS]
VERSIONS = ("v1", "paper")

every_wording = pytest.mark.parametrize(("game_string", "version"), [
    (game_string, version) for game_string in GAMES for version in VERSIONS])


def facts(state: pyspiel.State, player: int, version: str) -> list[Fact]:
    parameters = {**state.get_game().get_parameters(), "players": state.num_players()}
    return FACTS[state.get_game().get_type().short_name](state, player, parameters)[version]


@every_wording
def test_every_number_name_board_and_move_that_a_wording_states_is_true(game_string, version):
    for state, player in some_decisions(game_string, seeds=range(2), most=8):
        check(prompt_text(state, player, version), facts(state, player, version))


@every_wording
def test_a_wording_with_any_other_number_is_found_out(game_string, version):
    for state, player in some_decisions(game_string, seeds=(0,), most=3):
        text = prompt_text(state, player, version)
        for number in re.finditer(r"\d+", text):
            lie = f"{text[:number.start()]}{int(number[0]) + 1}{text[number.end():]}"
            with pytest.raises(AssertionError):
                check(lie, facts(state, player, version))


@pytest.mark.parametrize(("game_string", "version", "truth", "lie"), [
    ("tic_tac_toe", "v1", "you first", "your opponent first"), ("tic_tac_toe", "v1", "an x", "an o"),
    ("tic_tac_toe", "v1", "R1  .", "R1  x"), ("connect_four", "v1", "marked x", "marked o"),
    ("breakthrough", "v1", "down the board", "up the board"), ("breakthrough", "paper", "bb", "b."),
    ("nim", "paper", "last match loses", "last match wins"), ("kuhn_poker", "v1", "Your card is", "Your card is not"),
    ("kuhn_poker", "paper", "your opponent: Pass", "you: Pass"), ("liars_dice", "v1", "whatever its face", ""),
    ("negotiation", "paper", "strawberr", "cherr"), ("negotiation", "v1", "by you", "by your opponent"),
    ("pig", "v1", "roll | stop", "roll"), ("pig", "v1", "Your opponent's score", "Your score"),
    ("iterated_prisoners_dilemma", "paper", "you chose Silent", "you chose Testify"),
    ("iterated_prisoners_dilemma", "v1", "you chose Defect", "you chose Cooperate")])
def test_a_wording_that_says_another_thing_in_words_is_found_out(game_string, version, truth, lie):
    told = [(prompt_text(state, player, version), facts(state, player, version))
            for state, player in some_decisions(game_string, most=12)]
    found = [(text, true) for text, true in told if truth in text]
    assert found
    for text, true in found:
        with pytest.raises(AssertionError):
            check(text.replace(truth, lie), true)


@pytest.mark.parametrize("game_string", GAMES)
def test_random_matches_are_won_and_paid_by_the_rules_that_the_wordings_state(game_string):
    for seed in range(8):
        *_, final = states(pyspiel.load_game(game_string), seed)
        assert final.returns() == pytest.approx(by_the_rules(final))


@pytest.mark.parametrize("name", FACTS)
def test_the_papers_wording_asks_for_an_action_line_in_the_turn_and_gives_the_system_a_role(name):
    adapter = loaded(name)
    for state, player in some_decisions(name, most=3):
        system, turn = adapter.prompt(state, player, "paper")
        assert system["content"].startswith("You are a strong game player.")
        assert turn["content"].splitlines()[-1] == "Action: <move>"
        assert adapter.reply_form(state, player, "paper").label == "Action"


@pytest.mark.parametrize("game_string", GAMES)
def test_every_move_that_the_papers_wording_lists_is_understood_and_all_legal_ones_are_listed(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, seeds=(0,), most=6):
        listed, reader = adapter.reply_form(state, player, "paper").moves, adapter.reader(state, player)
        names = [name for pattern in listed for name in ([pattern] if ".." not in pattern else [])]
        replies = [f"Action: {name}" for name in names] + [f"**Action:** <{name}>" for name in names]
        understood = {reader.read(reply).actions[0] for reply in replies}
        ranged = [pattern for pattern in listed if ".." in pattern]
        assert understood <= set(state.legal_actions(player))
        assert understood == set(state.legal_actions(player)) or ranged
        assert all(reader.read(f"Action: {pattern.lowest()}").actions for pattern in ranged)


@pytest.mark.parametrize(("game_string", "pictured"), [("tic_tac_toe", "R1  "), ("connect_four", " . .")])
def test_the_papers_wording_draws_no_board_where_the_paper_draws_none(game_string, pictured):
    for state, player in some_decisions(game_string, most=3):
        assert pictured in prompt_text(state, player, "v1")
        assert pictured not in prompt_text(state, player, "paper")
