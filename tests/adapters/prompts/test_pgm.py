"""Wordings of the PGM-aware agent, which are true of the clues and rounds that they are shown with."""

import pyspiel
import pytest

import adapters
from gtarena.checks.playouts import making
from tests.support.magic_decisions import decisions

END, NO_ANSWER = 256, 257
CHAMELEON = "chameleon(topic=1,secret=1,chameleon=3,questions=skipped)"
UNDERCOVER = "undercover(pair=1,undercover_word=1,undercover=2,questions=skipped)"


def after_clues(game: str, *clues: str | None) -> pyspiel.State:
    state = pyspiel.load_game(game).new_initial_state()
    for clue in clues:
        list(making(state, {state.current_player(): [NO_ANSWER] if clue is None else [*clue.encode(), END]}))
    return state


def block(
    name: str, state: pyspiel.State, player: int, target: str = "", own_role: str = "", analysis: str = ""
) -> str:
    game = state.get_game()
    return adapters.for_game(game).block(
        "pgm", game.get_type().short_name, name, state, player, analysis=analysis, target=target, own_role=own_role)


@pytest.mark.parametrize(("clues", "target", "told"), [
    (("sweet", "round"), "Player 2", "If the clues so far are general, give one that is like that of Player 2."),
    (("sweet", None), "Player 1", "If the clue so far is general, give one that is like that of Player 1."),
    (("sweet", None), "Player 2", "If the clue so far is general, give one that is like it."),
    ((None, None), "Player 1", "There is no clue to go by yet, so stay general in order not to give yourself away.")])
def test_a_chameleon_is_told_to_follow_only_clues_that_were_heard(clues, target, told):
    text = block("decision", after_clues(CHAMELEON, *clues), 2, target)
    assert told in text
    assert ("the others describe" in text) == (clues != (None, None))


@pytest.mark.parametrize("game", [CHAMELEON, UNDERCOVER])
def test_a_clue_is_compared_with_that_of_the_target_once_there_is_one(game):
    before = block("decision", after_clues(game, "red"), 1, "Player 3", "innocent")
    assert "beside which the clue of Player 3 will look vague" in before
    after = block("decision", after_clues(game, "red"), 1, "Player 1", "innocent")
    assert "more specific than the clue of Player 1" in after


def test_clues_to_follow_and_a_plan_for_the_next_are_spoken_of_only_if_there_are_any():
    state = after_clues(UNDERCOVER, "red")
    assert "like the clue of Player 1." in block("decision", state, 1, "Player 1", "culprit")
    assert "like the clues of the others." in block("decision", state, 1, "Player 3", "culprit")
    assert "My plan is" in block("analysis", after_clues(UNDERCOVER, *"abcde"), 0)
    assert "My plan is" not in block("analysis", after_clues(UNDERCOVER, *"abcdef"), 0)


@pytest.mark.parametrize("game", ["cost_sharing(group=1)", "public_good", "three_player_prisoners_dilemma"])
def test_the_round_that_is_analysed_is_the_current_one(game):
    text = block("analysis", pyspiel.load_game(game).new_initial_state(), 0)
    assert "this round" in text
    assert "next round" not in text


@pytest.mark.parametrize("game", [CHAMELEON, UNDERCOVER])
def test_a_reader_is_told_whose_analysis_it_reads_and_shown_nothing_else_of_the_game(game):
    text = block("changes", after_clues(game, "red"), 1, analysis="All are alike.")
    assert "Player 2 has written an analysis" in text
    assert '"All are alike."' in text
    assert "red" not in text


# The phases in which ``get_observation`` of the published environments appends the analysis to what a player sees.
SHOWN_AT = {"chameleon": {"clue", "role", "beliefs"}, "undercover": {"clue", "role", "beliefs"},
            "cost_sharing": {"proposal"}}


@pytest.mark.parametrize("name", SHOWN_AT)
def test_the_analysis_is_shown_at_the_stages_at_which_the_published_program_shows_it(name):
    seen = {}
    for adapter, state, player in decisions().values():
        if state.get_game().get_type().short_name == name:
            shown = adapter.block("pgm", name, "decision", state, player, analysis="A guess.", target="Player 1",
                                  own_role="unknown")
            seen[adapter.view.observe(state, player)["stage"]] = "A guess." in shown
    assert {stage for stage, shown in seen.items() if shown} == SHOWN_AT[name]
    assert "vote" in seen
