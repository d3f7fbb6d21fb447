import random

import pyspiel
import pytest

from adapters import ReplyError
from adapters.native._backgammon_moves import BAR, Step, name_steps
from adapters.native.backgammon import VIEW
from tests.support.named_games import loaded, some_decisions

SETTINGS = ("backgammon", "backgammon(hyper_backgammon=True)")
ROLLS = [(1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (4, 1), (1, 5), (5, 1), (1, 6), (6, 1), (2, 3), (3, 2), (2, 4), (4, 2),
         (2, 5), (5, 2), (2, 6), (6, 2), (3, 4), (4, 3), (3, 5), (5, 3), (3, 6), (6, 3), (4, 5), (5, 4), (4, 6), (6, 4),
         (5, 6), (6, 5), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]


def after(*steps: tuple[int, int] | str, game_string: str = "backgammon") -> pyspiel.State:
    """Returns the state after rolls of dice, and moves by their listed names; player 0 begins with ``(1, n)``."""
    state = pyspiel.load_game(game_string).new_initial_state()
    for step in steps:
        if isinstance(step, tuple):
            state.apply_action(ROLLS.index(step))
        else:
            (action, *_) = [action for action in state.legal_actions()
                            if step in VIEW.names(state, state.current_player(), action)[:1]]
            state.apply_action(action)
    return state


def read(state: pyspiel.State, said: str) -> str:
    player = state.current_player()
    (action,) = loaded("backgammon").parse(f"Answer: {said}", state, player)
    return VIEW.names(state, player, action)[0]


def counts(side: dict[str, object]) -> dict[int, int]:
    return {each["point"]: each["checkers"] for each in side["points"]}


def test_each_player_counts_points_from_its_own_end():
    start = {24: 2, 13: 5, 8: 3, 6: 5}
    state = after((1, 3))
    for player in (0, 1):
        seen = VIEW.observe(state, player)
        assert counts(seen["yours"]) == start
        assert counts(seen["theirs"]) == {25 - point: checkers for point, checkers in start.items()}
        assert counts(seen["sides"][0]) == start
        assert (seen["dice"], seen["turn"], seen["again"], seen["total"]) == ([1, 3], 1, False, 15)
    hyper = VIEW.observe(after((1, 3), game_string=SETTINGS[1]), 0)
    assert (counts(hyper["yours"]), hyper["total"]) == ({24: 1, 23: 1, 22: 1}, 3)


def test_hits_bring_checkers_to_the_bar_and_moves_so_far_are_in_the_numbers_of_their_players():
    state = after((1, 3), "13/10 6/5", (1, 4), "24/20* 24/23", (3, 5))
    seen = VIEW.observe(state, 0)
    assert (seen["yours"]["bar"], seen["theirs"]["bar"], seen["turn"]) == (1, 0, 3)
    assert [made["move"] for made in seen["moves"]] == ["13/10 6/5", "24/20* 24/23"]
    assert [made["player"] for made in seen["moves"]] == [0, 1]
    assert all(entry.startswith("bar/") for entry in VIEW.patterns(state, 0))


def test_a_double_is_two_moves_of_one_player():
    state = after((1, 3), "13/10 6/5", (4, 4), "24/20*(2)")
    seen = VIEW.observe(state, 1)
    assert (state.current_player(), seen["again"], seen["dice"], seen["turn"]) == (1, True, [4, 4], 2)
    state = after((1, 3), "13/10 6/5", (4, 4), "24/20*(2)", "13/9(2)", (2, 1))
    assert (state.current_player(), VIEW.observe(state, 0)["again"]) == (0, False)


@pytest.mark.parametrize(("steps", "name", "others"), [
    ([Step(13, 7, False), Step(24, 20, False)], "24/20 13/7", ["13/7 24/20"]),
    ([Step(24, 20, False), Step(20, 14, True)], "24/14*", ["24/20/14*", "24/20 20/14*"]),
    ([Step(24, 20, True), Step(20, 14, False)], "24/20*/14", ["24/20* 20/14"]),
    ([Step(20, 14, False), Step(24, 20, True)], "24/14", ["24/20/14", "24/20 20/14"]),
    ([Step(8, 4, True), Step(8, 4, True)], "8/4*(2)", ["8/4* 8/4"]),
    ([Step(8, 4, True), Step(6, 4, True)], "8/4* 6/4", ["6/4 8/4*"]),
    ([Step(BAR, 20, False)], "bar/20", []), ([Step(5, 0, False), Step(6, 0, False)], "6/off 5/off", ["5/off 6/off"]),
    ([Step(6, 2, False), Step(2, 0, False)], "6/off", ["6/2/off", "6/2 2/off"]), ([], "pass", [])])
def test_moves_are_named_as_people_write_them(steps, name, others):
    shown, *known = name_steps(steps)
    assert shown == name
    assert known == others


@pytest.mark.parametrize(("said", "name"), [
    ("13/10 6/5", "13/10 6/5"), ("6/5 13/10", "13/10 6/5"), ("24/20", "24/20"), ("24/23/20", "24/20"),
    ("24/21/20", "24/20"), ("24/23 23/20", "24/20"), ("24/21 21/20", "24/20"), ("8/5, 6/5", "8/5 6/5"),
    ("13 to 10, 6 to 5", "13/10 6/5"), ("6/5 and 13/10", "13/10 6/5"), ("24 to 20", "24/20"), ("24-20", "24/20")])
def test_a_move_is_understood_in_any_order_and_with_its_way(said, name):
    assert read(after((1, 3)), said) == name


def test_a_move_is_understood_without_stars_but_not_as_another_that_hits():
    state = after((1, 3), "13/10 6/5", (4, 6))
    assert read(state, "24/20 13/7") == "24/20* 13/7"
    assert read(state, "24/20/14") == "24/20*/14"
    assert read(state, "24/14") == "24/14"
    state = after((1, 3), "13/10 6/5", (4, 4))
    assert [read(state, said) for said in ("24/20(2)", "24/20 24/20", "24/20*(2)")] == ["24/20*(2)"] * 3
    with pytest.raises(ReplyError):
        read(state, "24/20")


@pytest.mark.parametrize("game_string", SETTINGS)
def test_names_are_one_to_one_to_positions_and_listed_once(game_string):
    for state, player in some_decisions(game_string, most=12):
        positions: dict[str, set[str]] = {}
        for action in state.legal_actions():
            positions.setdefault(VIEW.names(state, player, action)[0], set()).add(board(state.child(action)))
        assert all(len(found) == 1 for found in positions.values())
        assert len(set().union(*positions.values())) == len(positions)
        assert list(VIEW.patterns(state, player)) == list(positions)
        for action in state.legal_actions():
            for name in VIEW.names(state, player, action):
                (found,) = loaded(game_string).parse(f"Answer: {name}", state, player)
                assert VIEW.are_one_move(state, [found, action])
        assert VIEW.are_one_move(state, state.legal_actions()) == (len(positions) == 1)


def board(state: pyspiel.State) -> str:
    return str([[state.board(seat, place) for place in (*range(24), 100)] for seat in (0, 1)])


def test_openspiels_names_are_understood_too():
    rng = random.Random(0)
    for state, player in some_decisions("backgammon", most=10):
        action = rng.choice(state.legal_actions())
        (found,) = loaded("backgammon").parse(f"Answer: {state.action_to_string(action)}", state, player)
        assert board(state.child(found)) == board(state.child(action))
