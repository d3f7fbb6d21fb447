"""Expected numbers of calls, in games in which they can be counted by hand."""

import pytest

from gtarena.runs.estimates.call_counts import CallCounts
from tests.support.planned_runs import planned


@pytest.mark.parametrize(("agent", "calls"), [
    ("llm", 1), ("sc_cot", 5), ("tot", 12), ("think_then_answer", 2)])
def test_a_dilemma_of_n_rounds_takes_n_decisions_of_each_seat(agent, calls):
    specs = planned(
        "game=three_player_prisoners_dilemma", "game.rounds=6", f"agents=[{agent},random*2]", "matches=3")
    assert CallCounts().by_agent(specs) == {f"{agent}@offline/random": 3 * 6 * calls}


def test_forced_moves_that_are_played_take_no_call():
    settings = ("game=nim", "game.pile_sizes='1;1'", "agents=[llm,random]", "matches=2")
    # Two piles of one: each player takes one object, the second has a single move left.
    asked = CallCounts().by_agent(planned(*settings))
    played = CallCounts().by_agent(planned(*settings, "agent.llm.forced_moves=played"))
    assert (asked, played) == ({"llm@offline/random": 2}, {"llm@offline/random": 1})


def test_agents_without_a_model_take_no_calls():
    assert CallCounts().by_agent(planned("game=nim", "agents=[mcts,random]", "matches=2")) == {}


def test_analyses_before_moves_are_counted():
    specs = planned("game=three_player_prisoners_dilemma", "game.rounds=3", "agents=[pgm]", "matches=1")
    # The first round without news takes one call, every further one two (docs/models.md).
    assert CallCounts().by_agent(specs) == {"pgm@offline/random": pytest.approx(3 * (1 + 2 + 2))}


def test_readings_of_analyses_are_counted_for_the_model_that_reads():
    words = ("game=chameleon", "game.questions=skipped", "agents=[pgm,random*2]", "matches=3")
    itself = CallCounts().by_agent(planned(*words))
    read = CallCounts().by_agent(planned(*words, "agent.pgm.reader=openai/reader"))
    assert itself.keys() == {"pgm@offline/random"}
    assert read.keys() == {"pgm@offline/random", "reader@openai/reader"}
    assert sum(read.values()) == pytest.approx(itself["pgm@offline/random"])
    # In every seat two analyses, or one, to as many readings.
    assert 0 < read["reader@openai/reader"] < read["pgm@offline/random"]


def test_poker_differs_in_decisions_and_a_dilemma_does_not():
    (poker,) = planned("game=kuhn_poker", "agents=[llm,random]", "matches=1")
    (dilemma,) = planned("game=three_player_prisoners_dilemma", "agents=[llm,random*2]", "matches=1")
    # The first player bets or calls at once, or passes and answers a bet: one or two decisions.
    assert 0 < CallCounts().variance(poker) < 0.25
    assert CallCounts().variance(dilemma) == 0
