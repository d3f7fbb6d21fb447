"""Boards of single games: what a seat sees, and nothing that only others see."""

from itertools import permutations, product

import pytest

import adapters
from adapters.boards import _layout
from adapters.boards.air_land_sea import BACK
from adapters.boards.codenames import COLOURS
from adapters.boards.pig import BAR
from adapters.images.drawing import LEVELS, SEAT_COLOURS, WHITE, Canvas, width_of
from tests.adapters.boards.test_boards import positions
from tests.support.codenames_boards import ASSASSIN, BLUE, act, dealt
from tests.support.svg_pictures import NAMESPACE, board, fills, parsed, played, texts

PASS, BET = 0, 1  # of kuhn_poker
ROLL, STOP = 0, 1  # of pig
SPYMASTER, OPERATIVE = 0, 1


def test_a_frame_has_room_for_margins_and_lines_and_a_card_face_down_no_name():
    bare, margins = _layout.make_canvas(100, 60, []), 2 * _layout.MARGIN
    assert (bare.width, bare.height) == (100 + margins, 60 + margins)
    long = "A line that is longer than the drawing is wide"
    canvas = _layout.make_canvas(100, 60, [long, "another"])
    assert canvas.width > width_of([long], _layout.SIZE) + margins
    assert (canvas.height, texts(canvas.svg("A test"))) == (60 + 2.5 * _layout.MARGIN + 48, [long, "another"])
    canvas = Canvas(100, 100)
    for name in (None, "Q"):
        _layout.draw_card(canvas, (50, 50), name)
    assert texts(canvas.svg("A test")) == ["?", "Q"]
    assert fills(canvas.svg("A test"), "path") == [_layout.BACK, WHITE[:4]]


@pytest.mark.parametrize(("game_string", "deals", "moves", "player", "different", "alike"), [
    *(("kuhn_poker", permutations(range(3), 2), moves, 0, 3, [(0, 1), (0, 2)])
      for moves in ([], [BET], [PASS, BET, BET])),
    ("leduc_poker", permutations(range(6), 2), [], 0, 6, [(0, 1), (0, 2)]),
    ("liars_dice", product(range(6), repeat=2), [3], 1, 6, [(0, 5), (3, 5)])])
def test_cards_and_dice_of_others_change_nothing(game_string, deals, moves, player, different, alike):
    boards = {deal: board(played(game_string, [*deal, *moves]), player) for deal in deals}
    assert len(set(boards.values())) == different
    assert len({boards[deal] for deal in alike}) == 1


def test_a_seat_sees_its_own_cards_and_dice_the_public_card_and_all_moves():
    state = played("kuhn_poker", [2, 0, PASS, BET])
    assert texts(board(state, 0)) == [
        "Pot: 3 chips", "Cards, lowest first: J, Q, K", "Player 0", "K", "1 chip", "Pass",
        "Player 1", "?", "2 chips", "Bet"]
    assert texts(board(state, 1))[3:8] == ["?", "1 chip", "Pass", "Player 1", "J"]
    state = played("liars_dice", [4, 2, 0])
    assert [len(fills(board(state, seat))) for seat in (0, 1)] == [5, 3]
    assert fills(board(state, 0), "path").count(_layout.BACK) == 1
    assert "9" in texts(board(played("liars_dice(dice_sides=9)", [8, 0])))
    state = played("liars_dice(numdice=3)", [0] * 6)
    assert texts(board(state))[0] == "No bid yet"
    for action in (0, 7, 8, 9, 10, 36):
        state.apply_action(action)
    assert texts(board(state))[:2] == [
        "Player 0: 1 x 1,  Player 1: 2 x 2,  Player 0: 2 x 3,  Player 1: 2 x 4", "Player 0: 2 x 5,  Player 1: liar!"]


