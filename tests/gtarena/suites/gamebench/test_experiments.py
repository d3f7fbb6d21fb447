"""The matches that the suite and the experiments of GameBench plan."""

from collections import Counter

import pytest

from gtarena import games
from gtarena.agents.llm.illegal_policy import IllegalMoves
from gtarena.agents.presets import config_folder
from gtarena.cli.settings import hydra_config
from gtarena.suites.gamebench.taxonomy import code_of
from tests.support.planned_runs import planned

PLAYED = ("ALS", "ARC", "AYT", "CN", "HV", "PT", "SN", "TRB", "SB")
# Pairs of agents, times matches, times games.
MATCHES = {"gb_rules": 1 * 10 * 4, "gb_observation": 1 * 10 * 2, "gb_reasoning": 6 * 2 * 9, "gb_mcts": 3 * 2 * 9,
           "gb_guide": 1 * 10 * 9, "gb_rap_depth": 6 * 2 * 9}


def pairings(specs):
    return Counter((code_of(games.label(spec.game, spec.params)), *sorted({seat.agent for seat in spec.seats}))
                   for spec in specs)


def test_the_suite_is_two_matches_of_every_two_agents_in_each_game():
    met = pairings(planned("suite=gamebench"))
    agents = ("llm", "random", "think_then_answer")
    assert met == {(game, *pair): 2 for game in PLAYED for pair in (agents[:2], agents[1:], agents[::2])}


def test_sides_are_drawn_and_the_second_match_of_a_pair_is_the_other_way_round_with_chance_of_its_own():
    specs = planned("suite=gamebench", "agents=[random,mcts]", "matches=6")
    for first, second in zip(specs[::2], specs[1::2], strict=True):
        assert first.seed != second.seed
        assert {seat.agent for seat in first.seats} == {"random", "mcts"}
        assert all(one != other for one, other in zip(first.seats, second.seats, strict=True))
    assert {spec.seats[0].agent for spec in specs[::2]} == {"random", "mcts"}


def test_its_protocol_is_three_calls_and_then_a_random_move():
    settings = hydra_config.compose_settings(["suite=gamebench"])
    assert settings.illegal == IllegalMoves(policy="random", retries=2)
    assert (settings.model.temperature, settings.model.max_tokens) == (1, None)


@pytest.mark.parametrize("experiment", MATCHES)
def test_an_experiment_plays_what_it_compares(experiment):
    assert len(planned(f"+experiment={experiment}")) == MATCHES[experiment]


def test_every_experiment_has_a_number_of_matches_here():
    assert {path.stem for path in (config_folder() / "experiment").glob("gb_*.yaml")} == set(MATCHES)


@pytest.mark.parametrize(("experiment", "settings"), [
    ("gb_guide", ("guide=null", "guide=basics", "guide='Win.  Do not lose.'")),
    ("gb_rules", ("rules=look_up", "rules=full")),
    ("gb_observation", ("observation=text", "observation=image", "observation=described")),
])
def test_the_values_that_an_experiment_sweeps_make_different_matches(experiment, settings):
    describer = ["agent.llm.describer=openai/gpt-4o"] if experiment == "gb_observation" else []
    swept = [{spec.match_id for spec in planned(f"+experiment={experiment}", f"agent.llm.{value}", *describer)}
             for value in settings]
    assert all(one != other for place, one in enumerate(swept) for other in swept[:place])


def test_anchors_of_different_budgets_meet_the_same_model_and_random_play():
    few, many = (planned("+experiment=gb_mcts", f"agent.mcts.simulations={number}") for number in (10, 1000))
    same = {spec.match_id for spec in few} & {spec.match_id for spec in many}
    assert len(same) == 2 * len(PLAYED)  # those of the model against random play
