import pyspiel
import pytest

from adapters import boards
from gtarena.logs.records import Step
from gtarena.logs.replay import tell_match
from gtarena.reports.match_browser.positions import MOST_VIEWS, Pictures, Shown, shown_match
from gtarena.reports.match_browser.rounds import RoundRow, Rounds, RoundsSeen
from tests.support.records import call, llm, record, seat, steps
from tests.support.svg_pictures import fills, texts

# x takes the top row while o takes two of the middle one.
TIC_TAC_TOE = [(0, 0), (1, 3), (0, 1), (1, 4), (0, 2)]


def match(game, moves, players=2, **fields):
    return record("m", [llm(), *[seat()] * (players - 1)], [0] * players, game=game, history=steps(*moves), **fields)


def test_hidden_things_give_every_seat_its_view_and_games_without_a_board_are_told_in_words():
    pictures = Pictures()
    shown = shown_match(match("kuhn_poker", [(-1, 2), (-1, 0), (0, 1), (1, 0)]), pictures)
    assert shown.start is shown.after[0] is None
    views = shown.after[1].views
    assert [seat for seat, _ in views] == [0, 1]
    assert [[text for text in texts(pictures.svgs[number]) if text in ("J", "Q", "K", "?")] for _, number in views] == [
        ["K", "?"], ["?", "J"]]
    moves = [(-1, card) for card in range(8)]
    shown = shown_match(match("kuhn_poker", moves, 8, params={"players": 8}), Pictures())
    assert [seat for seat, _ in shown.after[-1].views] == list(range(MOST_VIEWS))
    shown = shown_match(match("oware", [(0, 2)]), Pictures())
    assert "Player 0 score = 0" in shown.start.text
    assert shown.start.views == ()
    assert shown.after[0].text != shown.start.text
    history = [*steps((-1, 0), (-1, 0)), Step(player=0, action=None, name="a\u202eb")]
    shown = shown_match(record("m", [seat()] * 3, None, game="undercover", history=history, outcome="invalid"),
                        Pictures())
    assert "\u202e" not in " ".join(after.text for after in shown.after if after and after.text)


@pytest.mark.parametrize(("moves", "problem"), [
    ([(0, 0), (1, 0)], "step 1: action 0 of player 1 is not legal"), ([(1, 0)], "step 0: action 0 of player 1")])
def test_a_match_that_cannot_be_replayed_has_its_turns_and_says_why(moves, problem):
    shown = shown_match(match("tic_tac_toe", moves), Pictures())
    assert problem in shown.problem
    assert (len(shown.told.turns), shown.start, shown.after) == (len(moves), None, (None,) * len(moves))
    assert "no_such_game" in shown_match(match("no_such_game", [(0, 0)]), Pictures()).problem


def test_equal_pictures_have_one_number_and_turns_are_those_of_transcripts():
    pictures = Pictures()
    assert ([pictures.number(svg) for svg in ("a", "b", "a")], pictures.svgs) == ([0, 1, 0], ["a", "b"])
    pictures = Pictures()
    first, second = (shown_match(match("tic_tac_toe", TIC_TAC_TOE[:length]), pictures) for length in (5, 3))
    assert second.after == first.after[:3]
    assert len(pictures.svgs) == 6
    pictures = Pictures()
    shown = shown_match(match("tic_tac_toe", TIC_TAC_TOE), pictures)
    views = [shown.start.views, *(after.views for after in shown.after)]
    assert [seat for ((seat, _),) in views] == [0, 1, 0, 1, 0, 0]
    drawn = [pictures.svgs[number] for ((_, number),) in views]
    assert [len(fills(svg)) for svg in drawn] == [0, 1, 2, 3, 4, 5]
    assert [texts(svg)[6] for svg in drawn[:2]] == ["Player 0 plays x.", "Player 1 plays o."]
    assert (shown.rounds, shown.problem) == (None, None)
    shown = shown_match(match("nim", [(0, 0)]), Pictures())
    assert [shown.start, *shown.after] == [Shown(((None, 0),)), Shown(((None, 1),))]
    moves = [(-1, 2), (-1, 0), (0, 1), (1, 0)]
    for each in (match("kuhn_poker", moves), match("kuhn_poker", [(0, 7)])):
        assert shown_match(each, Pictures()).told.turns == tell_match(each).turns
    calls = [call(0, 0), call(1, 1), call(0, 2)]
    drops = [(player, player) for player in (0, 1, 0)]
    shown = shown_match(match("connect_four", drops, calls=calls), Pictures())
    assert ([turn.first for turn in shown.told.turns], len(shown.after)) == ([0, 1, 2], 3)


