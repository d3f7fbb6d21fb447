import random

import pyspiel
import pytest

from custom_games.hive_without_beetles.game import HiveWithoutBeetles

BASE = "hive(uses_mosquito=false,uses_ladybug=false,uses_pillbug=false)"
TWO = "hive_without_beetles(decisions=2)"
RULES = HiveWithoutBeetles()


def named(state: pyspiel.State) -> set[str]:
    return {state.action_to_string(action) for action in state.legal_actions()}


def begun(*moves: str, game: str = "hive_without_beetles") -> pyspiel.State:
    state = pyspiel.load_game(game).new_initial_state()
    for move in moves:
        state.apply_action(next(each for each in state.legal_actions() if state.action_to_string(each) == move))
    return state


@pytest.mark.parametrize("seed", range(4))
def test_after_the_opening_the_moves_are_openspiels_without_those_of_beetles_and_a_pass_where_none_is_left(seed):
    rng = random.Random(seed)
    ours, oracle = begun(), pyspiel.load_game(BASE).new_initial_state()
    turns = 0
    while not ours.is_terminal():
        turns += 1
        masked = {name for name in named(oracle) if name[1:2] != "B"} or {"pass"}
        found = named(ours)
        if turns > 2:
            assert found == masked, str(ours)
        else:
            assert {name for name in found if name[1] != "Q"} == masked
        action = rng.choice(ours.legal_actions())
        ours.apply_action(action)
        oracle.apply_action(action)
        assert str(ours) == str(oracle)
    assert (oracle.is_terminal(), ours.returns()) == (True, oracle.returns())
    assert not any(name[1:2] == "B" for name in str(ours).split(";")[3:])


def test_a_queen_bee_may_be_the_first_piece_of_each_player_and_moves_from_then_on():
    assert named(begun()) == {f"w{piece}" for piece in ("Q", "A1", "A2", "A3", "G1", "G2", "G3", "S1", "S2")}
    second = named(begun("wQ"))
    assert {name for name in second if name.startswith("bQ ")} == {
        name.replace("bA1", "bQ") for name in second if name.startswith("bA1 ")}
    assert len(second) == 9 * 6
    assert {r"wQ \bQ", "wQ /bQ"} == {name for name in named(begun("wQ", "bQ wQ-")) if name.startswith("wQ ")}


def test_the_queen_bee_has_to_be_placed_in_the_fourth_turn():
    third = begun("wA1", "bA1 wA1-", "wG1 -wA1", "bG1 bA1-", "wS1 -wG1", "bS1 bG1-")
    assert {name.split()[0] for name in named(third)} == {"wQ"}


def test_a_match_is_a_draw_after_the_turns_of_the_setting_and_after_openspiels_250_of_each_player():
    state = begun("wQ", "bQ wQ-", game="hive_without_beetles(max_turns=1)")
    assert (state.is_terminal(), state.returns()) == (True, [0, 0])
    assert RULES.bounds().length == pyspiel.load_game(BASE).max_game_length() == 500
    with pytest.raises(ValueError, match="max_turns=251"):
        HiveWithoutBeetles(max_turns=251)


def test_random_continuations_score_as_openspiel_does_and_leave_the_position_as_it_is():
    position = RULES.initial_state()
    found = {tuple(RULES.random_returns(position, random.Random(seed))) for seed in range(8)}
    assert found <= {(1, -1), (-1, 1), (0, 0)}
    assert len(found) > 1
    assert (position.moves, str(position)) == ((), str(RULES.hive.new_initial_state()))
    assert tuple(HiveWithoutBeetles(max_turns=2).random_returns(position, random.Random(0))) == (0, 0)


@pytest.mark.parametrize("seed", range(2))
def test_in_two_decisions_the_places_of_all_pieces_are_the_moves_of_one_decision_without_twins_in_reserve(seed):
    rng, whole, parts = random.Random(seed), begun(), begun(game=TWO)
    while len(whole.history()) < 60 and not whole.is_terminal():
        assert parts.current_player() == whole.current_player()
        pieces = named(parts)
        places = {name for piece in parts.legal_actions() for name in named(parts.child(piece))}
        assert places == {name for name in named(whole) if name.split()[0] in pieces}
        twins = {name.split()[0] for name in named(whole)} - pieces
        assert {piece[:2] for piece in twins} <= {piece[:2] for piece in pieces}
        assert not any(f"{piece} " in f"{str(whole).replace(';', ' ')} " for piece in twins)
        parts.apply_action(rng.choice(parts.legal_actions()))
        action = rng.choice(parts.legal_actions())
        parts.apply_action(action)
        whole.apply_action(action)
    assert len(parts.history()) == 2 * len(whole.history())


def test_of_like_pieces_in_reserve_the_first_is_chosen_and_its_place_is_decided_by_the_same_player():
    assert named(begun(game=TWO)) == {"wQ", "wA1", "wG1", "wS1"}
    chosen = begun("wA1", game=TWO)
    assert (chosen.current_player(), named(chosen), chosen.observation(0)) == (
        0, {"wA1"}, {"you": "white", "moves": [], "piece": "wA1"})
    placed = begun("wA1", "wA1", "bQ", "bQ wA1-", game=TWO)
    assert (placed.current_player(), named(placed)) == (0, {"wQ", "wA2", "wG1", "wS1"})
    assert placed.observation(1) == {"you": "black", "moves": ["wA1", "bQ wA1-"], "piece": ""}


def test_a_match_in_two_decisions_has_as_many_turns():
    state = begun("wQ", "wQ", "bQ", "bQ wQ-", game="hive_without_beetles(decisions=2,max_turns=1)")
    assert (state.is_terminal(), state.get_game().max_game_length()) == (True, 4)
