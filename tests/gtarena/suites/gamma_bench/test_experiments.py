"""The matches that the suite and the experiments of gamma-Bench plan."""

from collections import Counter

import pytest

from gtarena.suites.gamma_bench.scores import GAME_SCORES
from tests.support.planned_runs import planned


def test_the_suite_is_five_runs_of_eight_games_by_ten_seats_that_chat_in_its_form():
    specs = planned("suite=gamma_bench")
    assert Counter(spec.game for spec in specs) == dict.fromkeys(GAME_SCORES, 5)
    assert {spec.suite for spec in specs} == {"gamma_bench"}
    assert {spec.run for spec in specs} == {1, 2, 3, 4, 5}
    assert {len(spec.seats) for spec in specs} == {10}
    assert {seat.params["memory"] for spec in specs for seat in spec.seats} == {"reports"}


@pytest.mark.parametrize("agent", ["llm", "cot", "cooperative", "selfish", "mathematician"])
def test_what_the_command_line_says_of_an_agent_goes_before_what_the_suite_says(agent):
    specs = planned("suite=gamma_bench", f"agents=[{agent}]", f"agent.{agent}.memory=none", "matches=1")
    assert {seat.params["memory"] for spec in specs for seat in spec.seats} == {"none"}


@pytest.mark.parametrize("version", ["v1", "v2", "v3", "v4", "v5"])
def test_every_game_has_the_wordings_that_are_compared(version):
    specs = planned("+experiment=gamma_prompt", f"prompt={version}")
    assert {seat.params["prompt"] for spec in specs for seat in spec.seats} == {version}


def test_the_settings_are_those_of_table_9():
    specs = planned("+experiment=gamma_settings")
    ratios = [spec.params["ratio"] for spec in specs if spec.game == "guess_two_thirds"]
    assert ratios == pytest.approx([number / 6 for number in range(13)], abs=0)
    diners = {tuple(spec.params[name] for name in ("cheap_price", "cheap_utility", "costly_price", "costly_utility"))
              for spec in specs if spec.game == "diners_dilemma"}
    assert diners == {(10, 15, 20, 20), (11, 5, 20, 7), (4, 19, 9, 20), (1, 8, 19, 12), (4, 5, 17, 7), (2, 11, 8, 13)}
    assert [spec.params["gold"] for spec in specs if spec.game == "pirate_game"] == [4, 5, 100, 400]


def test_a_fixed_strategy_sits_in_the_last_of_ten_seats():
    dollar, goods = planned("+experiment=gamma_fixed_strategies")
    assert [seat.agent for seat in dollar.seats] == ["llm"] * 9 + ["fixed:91"]
    assert [seat.agent for seat in goods.seats] == ["llm"] * 9 + ["fixed:0"]