def test_a_board_that_fails_gives_way_to_the_text_with_one_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("cell")

    monkeypatch.setattr(boards, "_find_drawing", lambda name: broken)
    shown = shown_match(match("nim", [(0, 0)], params={"pile_sizes": "9;8"}), Pictures())
    assert shown.problem is None
    assert shown.start.views == shown.after[0].views == ()
    assert shown.start.text.startswith("(0): 9 8")
    assert [each.getMessage() for each in caplog.records] == [
        "the board of nim fails, and the match browser shows such positions as text (KeyError: 'cell')"]


GO, STAY = 1, 0


def rounds(game, moves, seats, **params):
    shown = shown_match(record("m", [seat()] * seats, None, game=game, params=params, history=steps(*moves)),
                        Pictures())
    assert shown.problem is None
    return shown.rounds


def jointly(*rounds):
    return [(player, action) for joint in rounds for player, action in enumerate(joint)]


def test_a_round_tells_what_every_seat_played_was_told_and_was_paid_and_other_games_have_no_table():
    # Two of three exceed a capacity of 60 %; one does not.
    table = rounds("el_farol", jointly((GO, GO, STAY), (GO, STAY, STAY)), 3, players=3, rounds=2)
    assert table == Rounds(
        ("Player 0", "Player 1", "Player 2", "went", "stayed", "crowded", "payoffs"),
        (RoundRow(2, ("go", "go", "stay", "2", "1", "yes", "0, 0, 5")),
         RoundRow(5, ("go", "stay", "stay", "1", "2", "no", "10, 5, 5"))))
    table = rounds("iterated_prisoners_dilemma", [(0, 0), (1, 1), (-1, 0)], 2)
    assert table.columns == ("Player 0", "Player 1", "payoffs")
    assert [row.cells for row in table.rows] == [("Cooperate", "Defect", "0, 10")]
    table = rounds("public_goods", jointly((5, 0, 1)), 3, players=3, rounds=1)
    assert table.columns == ("Player 0", "Player 1", "Player 2", "pot", "payoffs")
    assert table.rows[0].cells[:4] == ("5", "0", "1", "6")
    table = rounds("sealed_bid_auction", [(-1, 0), (-1, 1), *jointly((3, 4))], 2, players=2, rounds=1)
    assert (table.columns, table.rows[0].until) == (("Player 0", "Player 1", "winning bid", "price", "payoffs"), 3)
    assert [cell.split(" (")[0] for cell in table.rows[0].cells[:2]] == ["3", "4"]
    assert all("(value " in cell for cell in table.rows[0].cells[:2])
    # Seat 0 shoots at seat 2 and misses; then seat 1 hits seat 2.
    table = rounds("battle_royale", [(0, 2), (-1, 0), (1, 2), (-1, 1)], 3, players=3)
    assert table.columns == ("player_0", "player_1", "player_2", "shooter", "target", "hit", "left")
    assert [row.until for row in table.rows] == [1, 3]
    assert table.rows[1].cells == ("", "player_2", "", "player_1", "player_2", "yes", "2")
    assert rounds("tic_tac_toe", [(0, 0)], 2) is None
    assert rounds("santorini", [(0, 0)], 2) is None
    assert RoundsSeen().table([], []) is None
    assert rounds("el_farol", jointly((GO, GO)), 3, players=3, rounds=2) is None


@pytest.mark.parametrize(("game", "told"), [("el_farol", True), ("codenames", False), ("tic_tac_toe", False)])
def test_positions_of_rounds_need_no_words_besides(game, told):
    assert RoundsSeen.tell_all(pyspiel.load_game(game).new_initial_state()) == told
