import pyspiel
import pytest

from adapters import ReplyError
from adapters.native.chess import VIEW
from tests.support.named_games import loaded, some_decisions
from tests.support.svg_pictures import played

BLACK, WHITE = 0, 1
ITALIAN = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"]
SHUFFLED = "chess(chess960=True)"


def placed(fen: str, game_string: str = "chess") -> pyspiel.State:
    return pyspiel.load_game(game_string).new_initial_state(fen)


def read(state: pyspiel.State, said: str) -> str:
    """Returns the listed name of the move that is understood."""
    player = state.current_player()
    (action,) = loaded("chess").parse(f"Answer: {said}", state, player)
    return VIEW.names(state, player, action)[0]


def test_a_position_is_told_as_a_board_as_pieces_as_fen_and_as_the_moves_that_led_to_it():
    seen = VIEW.observe(played("chess", ITALIAN), WHITE)
    assert (seen["you"], seen["opponent"], seen["turn"]) == ("White", "Black", "White")
    assert seen["board"] == [
        "r.bqk.nr", "pppp.ppp", "..n.....", "..b.p...", "..B.P...", ".....N..", "PPPP.PPP", "RNBQK..R"]
    assert (seen["files"], seen["ranks"]) == (list("abcdefgh"), list("87654321"))
    assert seen["pieces"]["White"] == [
        "king e1", "queen d1", "rooks a1 h1", "bishops c1 c4", "knights b1 f3", "pawns a2 b2 c2 d2 e4 f2 g2 h2"]
    assert seen["pieces"]["Black"][2:5] == ["rooks a8 h8", "bishops c5 c8", "knights c6 g8"]
    assert seen["text"] == "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    assert seen["pgn"] == "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4."
    assert [made["player"] for made in seen["moves"]] == [WHITE, BLACK] * 3
    assert [made["move"] for made in seen["moves"]] == ITALIAN
    assert (seen["quiet"], seen["occurred"], seen["start"]) == (4, 1, "")


def test_castling_and_capture_en_passant_are_told_as_long_as_they_are_possible():
    both = [{"name": "O-O", "rook": "h1"}, {"name": "O-O-O", "rook": "a1"}]
    state = played("chess", ["e4", "a6", "e5", "d5"])
    seen = VIEW.observe(state, WHITE)
    assert (seen["castling"]["White"], seen["en_passant"]) == (both, "d6")
    assert "exd6" in VIEW.patterns(state, WHITE)
    state = played("chess", ["e4", "Nf6", "e5", "Rg8", "Ke2"])
    seen = VIEW.observe(state, BLACK)
    assert (seen["castling"]["White"], seen["en_passant"]) == ([], "")
    assert seen["castling"]["Black"] == [{"name": "O-O-O", "rook": "a8"}]


def test_the_record_of_a_match_that_starts_elsewhere_counts_from_there():
    state = placed("4k3/8/8/8/8/8/4p3/4K2R b K - 7 30")
    assert VIEW.observe(state, BLACK)["pgn"] == "30..."
    for move in ("Kd7", "Kxe2"):
        state.apply_action(state.string_to_action(move))
    seen = VIEW.observe(state, BLACK)
    assert (seen["pgn"], seen["start"]) == ("30... Kd7 31. Kxe2", "4k3/8/8/8/8/8/4p3/4K2R b K - 7 30")
    assert VIEW.observe(played("chess"), WHITE)["pgn"] == "1."


def test_a_position_that_comes_again_is_counted():
    knights = ["Nf3", "Nf6", "Ng1", "Ng8"]
    assert [VIEW.observe(played("chess", knights[:count]), WHITE)["occurred"] for count in (0, 2, 4)] == [1, 1, 2]
    state = played("chess", knights * 2)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_black_is_seat_0_and_pieces_that_are_shuffled_have_the_castlings_of_their_rooks():
    assert [VIEW.seat_name(played("chess"), seat) for seat in (BLACK, WHITE)] == ["Black", "White"]
    seen = VIEW.observe(played(SHUFFLED, [3]), WHITE)
    assert seen["start"] == seen["text"] == "bbqnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BBQNRKRN w GEge - 0 1"
    assert seen["castling"]["White"] == [{"name": "O-O", "rook": "g1"}, {"name": "O-O-O", "rook": "e1"}]


@pytest.mark.parametrize(("said", "name"), [
    ("e2e4", "e4"), ("e2-e4", "e4"), ("1. e4", "e4"), ("E4", "e4"), ("e2 to e4", "e4"), ("pawn to e4", "e4"),
    ("Ng1f3", "Nf3"), ("Ng1-f3", "Nf3"), ("g1f3", "Nf3"), ("knight to f3", "Nf3"), ("1. Nf3!", "Nf3"),
    ("knight f3", "Nf3"), ("knight from g1 to f3", "Nf3"), ("move e2 to e4", "e4")])
def test_a_move_is_understood_by_its_squares_and_as_people_write_it(said, name):
    assert read(played("chess"), said) == name


@pytest.mark.parametrize(("fen", "said", "name"), [
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "O-O"), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "O-O-O"), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh8", "Rh8+"),
    ("r3k3/8/8/8/8/8/8/4K2R b q - 0 1", "castle queenside", "O-O-O"),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "O-O+"), ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "O-O"),
    ("8/P7/8/8/8/8/k7/4K3 w - - 0 1", "a8Q", "a8=Q+"), ("8/P7/8/8/8/8/8/k3K3 w - - 0 1", "a7a8n", "a8=N"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4xd5", "exd5"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 takes d5", "exd5"),
    ("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "Nd5", "Nxd5"), ("8/P7/8/8/8/8/8/k3K3 w - - 0 1", "a8=knight", "a8=N"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "exd6"),
    ("4k3/8/8/8/8/8/R6R/4K3 w - - 0 1", "Ra2d2", "Rad2"), ("4k3/1p6/8/8/8/8/8/4K3 b - - 0 1", "b7-b5", "b5")])
def test_special_moves_are_understood(fen, said, name):
    assert read(placed(fen), said) == name


@pytest.mark.parametrize(("fen", "said"), [
    ("4k3/8/8/8/8/8/R6R/4K3 w - - 0 1", "Rd2"), ("8/P7/8/8/8/8/8/k3K3 w - - 0 1", "a7a8"),
    ("4k3/8/2p5/8/1P6/8/B7/4K3 w - - 0 1", "b6")])
def test_what_may_mean_several_moves_or_none_is_refused(fen, said):
    with pytest.raises(ReplyError):
        read(placed(fen), said)


def test_of_shuffled_pieces_the_king_goes_to_a_square_or_castles_with_a_rook():
    state = placed("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", SHUFFLED)
    for said, name in (("f1g1", "Kg1"), ("f1h1", "O-O"), ("f1a1", "O-O-O"), ("0-0", "O-O")):
        assert read(state, said) == name


@pytest.mark.parametrize("game_string", ["chess", SHUFFLED])
def test_moves_have_different_names_by_which_they_are_read(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, most=4):
        names = [VIEW.names(state, player, action) for action in state.legal_actions()]
        spelled = [name for known in names for name in known]
        assert len(set(spelled)) == len(spelled)
        for action, (shown, *_) in zip(state.legal_actions(), names, strict=True):
            assert adapter.parse(f"Answer: {shown}", state, player) == [action]
