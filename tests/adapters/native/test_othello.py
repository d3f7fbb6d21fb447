import pyspiel
import pytest

from adapters.native.othello import VIEW
from tests.support.named_games import loaded, some_decisions
from tests.support.playouts import decision_points
from tests.support.svg_pictures import played


def passing() -> tuple[pyspiel.State, int]:
    """Returns a decision in which nothing but a pass is possible."""
    found = (decision for seed in range(9) for decision in decision_points("othello", seed)
             if decision[0].legal_actions() == [64])
    return next(found)


def test_the_board_is_seen_with_dots_and_pieces_are_counted_for_the_player():
    state = played("othello", ["d3"])
    seen = VIEW.observe(state, 1)
    assert seen["board"] == ["........"] * 2 + ["...x....", "...xx...", "...xo..."] + ["........"] * 3
    assert (seen["you"], seen["opponent"], seen["your_mark"], seen["opponent_mark"]) == ("White", "Black", "o", "x")
    assert (seen["yours"], seen["theirs"], seen["must_pass"]) == (1, 4, False)
    assert seen["moves"] == [{"player": 0, "move": "d3"}]
    assert seen["seats"] == ["Black (x)", "White (o)"]
    assert [VIEW.seat_name(state, seat) for seat in (0, 1)] == ["Black", "White"]


def test_a_forced_pass_is_told():
    state, player = passing()
    assert VIEW.observe(state, player)["must_pass"]
    assert VIEW.patterns(state, player) == ["pass"]
    state.apply_action(64)
    assert VIEW.observe(state, 1 - player)["moves"][-1] == {"player": player, "move": "pass"}


@pytest.mark.parametrize(("said", "name"), [
    ("d3", "d3"), ("D3", "d3"), ("1. d3", "d3"), ("place a piece on d3", "d3"), ("c4", "c4")])
def test_a_square_is_understood(said, name):
    state = played("othello")
    (action,) = loaded("othello").parse(f"Answer: {said}", state, 0)
    assert VIEW.names(state, 0, action)[0] == name


def test_moves_have_openspiels_names_which_are_different_and_are_read():
    for state, player in some_decisions("othello"):
        names = [VIEW.names(state, player, action) for action in state.legal_actions()]
        assert names == [(name, name) for name in map(state.action_to_string, state.legal_actions())]
        assert len(set(names)) == len(names)
        for (name, _), action in zip(names, state.legal_actions(), strict=True):
            assert loaded("othello").parse(f"Answer: {name}", state, player) == [action]
