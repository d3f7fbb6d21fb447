import pytest

from adapters.native.dark_chess import VIEW
from tests.support.named_games import loaded, some_decisions
from tests.support.svg_pictures import played

BLACK, WHITE = 0, 1
SMALL = "dark_chess(board_size=4)"


def test_a_player_sees_the_squares_of_its_pieces_and_those_that_they_can_move_to():
    state = played("dark_chess", ["e4", "d5", "e5", "f5", "d4", "Qd6"])
    seen = VIEW.observe(state, WHITE)
    assert seen["board"] == [
        "????????", "????????", ".??q.??.", "?.??P?..", "...P?...", "........", "PPP..PPP", "RNBQKBNR"]
    assert VIEW.observe(state, BLACK)["board"] == [
        "rnb.kbnr", "ppp.p.pp", "...q....", "...pPp..", "?.???.??", ".???????", "????????", "????????"]
    assert (seen["you"], seen["opponent"], seen["first"], seen["start"]) == ("White", "Black", "White", [])
    assert [VIEW.seat_name(state, seat) for seat in (BLACK, WHITE)] == ["Black", "White"]


def test_a_pawn_that_can_be_captured_en_passant_is_seen_and_own_castlings_are_told():
    seen = VIEW.observe(played("dark_chess", ["e4", "d5", "e5", "f5"]), WHITE)
    assert (seen["board"][3], seen["en_passant"], seen["quiet"]) == ("?.??Pp?.", "f6", 0)
    assert [each["name"] for each in seen["castling"]] == ["O-O", "O-O-O"]
    assert VIEW.observe(played("dark_chess", ["e4", "d5", "Ke2"]), WHITE)["castling"] == []
    assert len(VIEW.observe(played("dark_chess", ["e4", "d5", "Ke2"]), BLACK)["castling"]) == 2


def test_own_moves_and_losses_are_known_and_no_other_moves():
    state = played("dark_chess", ["e4", "d5", "exd5", "Qxd5", "a3", "Qxg2"])
    assert VIEW.observe(state, WHITE)["moves"] == [
        {"player": WHITE, "move": "e4"}, {"player": WHITE, "move": "exd5"},
        {"player": BLACK, "move": "takes the pawn on d5"}, {"player": WHITE, "move": "a3"},
        {"player": BLACK, "move": "takes the pawn on g2"}]
    assert [made["move"] for made in VIEW.observe(state, BLACK)["moves"]] == [
        "d5", "takes the pawn on d5", "Qxd5", "Qxg2"]


def test_a_position_that_comes_again_is_counted_and_the_start_is_shown_if_it_is_not_the_usual_one():
    knights = ["Nf3", "Nf6", "Ng1", "Ng8"]
    assert [VIEW.observe(played("dark_chess", knights[:count]), WHITE)["occurred"] for count in (2, 4)] == [1, 2]
    assert played("dark_chess", knights * 2).returns() == [0, 0]
    assert VIEW.observe(played(SMALL), WHITE)["start"] == ["r.kr", "pppp", "PPPP", "R.KR"]


def test_the_last_position_is_seen_without_a_king_that_was_captured():
    state = played("dark_chess", ["e4", "f6", "Qh5", "a6", "Qxe8"])
    assert state.returns() == [-1, 1]
    assert "k" not in "".join(VIEW.observe(state, BLACK)["board"])
    assert VIEW.observe(state, BLACK)["moves"][-1]["move"] == "takes the king on e8"


@pytest.mark.parametrize(("moves", "said", "name"), [
    ([], "e2e4", "e4"), ([], "1. Nf3", "Nf3"), ([], "g1-f3", "Nf3"), ([], "knight to f3", "Nf3"),
    (["e4", "d5"], "e4xd5", "exd5"), (["e4"], "e7-e5", "e5"),
    (["e4", "d5", "Nf3", "a6", "Be2", "b6"], "0-0", "O-O"), (["e4", "d5", "Nf3", "a6", "Be2", "b6"], "e1g1", "O-O")])
def test_a_move_is_understood_as_in_chess(moves, said, name):
    state = played("dark_chess", moves)
    player = state.current_player()
    (action,) = loaded("dark_chess").parse(f"Answer: {said}", state, player)
    assert VIEW.names(state, player, action)[0] == name


@pytest.mark.parametrize("game_string", ["dark_chess", SMALL])
def test_moves_have_different_names_by_which_they_are_read(game_string):
    for state, player in some_decisions(game_string, most=6):
        names = [VIEW.names(state, player, action) for action in state.legal_actions()]
        spelled = [name for known in names for name in known]
        assert len(set(spelled)) == len(spelled)
        for (shown, *_), action in zip(names, state.legal_actions(), strict=True):
            assert loaded(game_string).parse(f"Answer: {shown}", state, player) == [action]
