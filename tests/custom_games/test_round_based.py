from dataclasses import dataclass

import pytest

from custom_games.round_based import CONTINUE, STOP, Position, RoundBased
from custom_games.rules import CHANCE, SIMULTANEOUS, TERMINAL, Facts, parameter


@dataclass(frozen=True)
class Gifts(RoundBased):
    """Two players choose 0, 1 or 2 at once, and each gets what the other has chosen."""

    length = 3
    stop: float = parameter(0.0, "chance that it ends after a round")

    def payoffs(self, stage):
        return stage[::-1]

    def report(self, stage, player):
        return {"you": stage[player]}

    def stage_actions(self, stage, player):
        return range(3)

    def choice_name(self, action):
        return f"give {action}"

    def bounds(self):
        return self.bounds_of_rounds(actions=3, payoff=(0, 2))

    def action_struct(self, state, player, action):
        return {"gift": action}

    def struct_to_actions(self, state, player, struct):
        return [struct["gift"]]


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

    def chance_name(self, stage, outcome):
        return f"times {outcome}"

    def payoffs(self, stage):
        return [stage[0] * gift for gift in stage[:0:-1]]

    def report(self, stage, player):
        return {"you": stage[1 + player]}

    def private(self, stage, player):
        return {"factor": stage[0]}


Gifts.facts = Facts("gifts", "Gifts", "simultaneous", "perfect_information", "general_sum", chance=True, players=(2, 2))
FIXED, STOPPING = Gifts(players=2), Gifts(players=2, stop=0.25)


def played(rules, *moves) -> Position:
    state = rules.initial_state()
    for move in moves:
        state = rules.apply_actions(state, move) if isinstance(move, tuple) else rules.apply_action(state, move)
    return state


def test_rounds_follow_one_another_until_the_last_and_their_payoffs_add_up():
    state = FIXED.initial_state()
    for gifts in ((2, 0), (1, 1), (0, 2)):
        assert FIXED.current_player(state) == SIMULTANEOUS
        state = FIXED.apply_actions(state, gifts)
    assert FIXED.current_player(state) == TERMINAL
    assert state == Position(((2, 0), (1, 1), (0, 2)), None, over=True)
    assert FIXED.returns(state) == [0 + 1 + 2, 2 + 1 + 0]


def test_chance_may_end_the_game_after_every_round_but_the_last():
    state = played(STOPPING, (2, 0))
    assert STOPPING.current_player(state) == CHANCE
    assert STOPPING.chance_outcomes(state) == [(CONTINUE, 0.75), (STOP, 0.25)]
    assert STOPPING.current_player(STOPPING.apply_action(state, CONTINUE)) == SIMULTANEOUS
    stopped = STOPPING.apply_action(state, STOP)
    assert STOPPING.current_player(stopped) == TERMINAL
    assert STOPPING.returns(stopped) == [0, 2]
    last = played(STOPPING, (2, 0), CONTINUE, (1, 1), CONTINUE, (0, 2))
    assert STOPPING.current_player(last) == TERMINAL


def test_a_player_is_told_of_every_finished_round_and_what_it_has_in_all():
    assert FIXED.observation(played(FIXED, (2, 0), (1, 1)), 1) == {
        "round": 3,
        "rounds": [{"you": 0, "your_payoff": 2}, {"you": 1, "your_payoff": 1}],
        "your_total": 3,
    }


def test_chance_moves_within_a_round_where_the_game_says_so():
    rules = Multiplied(players=2)
    state = rules.initial_state()
    assert rules.current_player(state) == CHANCE
    assert rules.chance_outcomes(state) == [(1, 0.5), (10, 0.5)]
    state = rules.apply_action(state, 10)
    assert rules.current_player(state) == SIMULTANEOUS
    assert rules.observation(state, 0)["factor"] == 10
    state = rules.apply_actions(state, (1, 2))
    assert rules.current_player(state) == CHANCE
    assert rules.observation(played(rules, 10, (1, 2), 1, (2, 2), 1, (0, 1)), 1) == {
        "round": 4, "your_total": 10 + 2 + 0,
        "rounds": [{"you": 2, "your_payoff": 10}, {"you": 2, "your_payoff": 2}, {"you": 1, "your_payoff": 0}]}


def test_choices_and_outcomes_of_chance_have_names():
    assert FIXED.action_string(FIXED.initial_state(), 0, 2) == "give 2"
    assert [STOPPING.action_string(played(STOPPING, (0, 0)), CHANCE, outcome) for outcome in (CONTINUE, STOP)] == [
        "Continue", "Stop"]
    rules = Multiplied(players=2)
    assert rules.action_string(rules.initial_state(), CHANCE, 10) == "times 10"


@pytest.mark.parametrize(("method", "arguments"), [
    ("stage_chance", [()]), ("after_chance", [(), 0]), ("chance_name", [(), 0])])
def test_a_game_without_chance_in_its_rounds_is_not_asked_for_it(method, arguments):
    with pytest.raises(NotImplementedError, match="gifts has no chance in its rounds"):
        getattr(FIXED, method)(*arguments)


@pytest.mark.parametrize(("payoff", "utility"), [
    ((0, 2), (0, 6)), ((-1, 2), (-3, 6)),
    # A game that is cut short pays for one round alone.
    ((1, 2), (1, 6)), ((-2, -1), (-6, -1)),
])
def test_the_bounds_of_a_game_are_those_of_its_rounds_added_up(payoff, utility):
    bounds = FIXED.bounds_of_rounds(actions=3, payoff=payoff)
    assert bounds.utility == utility
    assert (bounds.players, bounds.actions, bounds.length, bounds.chance_outcomes) == (2, 3, 3, 2)
    assert FIXED.bounds_of_rounds(actions=3, payoff=payoff, chance_outcomes=7).chance_outcomes == 7
