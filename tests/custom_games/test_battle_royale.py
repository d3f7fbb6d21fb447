
import pyspiel
import pytest

from custom_games.battle_royale import BattleRoyale
from gtarena.checks.playouts import states
from tests.support.named_games import after

MISSED, HIT = 0, 1
TRUEL = "players=3,lowest_rate=30,rate_step=30"  # 30, 60 and 90 per cent
MISS = 3                                         # the deliberate miss of a truel


def test_the_default_hit_rates_go_from_35_to_80_per_cent_in_the_order_of_seats():
    rates = [one["rate"] for one in after("battle_royale").observation(0)["alive"]]
    assert rates == [35, 40, 45, 50, 55, 60, 65, 70, 75, 80]


@pytest.mark.parametrize(("before", "outcomes"), [
    ([], [(MISSED, 0.7), (HIT, 0.3)]), ([MISS], [(MISSED, 0.4), (HIT, 0.6)]),
    ([MISS, MISS], [(MISSED, 0.1), (HIT, 0.9)])])
def test_a_shot_hits_with_the_shooters_rate_whoever_the_target_is(before, outcomes):
    state = after(f"battle_royale({TRUEL})", *before)
    for target in state.legal_actions()[:-1]:
        assert state.child(target).chance_outcomes() == [(outcome, pytest.approx(share)) for outcome, share in outcomes]


@pytest.mark.parametrize(("lowest_rate", "shooter", "outcome"), [(0, 0, MISSED), (99, 1, HIT)])
def test_what_is_certain_is_the_only_outcome(lowest_rate, shooter, outcome):
    rules = BattleRoyale(players=2, lowest_rate=lowest_rate, rate_step=1)
    state = rules.initial_state()._replace(shooter=shooter, target=1 - shooter)
    assert rules.chance_outcomes(state) == [(outcome, 1.0)]


def test_turns_go_round_the_living_in_the_order_of_seats_and_a_deliberate_miss_passes_the_turn():
    state = after("battle_royale(players=4)")
    shooters = []
    # Player 0 hits 1, so that 2 comes next; 3 hits 0, so that 2 is first in the second round.
    for target, outcome in ((1, HIT), (3, MISSED), (0, HIT), (3, MISSED), (2, MISSED), (3, HIT)):
        shooters.append(state.current_player())
        state.apply_action(target)
        state.apply_action(outcome)
    assert shooters == [0, 2, 3, 2, 3, 2]
    assert state.is_terminal()
    assert state.returns() == [0, 0, 1, 0]
    state = after(f"battle_royale({TRUEL})", MISS)
    assert state.current_player() == 1
    assert state.observation(1)["rounds"] == [{"shooter": "player_0", "target": None, "hit": False, "left": 3}]


@pytest.mark.parametrize(("parameters", "shots", "over", "returns"), [
    (f"{TRUEL},max_shots=3", [MISS, 0, MISSED], False, [0, 0, 0]),
    (f"{TRUEL},max_shots=3", [MISS, 0, MISSED, MISS], True, [0, 0, 0]),  # deliberate misses count
    ("players=2,max_shots=2", [2, 0, HIT], True, [0, 1]), ("players=2,targets=anyone", [0, HIT], True, [0, 1])])
def test_a_game_ends_with_the_last_shot_or_a_single_survivor_who_alone_wins(parameters, shots, over, returns):
    state = after(f"battle_royale({parameters})", *shots)
    assert (state.is_terminal(), state.returns()) == (over, returns)


def test_targets_are_the_living_others_and_by_choice_of_the_setting_oneself():
    assert after(f"battle_royale({TRUEL})", 2, HIT).legal_actions() == [0, MISS]
    assert after(f"battle_royale({TRUEL},targets=anyone)", 2, HIT).legal_actions() == [0, 1, MISS]


