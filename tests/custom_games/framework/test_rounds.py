import json
import random
from dataclasses import dataclass
from typing import NamedTuple

import pyspiel
import pytest

from custom_games.action_specs import Choice, Division, Fields, Number, Text
from custom_games.framework import rounds as round_based
from custom_games.framework.rounds import CONTINUE, STOP, Position, RoundBased
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Facts, parameter
from custom_games.framework.spiel import game_class


@dataclass(frozen=True)
class Gifts(RoundBased):
    """Two players choose 0, 1 or 2 at once, and each gets what the other has chosen."""

    length = 3
    players: int = parameter(10, "number of players", low=2, high=10)
    stop: float = parameter(0.0, "chance that it ends after a round")

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


def test_outcomes_of_chance_have_names():
    assert [STOPPING.chance_name(played(STOPPING, (0, 0)), outcome) for outcome in (CONTINUE, STOP)] == [
        "Continue", "Stop"]
    rules = Multiplied(players=2)
    assert rules.chance_name(rules.initial_state(), 10) == "times 10"


@pytest.mark.parametrize(("method", "arguments"), [
    ("stage_chance", [()]), ("after_chance", [(), 0]), ("stage_chance_name", [(), 0])])
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


class Offer(NamedTuple):
    """A round of three steps: seat 0 asks for something, seat 1 divides the gold with a word, both say yes or no."""

    asked: str | None = None
    offered: tuple[tuple[int, int], str] | None = None
    votes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Haggling(RoundBased):
    """Gold is paid if both accept; what a round paid is told only at the end, and only what is one's own."""

    length = 2
    players: int = parameter(2, "number of players", low=2, high=2)

    def new_stage(self, rounds):
        return Offer()

    def stage_player(self, stage):
        if stage.votes:
            return TERMINAL
        return 0 if stage.asked is None else 1 if stage.offered is None else SIMULTANEOUS

    def stage_spec(self, stage, player):
        if stage.asked is None:
            return Text("request", 12)
        if stage.offered is None:
            return Fields((Division("gold", 2, 10), Text("remark", 12)))
        return Choice("vote", ("no", "yes"))

    def after_choice(self, stage, player, move):
        return stage._replace(asked=move) if stage.asked is None else stage._replace(offered=move)

    def after_choices(self, stage, moves):
        return stage._replace(votes=moves)

    def payoffs(self, stage):
        return stage.offered[0] if all(stage.votes) else (0, 0)

    def private(self, stage, player):
        said = {} if stage.asked is None else {"request": stage.asked}
        return said if stage.offered is None else {**said, "gold": list(stage.offered[0]), "remark": stage.offered[1]}

    def report(self, stage, player):
        return {"you": ("no", "yes")[stage.votes[player]], **self.private(stage, player)}

    def told_payoff(self, stage, player):
        return {}

    def told_total(self, rounds, player):
        return {} if len(rounds) < self.length else super().told_total(rounds, player)

    def bounds(self):
        return self.bounds_of_rounds(actions=257, payoff=(0, 10), moves=13 + 15 + 1)


Haggling.facts = Facts(
    "haggling", "Haggling", "simultaneous", "perfect_information", "general_sum", chance=False, players=(2, 2),
    text=True)
NO, YES = 0, 1
FIRST = ("more", ((3, 7), "no way"), (YES, YES))


def test_a_round_may_have_decisions_one_after_another_each_with_a_spec_of_its_own():
    rules = Haggling()
    turns = [(0, ["request"]), (1, ["gold", "remark"]), (SIMULTANEOUS, ["vote"])]
    state = rules.initial_state()
    for move, (player, keys) in zip(FIRST * 2, turns * 2, strict=True):
        assert rules.current_player(state) == player
        assert list(rules.action_spec(state, max(player, 0)).keys) == keys
        state = rules.apply_actions(state, move) if player == SIMULTANEOUS else rules.apply_action(state, move)
    assert rules.current_player(state) == TERMINAL
    assert rules.returns(state) == [6, 14]


def test_a_game_may_keep_payoffs_to_itself_until_the_end():
    rules = Haggling()
    state = rules.initial_state()
    for move in FIRST[:2]:
        state = rules.apply_action(state, move)
    state = rules.apply_actions(state, (NO, YES))
    told = {"you": "no", "request": "more", "gold": [3, 7], "remark": "no way"}
    assert rules.observation(state, 0) == {"round": 2, "rounds": [told]}
    for move in FIRST[:2]:
        state = rules.apply_action(state, move)
    state = rules.apply_actions(state, (YES, YES))
    assert rules.observation(state, 1) == {
        "round": 3, "your_total": 7,
        "rounds": [{**told, "you": "yes"}, {**told, "you": "yes"}]}


def test_decisions_of_a_round_are_spelled_action_by_action_and_say_nothing_before_they_are_whole():
    state = game_class(Haggling)().new_initial_state()
    move = state.struct_to_actions(0, {"request": "hi"})
    assert move == [*b"hi", 256]
    for action in move:
        assert state.observation(1) == {"round": 1, "rounds": []}
        state.apply_action(action)
    assert state.observation(1) == {"round": 1, "rounds": [], "request": "hi"}
    for action in state.action_spec(1).read({"gold": [4, 6], "remark": "ok :)"}):
        state.apply_action(action)
    assert state.observation(0) == {
        "round": 1, "rounds": [], "request": "hi", "gold": [4, 6], "remark": "ok :)"}
    state.apply_actions([YES, YES])
    own = [turn for turn, *_ in [reversed(entry) for entry in json.loads(state.information_state_string(0))[:-1]]]
    assert own == [{"request": "hi"}, YES]


def test_a_staged_game_is_as_long_as_its_rounds_and_openspiels_simulations_pass():
    game = game_class(Haggling)()
    assert game.max_game_length() == 2 * (13 + 15 + 1)
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)
    state, rng, actions = game.new_initial_state(), random.Random(0), 0
    while not state.is_terminal():
        players = [0, 1] if state.is_simultaneous_node() else [state.current_player()]
        moves = [state.random_move(player, rng) for player in players]
        if len(moves) == 2:
            state.apply_actions([move for move, in moves])
            actions += 1
        for action in moves[0] if len(moves) == 1 else ():
            state.apply_action(action)
            actions += 1
    assert actions <= game.max_game_length()


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
    assert len(rules._totals) <= most
