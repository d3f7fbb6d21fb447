"""Positions of matches as people are shown them: points of view, texts, and matches that cannot be replayed."""

import pytest

from adapters import boards
from gtarena.logs.records import Step
from gtarena.logs.replay import whole_turns
from gtarena.reports.match_browser.positions import MOST_VIEWS, Pictures, Shown, shown_match
from tests.support.records import call, llm, record, seat, steps
from tests.support.svg_pictures import fills, texts

# x takes the top row while o takes two of the middle one.
TIC_TAC_TOE = [(0, 0), (1, 3), (0, 1), (1, 4), (0, 2)]


def match(game, moves, players=2, **fields):
    return record("m", [llm(), *[seat()] * (players - 1)], [0] * players, game=game, history=steps(*moves), **fields)


def test_equal_pictures_have_one_number():
    pictures = Pictures()
    assert [pictures.number(svg) for svg in ("a", "b", "a")] == [0, 1, 0]
    assert pictures.svgs == ["a", "b"]


def test_a_game_whose_pictures_address_a_player_is_seen_by_the_one_to_move():
    pictures = Pictures()
    shown = shown_match(match("tic_tac_toe", TIC_TAC_TOE), pictures)
    views = [shown.start.views, *(after.views for after in shown.after)]
    assert [seat for ((seat, _),) in views] == [0, 1, 0, 1, 0, 0]
    drawn = [pictures.svgs[number] for ((_, number),) in views]
    assert [len(fills(svg)) for svg in drawn] == [0, 1, 2, 3, 4, 5]
    assert [texts(svg)[6] for svg in drawn[:2]] == ["You play x.", "You play o."]
    assert (shown.rounds, shown.problem) == (None, None)


def test_a_board_that_addresses_nobody_is_seen_by_all_alike():
    shown = shown_match(match("nim", [(0, 0)]), Pictures())
    assert [shown.start, *shown.after] == [Shown(((None, 0),)), Shown(((None, 1),))]


def test_every_seat_has_its_own_view_where_something_is_hidden():
    pictures = Pictures()
    shown = shown_match(match("kuhn_poker", [(-1, 2), (-1, 0), (0, 1), (1, 0)]), pictures)
    assert shown.start is shown.after[0] is None
    views = shown.after[1].views
    assert [seat for seat, _ in views] == [0, 1]
    assert [[text for text in texts(pictures.svgs[number]) if text in ("J", "Q", "K", "?")] for _, number in views] == [
        ["K", "?"], ["?", "J"]]


def test_matches_share_the_pictures_that_are_equal():
    pictures = Pictures()
    first, second = (shown_match(match("tic_tac_toe", TIC_TAC_TOE[:length]), pictures) for length in (5, 3))
    assert second.after == first.after[:3]
    assert len(pictures.svgs) == 6


def test_only_so_many_seats_have_a_view():
    moves = [(-1, card) for card in range(8)]
    shown = shown_match(match("kuhn_poker", moves, 8, params={"players": 8}), Pictures())
    assert [seat for seat, _ in shown.after[-1].views] == list(range(MOST_VIEWS))


def test_a_game_without_a_board_is_shown_in_its_own_words():
    shown = shown_match(match("oware", [(0, 2)]), Pictures())
    assert "Player 0 score = 0" in shown.start.text
    assert shown.start.views == ()
    assert shown.after[0].text != shown.start.text


def test_signs_that_cannot_be_seen_are_shown_in_texts():
    said = Step(player=0, action=None, name="a\u202eb")
    history = [*steps((-1, 0), (-1, 0)), said]
    shown = shown_match(record("m", [seat()] * 3, None, game="undercover", history=history, outcome="invalid"),
                        Pictures())
    text = " ".join(after.text for after in shown.after if after and after.text)
    assert "\u202e" not in text


def test_the_position_after_a_turn_is_that_after_its_last_step():
    calls = [call(0, 0), call(1, 1), call(0, 2)]
    drops = [(player, player) for player in (0, 1, 0)]
    shown = shown_match(match("connect_four", drops, calls=calls), Pictures())
    assert [turn.first for turn in shown.turns] == [0, 1, 2]
    assert len(shown.after) == 3


@pytest.mark.parametrize(("moves", "problem"), [
    ([(0, 0), (1, 0)], "step 1: action 0 of player 1 is not legal"), ([(1, 0)], "step 0: action 0 of player 1")])
def test_a_match_that_cannot_be_replayed_has_its_turns_and_says_why(moves, problem):
    shown = shown_match(match("tic_tac_toe", moves), Pictures())
    assert problem in shown.problem
    assert len(shown.turns) == len(moves)
    assert (shown.start, shown.after) == (None, (None,) * len(moves))


def test_a_match_of_a_game_that_no_longer_exists_is_a_problem_and_no_error():
    assert "no_such_game" in shown_match(match("no_such_game", [(0, 0)]), Pictures()).problem


def test_turns_are_those_of_transcripts():
    moves = [(-1, 2), (-1, 0), (0, 1), (1, 0)]
    for each in (match("kuhn_poker", moves), match("kuhn_poker", [(0, 7)])):
        assert shown_match(each, Pictures()).turns == tuple(whole_turns(each))


def test_a_board_that_fails_gives_way_to_the_text_with_one_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("cell")

    monkeypatch.setattr(boards, "_draw", lambda name: broken)
    shown = shown_match(match("nim", [(0, 0)], params={"pile_sizes": "9;8"}), Pictures())
    assert shown.problem is None
    assert shown.start.views == shown.after[0].views == ()
    assert shown.start.text.startswith("(0): 9 8")
    assert [each.getMessage() for each in caplog.records] == [
        "the board of nim fails, and the match browser shows such positions as text (KeyError: 'cell')"]
