from adapters.native.shogi import VIEW
from tests.support.named_games import loaded, some_decisions
from tests.support.svg_pictures import played

BLACK, WHITE = 0, 1
EXCHANGE = ["7g7f", "3c3d", "8h2b+"]


def test_the_position_is_drawn_with_the_names_that_moves_have():
    text = VIEW.observe(played("shogi", EXCHANGE), WHITE)["text"]
    assert text.splitlines() == [
        "   9  8  7  6  5  4  3  2  1",
        "a  l  n  s  g  k  g  s  n  l",
        "b  .  r  .  .  .  .  . +B  .",
        "c  p  p  p  p  p  p  .  p  p",
        "d  .  .  .  .  .  .  p  .  .",
        "e  .  .  .  .  .  .  .  .  .",
        "f  .  .  P  .  .  .  .  .  .",
        "g  P  P  .  P  P  P  P  P  P",
        "h  .  .  .  .  .  .  .  R  .",
        "i  L  N  S  G  K  G  S  N  L",
        "In Black's hand: bishop.",
        "In White's hand: none.",
        "Round 2, White to move."]


def test_pieces_in_hand_are_told_for_both_players_with_their_number():
    state = played("shogi", [*EXCHANGE, "3a2b"])
    assert VIEW.observe(state, BLACK)["text"].splitlines()[-3:] == [
        "In Black's hand: bishop.", "In White's hand: bishop.", "Round 3, Black to move."]
    state = played("shogi", ["2g2f", "8c8d", "2f2e", "8d8e", "2e2d", "8e8f", "2d2c+", "8f8g+", "2c2b"])
    lines = VIEW.observe(state, WHITE)["text"].splitlines()
    assert lines[-3:] == ["In Black's hand: bishop, pawn.", "In White's hand: pawn.", "Round 5, White to move."]
    state.apply_action(state.string_to_action("8g8h"))
    state.apply_action(state.string_to_action("2b3a"))
    state.apply_action(state.string_to_action("8h9i"))
    assert VIEW.observe(state, BLACK)["text"].splitlines()[-3:-1] == [
        "In Black's hand: bishop, silver, pawn.", "In White's hand: bishop, lance, pawn."]


def test_the_number_of_equal_pieces_in_hand_is_told():
    state = played("shogi", ["2g2f", "8c8d", "2f2e", "8d8e", "2e2d", "8e8f", "2d2c+", "8f8g+", "2c1c", "8g9g"])
    assert VIEW.observe(state, BLACK)["text"].splitlines()[-3:-1] == [
        "In Black's hand: 2 pawns.", "In White's hand: 2 pawns."]


def test_moves_are_read_by_the_names_that_are_listed():
    for state, player in some_decisions("shogi", most=5):
        for action in state.legal_actions()[::3]:
            shown = VIEW.names(state, player, action)[0]
            assert loaded("shogi").parse(f"Answer: {shown}", state, player) == [action]
