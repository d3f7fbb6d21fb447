from types import SimpleNamespace

import pyspiel
import pytest
from pyspiel import GameType

from adapters.generic.openspiel_texts import read_texts
from tests.support.named_games import after

IMPERFECT, PERFECT = GameType.Information.IMPERFECT_INFORMATION, GameType.Information.PERFECT_INFORMATION


class Texts:
    """The part of a state that its texts are read from."""

    def __init__(self, observation=None, information=None, drawing="", kind=IMPERFECT, deterministic=True):
        self.observation_string = lambda player: observation
        self.information_state_string = lambda player: information
        self.drawing = drawing
        self.type = SimpleNamespace(
            information=kind, provides_observation_string=observation is not None,
            provides_information_state_string=information is not None,
            chance_mode=(GameType.ChanceMode.DETERMINISTIC if deterministic
                         else GameType.ChanceMode.EXPLICIT_STOCHASTIC))

    def __str__(self):
        return self.drawing

    def get_game(self):
        return SimpleNamespace(get_type=lambda: self.type)


@pytest.mark.parametrize(("state", "told"), [
    (Texts("a board", "a record"), ["a board", "a record"]),
    (Texts("a board", "6 44 13"), ["a board"]),  # numbers of moves tell nothing
    (Texts("a board", "a  board\n+ moves"), ["a  board\n+ moves"]),  # the second tells the first
    (Texts("a board and more", "a board"), ["a board and more"]),
    (Texts("the same", "the same"), ["the same"]), (Texts(None, "a record"), ["a record"]),
    (Texts("2 4 8", "1 1 0"), ["2 4 8"]),  # nothing better
    (Texts("", ""), []), (Texts(drawing="a secret"), []), (Texts("1 0", drawing="a secret"), ["1 0"]),
    (Texts("1 0", drawing="a public board", kind=PERFECT), ["a public board"]),
    (Texts("1 0", drawing="the word to guess", kind=PERFECT, deterministic=False), ["1 0"]),
    (Texts(drawing="all that there is", kind=PERFECT, deterministic=False), ["all that there is"]),
    (Texts("Non-terminal", kind=GameType.Information.ONE_SHOT), []),
    (Texts("\x1b[91ma\x1b[0m board  \n"), ["a board"])])
def test_texts_for_people_are_told_once_and_nothing_hidden(state, told):
    assert read_texts(state, 0) == told


def test_a_player_reads_cards_boards_and_records_and_no_hidden_word():
    (text,) = read_texts(after("blackjack", 6, 44, 13, 26), 0)
    assert "Cards: " in text
    assert "Dealer: Cards: ??" in text
    placed = after("battleship")
    placed.apply_action(placed.legal_actions()[0])
    ships, record = read_texts(placed, 0)
    assert "+----------+" in ships
    assert "/h_0_0" in record
    board, record = read_texts(after("kriegspiel"), 1)
    assert board.startswith("8/8/8/8/8/8/PPPPPPPP/RNBQKBNR")
    assert record.startswith("P1")
    assert read_texts(after("oware"), 0) == [str(after("oware")).rstrip()]
    hangman = after("python_hangman", 0)
    word = str(hangman).split("\n")[0].split()[-1]
    assert all(word not in text for text in read_texts(hangman, 0))
    hearts = pyspiel.load_game("hearts").new_initial_state()
    while hearts.is_chance_node():
        hearts.apply_action(hearts.legal_actions()[0])
    assert read_texts(hearts, 0) == [hearts.information_state_string(0).rstrip()]
