"""The matches that the suite and the experiments of GameBench plan."""

from collections import Counter

import pytest

from gtarena import games
from gtarena.suites.gamebench.taxonomy import code_of
from tests.support.planned_runs import planned

PLAYED = ("ALS", "ARC", "AYT", "CN", "HV", "PT", "SN", "TRB", "SB")


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
