"""Tables of rounds: hand-made rounds of games whose rules tell them, and nothing of other games."""

import pyspiel
import pytest

from gtarena.reports.match_browser.positions import Pictures, shown_match
from gtarena.reports.match_browser.rounds import Rounds, RoundsSeen, Row
from tests.support.records import record, seat, steps

GO, STAY = 1, 0


def rounds(game, moves, seats, **params):
    shown = shown_match(record("m", [seat()] * seats, None, game=game, params=params, history=steps(*moves)),
                        Pictures())
    assert shown.problem is None
    return shown.rounds


def jointly(*rounds):
    return [(player, action) for joint in rounds for player, action in enumerate(joint)]


def test_a_round_tells_what_every_seat_played_what_was_announced_and_what_was_paid():
    # Two of three exceed a capacity of 60 %; one does not.
    table = rounds("el_farol", jointly((GO, GO, STAY), (GO, STAY, STAY)), 3, players=3, rounds=2)
    assert table == Rounds(
        ("seat 0", "seat 1", "seat 2", "went", "stayed", "crowded", "payoffs"),
        (Row(2, ("go", "go", "stay", "2", "1", "yes", "0, 0, 5")),
         Row(5, ("go", "stay", "stay", "1", "2", "no", "10, 5, 5"))))


def test_what_the_opponent_played_is_in_its_own_column_alone():
    table = rounds("iterated_prisoners_dilemma", [(0, 0), (1, 1), (-1, 0)], 2)
    assert table.columns == ("seat 0", "seat 1", "payoffs")
    assert [row.cells for row in table.rows] == [("Cooperate", "Defect", "0, 10")]


def test_lists_of_what_all_played_are_not_told_twice():
    table = rounds("public_goods", jointly((5, 0, 1)), 3, players=3, rounds=1)
    assert table.columns == ("seat 0", "seat 1", "seat 2", "pot", "payoffs")
    assert table.rows[0].cells[:4] == ("5", "0", "1", "6")


def test_what_one_seat_alone_is_told_is_in_parentheses():
    moves = [(-1, 0), (-1, 1), *jointly((3, 4))]
    table = rounds("sealed_bid_auction", moves, 2, players=2, rounds=1)
    assert table.columns == ("seat 0", "seat 1", "winning bid", "price", "payoffs")
    assert table.rows[0].until == 3
    assert [cell.split(" (")[0] for cell in table.rows[0].cells[:2]] == ["3", "4"]
    assert all("(value " in cell for cell in table.rows[0].cells[:2])


def test_rounds_that_only_observations_tell_are_in_the_table_too():
    # Seat 0 shoots at seat 2 and misses; then seat 1 hits seat 2.
    table = rounds("battle_royale", [(0, 2), (-1, 0), (1, 2), (-1, 1)], 3, players=3)
    assert table.columns == ("seat 0", "seat 1", "seat 2", "shooter", "target", "hit", "left")
    assert [row.until for row in table.rows] == [1, 3]
    assert table.rows[1].cells == ("", "player_2", "", "player_1", "player_2", "yes", "2")


def test_a_game_without_rounds_has_no_table():
    assert rounds("tic_tac_toe", [(0, 0)], 2) is None
    assert rounds("santorini", [(0, 0)], 2) is None
    assert RoundsSeen().table([]) is None


def test_a_round_that_is_not_complete_is_not_in_the_table():
    assert rounds("el_farol", jointly((GO, GO)), 3, players=3, rounds=2) is None


@pytest.mark.parametrize(("game", "told"), [("el_farol", True), ("codenames", False), ("tic_tac_toe", False)])
def test_positions_of_rounds_need_no_words_besides(game, told):
    assert RoundsSeen.tell_all(pyspiel.load_game(game).new_initial_state()) == told
