from dataclasses import dataclass

import pytest

from custom_games.action_specs import Number
from custom_games.framework.rounds import Session
from custom_games.framework.rules import SIMULTANEOUS, TERMINAL, Facts

BREAK = 3


@dataclass(frozen=True)
class Gifts(Session):
    """Two players choose 0, 1 or 2 at once, and each gets what the other has chosen; 3 stands for no answer."""

    def payoffs(self, stage):
        return [-self.entrance_fee if own == BREAK else other % BREAK for own, other in (stage, stage[::-1])]

    def report(self, stage, player):
        return {"you": stage[player]}

    def private_facts(self, stage, player):
        return {"seat": player}

    def stage_spec(self, stage, player):
        return Number("gift", 0, 2)

    def bounds(self):
        return self.bounds_of_rounds(actions=4, payoff=(-self.entrance_fee, 2))

Gifts.facts = Facts(
    "gifts", "Gifts", "simultaneous", "perfect_information", "general_sum", chance=False, players=(2, 2))


def played(rules, *runs):
    state = rules.initial_state()
    for actions in runs:
        state = rules.apply_actions(state, actions)
    return state


def test_a_session_has_as_many_runs_as_it_says_and_pays_their_sum():
    rules = Gifts(players=2, runs=2, entrance_fee=0.5)
    assert rules.current_player(played(rules, (2, 1))) == SIMULTANEOUS
    end = played(rules, (2, 1), (0, BREAK))
    assert (rules.current_player(end), rules.returns(end)) == (TERMINAL, [1 + 0, 2 - 0.5])
    assert rules.observation(end, 0) == {"run": 3, "rounds": []}


@pytest.mark.parametrize(("history", "window", "told"), [
    ("none", 3, []), ("choices", 1, [3]), ("choices", 2, [2, 3]), ("private", 2, [2, 3]), ("choices", 9, [1, 2, 3])])
def test_players_are_told_of_the_latest_runs_if_there_is_a_history(history, window, told):
    rules = Gifts(players=2, runs=4, history=history, history_window=window)
    known = rules.observation(played(rules, (0, 0), (1, 0), (2, 0)), 1)
    assert known["run"] == 4
    assert known["rounds"] == [{"run": run, "you": 0, "your_payoff": run - 1} for run in told]
    assert known["seat"] == 1


def test_the_last_action_stands_for_no_answer_and_no_player_can_choose_it():
    rules = Gifts(players=2)
    state = rules.initial_state()
    assert (rules.penalty_action(state, 0), list(rules.action_spec(state, 0).legal_actions())) == (BREAK, [0, 1, 2])
