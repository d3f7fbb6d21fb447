import adapters
from adapters.boards.air_land_sea import BACK
from tests.adapters.boards.test_boards import positions
from tests.support.svg_pictures import board, fills, texts


def test_a_player_sees_its_own_hand_and_no_card_that_only_the_other_one_sees():
    for state in positions("air_land_sea"):
        view = adapters.for_game(state.get_game()).view
        known = [{card["card"] for card in view.observe(state, seat)["known"]} for seat in (0, 1)]
        for seat in (0, 1):
            shown = " ".join(texts(board(state, seat)))
            assert all(card["card"] in shown for card in view.observe(state, seat)["hand"])
            assert not [card for card in known[1 - seat] - known[seat] if card in shown]


def test_a_card_that_lies_face_down_is_grey_and_named_for_its_owner_alone():
    state = next(state for state in positions("air_land_sea") if state.current_player() >= 0)
    mover = state.current_player()
    name = next(name for action in state.legal_actions() if (name := state.action_to_string(mover, action)).startswith(
        "Improvise"))
    before = board(state, mover)
    state.apply_action(state.string_to_action(name))
    for seat, shown in ((mover, True), (1 - mover, False)):
        svg = board(state, seat)
        assert fills(svg, "path").count(BACK) == 1
        assert (f"2  {name.split('Improvise ')[1].split(' to ')[0]}" in texts(svg)) == shown
        assert ("2  face down" in texts(svg)) != shown
    assert BACK not in fills(before, "path")
