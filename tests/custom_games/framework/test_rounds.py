import random
from collections import Counter
from dataclasses import dataclass

import pytest

from custom_games.action_specs import Number
from custom_games.el_farol import ElFarol
from custom_games.framework import rounds as round_based
from custom_games.framework.rounds import CONTINUE, STOP, Position, RoundBased
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Facts, parameter


@dataclass(frozen=True)
class Gifts(RoundBased):
    """Two players choose 0, 1 or 2 at once, and each gets what the other has chosen."""

    length = 3
    players: int = parameter(10, "number of players", low=2, high=10)
    stop_probability: float = parameter(0.0, "chance that it ends after a round")

    def payoffs(self, stage):
        return stage[::-1]

    def report(self, stage, player):
        return {"you": stage[player]}

    def stage_spec(self, stage, player):
        return Number("gift", 0, 2)

    def bounds(self):
        return self.bounds_of_rounds(actions=3, payoff=(0, 2))

@dataclass(frozen=True)
class Multiplied(Gifts):
    """Chance first draws what gifts are multiplied by: a stage is that, and then the gifts."""

    def new_stage(self, rounds):
        return (None,)

    def stage_player(self, stage):
        if stage[0] is None:
            return CHANCE
        return TERMINAL if len(stage) > 1 else SIMULTANEOUS

    def stage_chance(self, stage):
        return [(1, 0.5), (10, 0.5)]

    def after_chance(self, stage, outcome):
        return (outcome,)

    def after_choices(self, stage, actions):
        return (*stage, *actions)

    def stage_chance_name(self, stage, outcome):
        return f"times {outcome}"

    def payoffs(self, stage):
        return [stage[0] * gift for gift in stage[:0:-1]]

    def report(self, stage, player):
        return {"you": stage[1 + player]}

    def private_facts(self, stage, player):
        return {"factor": stage[0]}


Gifts.facts = Facts("gifts", "Gifts", "simultaneous", "perfect_information", "general_sum", chance=True, players=(2, 2))
FIXED, STOPPING = Gifts(players=2), Gifts(players=2, stop_probability=0.25)


def played(rules, *moves) -> Position:
    state = rules.initial_state()
    for move in moves:
        state = rules.apply_actions(state, move) if isinstance(move, tuple) else rules.apply_action(state, move)
    return state


def test_rounds_follow_one_another_and_add_up_until_the_last_or_until_chance_ends_the_game():
    state = FIXED.initial_state()
    for gifts in ((2, 0), (1, 1), (0, 2)):
        assert FIXED.current_player(state) == SIMULTANEOUS
        state = FIXED.apply_actions(state, gifts)
    assert FIXED.current_player(state) == TERMINAL
    assert state == Position(((2, 0), (1, 1), (0, 2)), None, over=True)
    assert FIXED.returns(state) == [0 + 1 + 2, 2 + 1 + 0]
    state = played(STOPPING, (2, 0))
    assert STOPPING.current_player(state) == CHANCE
    assert STOPPING.chance_outcomes(state) == [(CONTINUE, 0.75), (STOP, 0.25)]
    assert [STOPPING.chance_name(state, outcome) for outcome in (CONTINUE, STOP)] == ["Continue", "Stop"]
    assert STOPPING.current_player(STOPPING.apply_action(state, CONTINUE)) == SIMULTANEOUS
    stopped = STOPPING.apply_action(state, STOP)
    assert (STOPPING.current_player(stopped), STOPPING.returns(stopped)) == (TERMINAL, [0, 2])
    assert STOPPING.current_player(played(STOPPING, (2, 0), CONTINUE, (1, 1), CONTINUE, (0, 2))) == TERMINAL