def test_a_player_sees_its_own_hand_and_no_card_that_only_the_other_one_sees():
    for state in positions("air_land_sea"):
        view = adapters.for_game(state.get_game()).view
        known = [{card["card"] for card in view.observe(state, seat)["known"]} for seat in (0, 1)]
        for seat in (0, 1):
            shown = " ".join(texts(board(state, seat)))
            assert all(card["card"] in shown for card in view.observe(state, seat)["hand"])
            assert not [card for card in known[1 - seat] - known[seat] if card in shown]


def test_a_card_that_lies_face_down_is_grey_and_named_for_its_owner_alone():
    state = next(state for state in positions("air_land_sea") if state.current_player() >= 0).clone()
    mover = state.current_player()
    names = (state.action_to_string(mover, action) for action in state.legal_actions())
    name = next(name for name in names if name.startswith("Improvise"))
    assert BACK not in fills(board(state, mover), "path")
    state.apply_action(state.string_to_action(name))
    for seat, shown in ((mover, True), (1 - mover, False)):
        svg = board(state, seat)
        assert fills(svg, "path").count(BACK) == 1
        assert (f"2  {name.split('Improvise ')[1].split(' to ')[0]}" in texts(svg)) == shown
        assert ("2  face down" in texts(svg)) != shown


def test_a_spymaster_sees_the_kinds_of_all_words_and_an_operative_of_revealed_ones_alone():
    shown = texts(board(dealt(), SPYMASTER))
    assert [shown.count(kind) for kind in COLOURS] == [9, 8, 7, 1]
    assert shown[shown.index(ASSASSIN[0]) + 1] == "assassin"
    assert fills(board(act(dealt(), ("ocean", 2), BLUE[0]), SPYMASTER), "g").count(COLOURS["Blue"]) == 1
    state = act(dealt(), ("ocean", 2))
    before = board(state, OPERATIVE)
    assert not set(texts(before)) & COLOURS.keys()
    assert not set(fills(before, "g")) & set(COLOURS.values())
    assert {group.get("stroke") for group in parsed(before).iter(f"{NAMESPACE}g")} == {"#000"}
    after = board(act(state, "beach"), OPERATIVE)
    assert texts(after)[texts(after).index("beach") + 1] == "Red"
    assert fills(after, "g").count(COLOURS["Red"]) == 1
    assert "Red: ocean 2 > beach" in texts(after)


def test_pieces_of_chess_and_stones_of_go_stand_where_the_moves_put_them():
    svg = board(played("chess"))
    assert fills(svg) == [None] * 16 + ["#fff"] * 16
    assert (texts(svg)[:8], texts(svg)[-8:]) == (list("abcdefgh"), list("RNBQKBNR"))
    after = texts(board(played("chess", ["e4"])))
    assert texts(svg).count("P") == after.count("P") == 8
    assert after.index("P") == len(after) - 16
    svg = board(played("go(board_size=9)", ["B c1", "W d9"]))
    assert fills(svg) == ["#fff", None]
    assert texts(svg)[:18] == [*"ABCDEFGHJ", *"987654321"]


def test_objects_that_are_left_are_filled_taken_ones_rings_and_a_tall_pile_a_number_above_those_that_fit():
    svg = board(played("nim(pile_sizes=2;3)", ["pile:2, take:2;"]))
    assert fills(svg) == [*[LEVELS[3]] * 3, "#fff", "#fff"]
    assert texts(svg) == ["2", "pile 1", "1", "pile 2"]
    tall = board(played("nim(pile_sizes=100;1)"))
    assert (len(fills(tall)), texts(tall)[0]) == (20 + 1, "100")


def test_a_bar_is_as_long_as_its_seats_share_of_the_points_that_win():
    svg = board(played("pig(winscore=20)", [ROLL, 4, STOP, ROLL, 2]))
    assert texts(svg) == ["Points at stake in this turn: 3", "20 points win", "Player 0", "5", "Player 1", "0"]
    bars = [path.get("d") for path in parsed(svg).iter(f"{NAMESPACE}path") if path.get("fill") == SEAT_COLOURS[0]]
    assert bars == [f"M90 26h{BAR // 4}v24h-{BAR // 4}z"]
