"""The settings `history` and `position`: prompts tell less of the past, or write positions otherwise, and no more."""

import pyspiel
import pytest

from tests.support.named_games import SETTINGS, loaded, some_decisions

CHESS = ("chess", "chess(chess960=True)")
TELLING = [(game, version) for game in SETTINGS for version in ("v1", "v2") if loaded(game).tells_past(version)]


def texts(game: str, version: str, **words: str) -> list[tuple[str, str]]:
    """Returns the rules and the turn of some decisions."""
    adapter = loaded(game)
    prompts = (adapter.prompt(state, player, version, **words)
               for state, player in some_decisions(game, seeds=(0,), most=6))
    return [(rules["content"], turn["content"]) for rules, turn in prompts]


def legal_lines(turn: str) -> str:
    return turn[turn.index("Legal moves: "):]


def test_games_on_boards_and_in_rounds_can_tell_less() -> None:
    games = {game.split("(")[0] for game, _ in TELLING}
    assert {"tic_tac_toe", "connect_four", "breakthrough", "nim", "chess", "go", "hanabi", "el_farol"} <= games
    assert not {"kuhn_poker", "liars_dice", "pig"} & games, "their moves are what a decision needs"


@pytest.mark.parametrize(("game", "version"), TELLING)
def test_less_of_the_past_changes_neither_the_rules_nor_the_moves_to_choose_from(game, version):
    whole = texts(game, version)
    for history in ("last:1", "none"):
        told = texts(game, version, history=history)
        assert [rules for rules, _ in told] == [rules for rules, _ in whole]
        assert [legal_lines(turn) for _, turn in told] == [legal_lines(turn) for _, turn in whole]
    assert all(len(turn) <= len(other) for (_, turn), (_, other) in zip(told, whole, strict=True)), "none of the past"


@pytest.mark.parametrize(("history", "rounds"), [("all", [1, 2]), ("last:1", [2]), ("none", [])])
def test_rounds_keep_their_numbers_when_earlier_ones_are_left_out(history, rounds):
    state = pyspiel.load_game("el_farol(rounds=3,players=2)").new_initial_state()
    state.apply_actions([0, 1])
    state.apply_actions([1, 1])
    turn = loaded("el_farol(rounds=3,players=2)").prompt(state, 0, "v1", history=history)[1]["content"]
    assert [number for number in (1, 2) if f"round {number}" in turn.lower().replace("round 3", "")] == rounds


@pytest.mark.parametrize("game", CHESS)
@pytest.mark.parametrize("version", ["v1", "v2"])
def test_chess_is_told_in_four_forms_of_which_the_drawing_is_the_default(game, version):
    assert loaded(game).positions(version) == ["drawing", "pieces", "fen", "pgn"]
    told = {form: texts(game, version, position=form) for form in loaded(game).positions(version)}
    assert texts(game, version) == told["drawing"]
    for decisions in zip(*told.values(), strict=True):
        assert len({turn for _, turn in decisions}) == 4
        assert len({legal_lines(turn) for _, turn in decisions}) == 1
    assert len({rules for decisions in told.values() for rules, _ in decisions[:1]}) == 4, "each has its own legend"


def test_no_other_game_has_forms_to_choose_from() -> None:
    assert {game for game in SETTINGS if loaded(game).positions("v1")} <= {*CHESS}
