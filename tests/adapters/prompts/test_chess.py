"""The four ways in which chess positions are told: they agree with each other, and with the rules that are told."""

import re

import pyspiel
import pytest

from tests.support.named_games import loaded, some_decisions
from tests.support.svg_pictures import played

VERSIONS = ("v1", "v2")
POSITIONS = ["drawing", "pieces", "fen", "pgn"]
BLACK, WHITE = 0, 1
LETTERS = {"king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p"}

every_version = pytest.mark.parametrize("version", VERSIONS)


def told(state: pyspiel.State, version: str, position: str, part: int = 1) -> str:
    adapter = loaded("chess(chess960=True)" if state.get_game().get_parameters()["chess960"] else "chess")
    return adapter.prompt(state, state.current_player(), version, position=position)[part]["content"]


def read_drawing(text: str) -> str:
    ranks = re.findall(r"^[1-8] ((?:[.KQRBNPkqrbnp] ?){8})$", text, re.MULTILINE)
    return "/".join(re.sub(r"\.+", lambda found: str(len(found[0])), rank.replace(" ", "")) for rank in ranks)


def read_pieces(text: str) -> str:
    board = {}
    for side, pieces in re.findall(r"^(?:- )?(White|Black): (\w+ [a-h].*)$", text, re.MULTILINE):
        for kind, squares in re.findall(r"(\w+?)s? ((?:[a-h][1-8] ?)+)", pieces):
            letter = LETTERS[kind].upper() if side == "White" else LETTERS[kind]
            board |= dict.fromkeys(squares.split(), letter)
    ranks = ["".join(board.get(f"{file}{rank}", ".") for file in "abcdefgh") for rank in range(8, 0, -1)]
    return "/".join(re.sub(r"\.+", lambda found: str(len(found[0])), rank) for rank in ranks)


def read_record(text: str) -> pyspiel.State:
    """Returns the state after the moves of a record in PGN."""
    game = pyspiel.load_game("chess")
    start = re.search(r"\S+/\S+ [wb] \S+ \S+ \d+ \d+", text)
    state = game.new_initial_state(start[0]) if start else game.new_initial_state()
    (record,) = re.findall(r"^\d+\..*$", text, re.MULTILINE)
    for move in re.sub(r"\d+\.+", "", record).split():
        state.apply_action(state.string_to_action(move))
    return state


@every_version
def test_a_position_is_told_in_four_ways_of_which_the_drawing_is_the_first(version):
    assert loaded("chess").positions(version) == POSITIONS
    state = played("chess", ["e4"])
    assert told(state, version, "") == told(state, version, "drawing")


@every_version
@pytest.mark.parametrize("game_string", ["chess", "chess(chess960=True)"])
def test_all_ways_tell_the_same_position(game_string, version):
    for state, _ in some_decisions(game_string, most=6):
        board = str(state).split()[0]
        texts = {position: told(state, version, position) for position in POSITIONS}
        assert read_drawing(texts["drawing"]) == read_pieces(texts["pieces"]) == board
        assert str(state) in texts["fen"].splitlines()
        if game_string == "chess":
            assert str(read_record(texts["pgn"])) == str(state)
        else:
            assert state.start_fen() in texts["pgn"]
        quiet = str(state).split()[4]
        for position in ("drawing", "pieces"):
            assert re.findall(r"(?:up to now|pawn move): (\d+)", texts[position]) == [quiet]


@every_version
def test_castling_en_passant_and_repetition_are_told_in_words_where_the_notation_does_not_have_them(version):
    state = played("chess", ["e4", "Nf6", "e5", "Rg8", "Ke2", "d5"])
    for position in ("drawing", "pieces"):
        text = told(state, version, position)
        assert re.search(r"en passant.* d6", text, re.IGNORECASE)
        assert re.search(r"Castling.*White:? (?:none|no castling).*Black:? O-O-O .*rook.* a8", text)
    again = played("chess", ["Nf3", "Nf6", "Ng1", "Ng8"])
    for position in POSITIONS:
        assert re.search("second time", told(again, version, position), re.IGNORECASE)
        assert not re.search("second time", told(state, version, position), re.IGNORECASE)


@every_version
def test_notations_are_explained_to_those_who_read_them_alone(version):
    state = played("chess")
    rules = {position: told(state, version, position, part=0) for position in POSITIONS}
    assert {position for position, text in rules.items() if "FEN" in text} == {"fen"}
    assert {position for position, text in rules.items() if "PGN" in text} == {"pgn"}
    shuffled = told(played("chess(chess960=True)", [3]), version, "pgn", part=0)
    assert "FEN" in shuffled
    assert "960" in shuffled
    elsewhere = pyspiel.load_game("chess").new_initial_state("4k3/8/8/8/8/8/4p3/4K2R b K - 7 30")
    assert "usual" in told(elsewhere, version, "", part=0)
    assert str(read_record(told(elsewhere, version, "pgn"))) == str(elsewhere)


@pytest.mark.parametrize(("fen", "ends"), [
    ("4k3/8/8/8/8/8/8/4K2R w - - 99 80", True), ("4k3/8/8/8/8/8/8/4K2R w - - 98 80", False),
    ("8/8/4k3/8/8/4K3/8/7N w - - 0 1", True), ("8/8/4k1n1/8/8/4K1N1/8/8 w - - 0 1", False),
    ("8/8/4k3/5b2/8/4K1B1/8/8 w - - 0 1", False), ("8/8/4k3/6b1/8/4K1B1/8/8 w - - 0 1", True),
    ("8/8/4k3/8/8/4K1N1/8/7N w - - 0 1", False)])
def test_the_draws_are_those_that_the_rules_tell(fen, ends):
    state = pyspiel.load_game("chess").new_initial_state(fen)
    if not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() == ends
    assert state.returns() == [0, 0]


def test_mate_wins_even_with_the_hundredth_move_and_stalemate_is_a_draw():
    state = pyspiel.load_game("chess").new_initial_state("7k/8/6K1/8/8/8/8/R7 w - - 99 90")
    state.apply_action(state.string_to_action("Ra8#"))
    assert state.returns() == [-1, 1]
    assert pyspiel.load_game("chess").new_initial_state("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").returns() == [0, 0]
