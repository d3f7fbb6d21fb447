import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401
from adapters.replies import mentions
from adapters.replies.mentions import last_mentioned


def mentioned(game: str, text: str, *actions: int) -> list[int] | None:
    loaded = pyspiel.load_game(game)
    state = loaded.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return last_mentioned(adapters.for_game(loaded).view, text, state, max(state.current_player(), 0))


@pytest.mark.parametrize(("text", "action"), [
    ("C1R1 is free, but the centre C2R2 is better.", 4),
    ("The centre C2R2 beats the corner (C1R1)", 0),
    ("c2r2", 4),
    ("x(1,1)", None),  # OpenSpiel's own name, which counts from 0
    ("C2R22 or XC2R2", None),  # parts of longer words
    ("C4R4", None),  # no such move
    ("", None),
    ("Row 2 and column 2.", None),
])
def test_the_last_legal_move_in_a_text_is_found(text, action):
    assert mentioned("tic_tac_toe", text) == (None if action is None else [action])


def test_moves_that_are_not_legal_are_passed_over():
    assert mentioned("tic_tac_toe", "First C1R1. They took C2R2.", 4) == [0]


@pytest.mark.parametrize(("game", "text", "action"), [
    ("nim", "I take pile: 3 , take:2.", 6),
    ("nim", "pile:3, take:1 leaves pile:3, take:4 to them", 14),
    ("breakthrough(columns=3)", "a7 → a6 is solid", 36 + 2),
    ("iterated_prisoners_dilemma", "If they DEFECT I lose, so", 1),
    ("liars_dice", "I bid 1-3.", None),
])
def test_names_are_known_in_the_spellings_of_prose(game, text, action):
    found = mentioned(game, text, *([0, 0] if game == "liars_dice" else []))
    assert found == ([2] if game == "liars_dice" else [action])


@pytest.mark.parametrize("game", ["first_sealed_auction", "el_farol"])
def test_numbers_and_parts_of_other_words_are_no_names(game):
    assert mentioned(game, "I have 3, and bid 2; ago, 1.", *([5, 5] if game == "first_sealed_auction" else [])) is None


def test_of_names_that_begin_alike_the_longer_one_is_read():
    # White, who is player 1, may castle on both sides.
    moves = ["Nf3", "a6", "g3", "a5", "Bg2", "a4", "Nc3", "b6", "d3", "b5", "Bf4", "c6", "Qd2", "c5"]
    state = pyspiel.load_game("chess").new_initial_state()
    for move in moves:
        state.apply_action(state.string_to_action(move))
    view = adapters.for_game(state.get_game()).view
    found = [last_mentioned(view, text, state, 1) for text in ("O-O.", "I play O-O-O.")]
    assert found == [[state.string_to_action("O-O")], [state.string_to_action("O-O-O")]]


def test_only_the_end_of_a_very_long_text_is_read():
    assert mentioned("tic_tac_toe", "C1R1" + " so" * 1_000) == [0]
    assert mentioned("tic_tac_toe", "C1R1" + " so" * 10_000) is None


@pytest.mark.parametrize("text", ["pile:1, " * 200_000, "pile:" + " " * 1_600_000 + "x"], ids=["names", "spaces"])
def test_a_long_text_is_searched_in_linear_time(monkeypatch, text):
    # Quadratic time would not end.
    monkeypatch.setattr(mentions, "MAX_SEARCHED", len(text))
    assert mentioned("nim", text) is None