def test_a_player_is_told_of_finished_rounds_and_its_total_and_chance_moves_within_a_round_where_it_may():
    assert FIXED.observation(played(FIXED, (2, 0), (1, 1)), 1) == {
        "round": 3, "rounds": [{"you": 0, "your_payoff": 2}, {"you": 1, "your_payoff": 1}], "your_total": 3}
    rules = Multiplied(players=2)
    state = rules.initial_state()
    assert (rules.current_player(state), rules.chance_outcomes(state)) == (CHANCE, [(1, 0.5), (10, 0.5)])
    assert rules.chance_name(state, 10) == "times 10"
    state = rules.apply_action(state, 10)
    assert (rules.current_player(state), rules.observation(state, 0)["factor"]) == (SIMULTANEOUS, 10)
    state = rules.apply_actions(state, (1, 2))
    assert rules.current_player(state) == CHANCE
    assert rules.observation(played(rules, 10, (1, 2), 1, (2, 2), 1, (0, 1)), 1) == {
        "round": 4, "your_total": 10 + 2 + 0,
        "rounds": [{"you": 2, "your_payoff": 10}, {"you": 2, "your_payoff": 2}, {"you": 1, "your_payoff": 0}]}


@pytest.mark.parametrize(("payoff", "utility"), [
    ((0, 2), (0, 6)), ((-1, 2), (-3, 6)),
    # A game that is cut short pays for one round alone.
    ((1, 2), (1, 6)), ((-2, -1), (-6, -1))])
def test_the_bounds_of_a_game_are_those_of_its_rounds_added_up(payoff, utility):
    bounds = FIXED.bounds_of_rounds(actions=3, payoff=payoff)
    assert bounds.utility == utility
    assert (bounds.players, bounds.actions, bounds.length, bounds.chance_outcomes) == (2, 3, 3, 2)
    assert FIXED.bounds_of_rounds(actions=3, payoff=payoff, chance_outcomes=7).chance_outcomes == 7


@pytest.mark.parametrize("most", [1, 2, 1000])
def test_payoffs_of_rounds_before_a_playout_are_added_up_once_and_count_like_all_others(most, monkeypatch):
    monkeypatch.setattr(round_based, "MOST_TOTALS", most)
    paid = []

    class Watched(Gifts):
        def payoffs(self, stage):
            paid.append(stage)
            return super().payoffs(stage)

    rules, rng = Watched(players=2), random.Random(1)
    begun = Position(((2, 0), (1, 2)), ())
    played = [rules.random_returns(begun, rng) for _ in range(30)]
    assert set(map(tuple, played)) == {(2 + two, 3 + one) for one in range(3) for two in range(3)}
    assert len(paid) == 2 + 30
    assert rules.returns(Position((*begun.rounds, (1, 1)), None, over=True)) == [3, 4]
    assert len(paid) == 2 + 30 + 3  # as if no playout had been
    for seed in range(5):
        rules.random_returns(Position(((seed % 3, 0),), ()), rng)
    assert len(rules._kept_totals) <= most


def lengths(rules: ElFarol) -> dict[int, float]:
    """Returns the probability of each number of rounds."""
    found: Counter[int] = Counter()
    pending = [(rules.initial_state(), 1.0)]
    while pending:
        state, probability = pending.pop()
        player = rules.current_player(state)
        if player == TERMINAL:
            found[len(state.rounds)] += probability
        elif player == CHANCE:
            pending += [(rules.apply_action(state, outcome), probability * share)
                        for outcome, share in rules.chance_outcomes(state)]
        else:
            pending.append((rules.apply_actions(state, (0,) * rules.players), probability))
    return dict(found)


@pytest.mark.parametrize(("parameters", "expected"), [
    ({}, {20: 1.0}), ({"rounds": 3}, {3: 1.0}), ({"rounds": 3, "horizon": "hidden"}, {3: 1.0}),
    ({"rounds": 3, "termination_probability": 0.25}, {1: 0.25, 2: 0.75 * 0.25, 3: 0.75 * 0.75})])
def test_a_game_has_a_fixed_number_of_rounds_or_a_geometric_one_up_to_the_last(parameters, expected):
    assert lengths(ElFarol(players=2, **parameters)) == pytest.approx(expected)


@pytest.mark.parametrize("horizon", ["known", "hidden"])
def test_what_a_player_observes_does_not_hold_the_number_of_rounds(horizon):
    # The prompts tell it where it is known: there it is a parameter of the game.
    one, other = (ElFarol(players=2, rounds=rounds, horizon=horizon) for rounds in (7, 9))
    assert one.observation(played(one, (0, 1)), 0) == other.observation(played(other, (0, 1)), 0)
