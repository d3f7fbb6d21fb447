import pytest

from adapters.native.hanabi import VIEW, decode_move, read_settings
from tests.support.named_games import after, loaded
from tests.support.playouts import decision_points
from tests.support.read_back import check_names

# Cards by their numbers: R1 to R5 are 0 to 4, then yellow, green, white and blue ones.
FIRST_HAND, SECOND_HAND = [0, 1, 5, 5, 24], [0, 7, 11, 13, 13]  # R1 R2 Y1 Y1 B5, and R1 Y3 G2 G4 G4
DEAL = FIRST_HAND + SECOND_HAND
DISCARD, PLAY, COLOR, RANK = 0, 5, 10, 15  # the first action of each kind


@pytest.mark.parametrize("game_string", ["hanabi", "hanabi(players=3,colors=3,ranks=4)", "hanabi(players=5)"])
def test_moves_are_decoded_as_openspiel_names_them(game_string):
    for state, player in decision_points(game_string, 1):
        settings = read_settings(state.get_game())
        for action in state.legal_actions():
            move = decode_move(settings, action)
            hint = f"Reveal player +{move.offset} {move.kind} {move.value}"
            told = hint if move.offset else f"{move.kind} {move.place}"
            assert state.action_to_string(player, action) == f"({told})"


def test_a_player_sees_the_hands_of_others_with_what_they_know_and_of_its_own_hand_what_hints_told():
    state = after("hanabi", *DEAL, COLOR + 2, RANK)  # green for player 1, rank 1 for player 0
    first, second = VIEW.observe(state, 0)["hands"]
    assert [card["card"] for card in first["cards"]] == [None] * 5
    assert [card["ranks"] for card in first["cards"]] == [[1], [2, 3, 4, 5], [1], [1], [2, 3, 4, 5]]
    assert [card["card"] for card in second["cards"]] == ["R1", "Y3", "G2", "G4", "G4"]
    assert [card["colors"] for card in second["cards"]] == [list("RYWB")] * 2 + [["G"]] * 3
    own = VIEW.observe(state, 1)["hands"]
    assert [card["card"] for card in own[0]["cards"]] == ["R1", "R2", "Y1", "Y1", "B5"]
    assert [card["card"] for card in own[1]["cards"]] == [None] * 5
    assert VIEW.observe(state, 0)["moves"] == [
        {"player": 0, "move": "Reveal to player 1: color G", "kind": "color", "touched": [2, 3, 4]},
        {"player": 1, "move": "Reveal to player 0: rank 1", "kind": "rank", "touched": [0, 2, 3]}]


def test_cards_that_leave_a_hand_are_told_and_newer_ones_move_down():
    # R1 fits, player 0 is told of rank 2, R2 is discarded, and Y3 does not fit.
    state = after("hanabi", *DEAL, PLAY, 2, RANK + 1, DISCARD, 4, PLAY + 1, 9)
    seen = VIEW.observe(state, 1)
    assert [(move["move"], move["card"], move["fits"]) for move in seen["moves"] if "card" in move] == [
        ("Play 0", "R1", True), ("Discard 0", "R2", False), ("Play 1", "Y3", False)]
    assert seen["fireworks"][0] == {"letter": "R", "color": "red", "rank": 1}
    assert (seen["lives"], seen["tokens"], seen["deck"], seen["discards"]) == (2, 8, 37, ["R2", "Y3"])
    assert [card["card"] for card in seen["hands"][0]["cards"]] == ["Y1", "Y1", "B5", "R3", "R5"]


def test_after_the_last_card_every_player_has_one_more_turn():
    for state, player in decision_points("hanabi(players=3,max_life_tokens=60)", 0):
        seen = VIEW.observe(state, player)
        assert (seen["turns_left"] is None) == (seen["deck"] > 0)
        last = seen["turns_left"]
    assert last == 1


@pytest.mark.parametrize("said", [
    "Reveal to player 1: color G", "color G", "green", "reveal color G", "Reveal color green to player 1",
    "(Reveal player +1 color G)", "color green"])
def test_other_names_of_hints_are_understood(said):
    state = after("hanabi", *DEAL)
    assert loaded("hanabi").parse(f"Answer: {said}", state, 0) == [COLOR + 2]


def test_names_tell_the_hinted_player_and_numbers_are_ranges():
    state = after("hanabi(players=3)", *DEAL, 0, 1, 2, 3, 3)
    view = loaded("hanabi(players=3)").view
    ranks = [f"Reveal to player {other}: rank 1..4" for other in (1, 2)]
    assert view.patterns(state, 0)[:3] == ["Play 0..4", *ranks]
    assert not any("+" in name for action in state.legal_actions() for name in view.names(state, 0, action))


@pytest.mark.parametrize("game_string", ["hanabi", "hanabi(players=4,colors=2)"])
def test_names_are_clear(game_string):
    check_names(game_string)