@pytest.mark.parametrize(("moves", "following"), [([0, HIT], 1), ([MISS, 1, HIT], 2), ([MISS, MISS, 2, HIT], 0)])
def test_who_hits_oneself_is_out_and_the_next_is_to_shoot(moves, following):
    state = after(f"battle_royale({TRUEL},targets=anyone)", *moves)
    assert (state.current_player(), len(state.observation(following)["alive"])) == (following, 2)


@pytest.mark.parametrize("seed", range(10))
def test_the_dead_are_neither_asked_nor_shot_at(seed):
    game = pyspiel.load_game("battle_royale(lowest_rate=55,targets=anyone,max_shots=100)")
    dead = set()
    for state in states(game, seed):
        history = state.full_history()
        if history and history[-1].player == pyspiel.PlayerId.CHANCE and history[-1].action == HIT:
            dead.add(history[-2].action)
        if state.current_player() >= 0:
            assert state.current_player() not in dead
            assert set(state.legal_actions()) == set(range(11)) - dead
    assert dead


def test_everyone_sees_all_shots_and_the_shooter_its_choices_and_hit_rates_above_100_are_refused():
    state = after(f"battle_royale({TRUEL})", 2, MISSED, MISS, 0, HIT)
    first = {"shooter": "player_0", "target": "player_2", "hit": False, "left": 3}
    second = {"shooter": "player_1", "target": None, "hit": False, "left": 3}
    third = {"shooter": "player_2", "target": "player_0", "hit": True, "left": 2}
    now = {"round": 4, "shooter": "player_1",
           "alive": [{"name": "player_1", "rate": 60}, {"name": "player_2", "rate": 90}]}
    assert state.observation(0) == {**now, "rounds": [{**first, "you": "player_2"}, second, third]}
    assert state.observation(1) == {**now, "rounds": [first, {**second, "you": "miss"}, third]}
    assert state.observation(2) == {**now, "rounds": [first, second, {**third, "you": "player_0"}]}
    assert BattleRoyale(players=14).rate(13) == 100
    with pytest.raises(ValueError, match="battle_royale: players=15 is not at most 14, so that no hit rate is above"):
        BattleRoyale(players=15)


@pytest.mark.parametrize(("moves", "target"), [
    ([], 2), ([MISS], 2), ([MISS, MISS], 1), ([2, HIT], 0), ([MISS, MISS, 1, HIT], 2)])
@pytest.mark.parametrize("targets", ["others", "anyone"])
def test_the_scored_strategy_shoots_at_the_best_shot_among_the_others(moves, target, targets):
    state = after(f"battle_royale({TRUEL},targets={targets})", *moves)
    assert state.rational_strategy(state.current_player()) == [(target, 1.0)]


def chance_to_win(state: pyspiel.State, seat: int, first: int | None = None) -> float:
    """Returns the seat's expected payoff if all play the scored strategy, after ``first`` if it is given."""
    if state.is_terminal():
        return state.returns()[seat]
    if state.is_chance_node():
        return sum(share * chance_to_win(state.child(outcome), seat) for outcome, share in state.chance_outcomes())
    (best, _), = state.rational_strategy(state.current_player())
    return chance_to_win(state.child(best if first is None else first), seat)


@pytest.mark.parametrize("max_shots", [1, 2, 7])
def test_a_duel_is_won_with_the_probability_of_a_geometric_series(max_shots):
    state = after(f"battle_royale(players=2,lowest_rate=40,rate_step=20,max_shots={max_shots})")
    both_miss = 0.6 * 0.4
    for seat, first_hit in ((0, 0.4), (1, 0.6 * 0.6)):
        tries = (max_shots + 1 - seat) // 2
        assert chance_to_win(state, seat) == pytest.approx(sum(first_hit * both_miss**n for n in range(tries)))


def test_the_worst_shot_of_a_truel_does_better_by_missing_on_purpose_as_the_paper_says():
    state = after(f"battle_royale({TRUEL},max_shots=14)")
    assert chance_to_win(state, 0, first=MISS) > chance_to_win(state, 0)
