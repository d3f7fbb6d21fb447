import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit

from gtarena.logs.records import Seat
from gtarena.runs.estimates.call_counts import CallCounts
from gtarena.runs.estimates.probe import choose_probe
from gtarena.runs.estimates.totals import MatchCost, Total, estimate_total, estimate_totals
from gtarena.runs.schedule import MatchSpec, schedule
from tests.support.planned_runs import planned

GAMES = ("nim", "kuhn_poker", "tic_tac_toe", "liars_dice")


def seats(*names: str, temperature: float = 0.0) -> list[Seat]:
    return [Seat(agent=name, params={"kind": "random", "temperature": temperature}) for name in names]


def job(game: str, matches: int, temperature: float = 0.0) -> list[MatchSpec]:
    return schedule(game, {}, seats("a", "b", temperature=temperature), matches, 0)


def test_a_large_run_is_probed_in_every_game_and_setting_from_both_sides_and_a_small_one_played_whole():
    jobs = [[*job("nim", 50, temperature), *job("kuhn_poker", 50, temperature)] for temperature in (0.0, 0.5)]
    kinds, picked = choose_probe(jobs, 2)
    assert [len(matches) for matches in kinds] == [50] * 4
    assert Counter((number, spec.game) for number, spec in picked) == dict.fromkeys(
        [(number, game) for number in (0, 1) for game in ("nim", "kuhn_poker")], 2)
    assert {spec.seats[0].agent for _, spec in picked if spec.game == "nim"} == {"a", "b"}
    assert len(choose_probe([job("nim", 1)], 5)[1]) == 1
    jobs = [[spec for game in GAMES for spec in job(game, 1, temperature)] for temperature in (0.0, 0.3, 0.6, 0.9)]
    kinds, picked = choose_probe(jobs, 2)
    assert [len(matches) for matches in kinds] == [4] * 4
    assert Counter(spec.game for _, spec in picked) == dict.fromkeys(GAMES, 2)
    assert Counter(number for number, _ in picked) == {0: 2, 1: 2, 2: 2, 3: 2}
    agents = seats("a", "b")
    worded = [seat.model_copy(update={"params": {**seat.params, "wording": "123"}}) for seat in agents]
    assert len(choose_probe([schedule("nim", {}, each, 20, 0) for each in (agents, worded)], 2)[0]) == 1


@pytest.mark.parametrize(("each", "played"), [(2, 20), (3, 25), (10, 25), (30, 30), (200, 100)])
def test_where_agents_are_put_together_a_quarter_of_the_run_is_played(each, played):
    assert len(choose_probe([job("nim", 10, temperature) for temperature in range(10)], each)[1]) == played


@pytest.mark.parametrize(("name", "values", "kinds"), [("rounds", (5, 6), 2), ("one_defect", (10, 20), 1)])
def test_numbers_that_change_the_length_of_a_game_make_another_kind(name, values, kinds):
    jobs = [schedule("three_player_prisoners_dilemma", {name: value}, seats("a", "b", "c"), 9, 0) for value in values]
    assert len(choose_probe(jobs, 1)[0]) == kinds


SEATS = [Seat(agent="llm", model="x", params={"kind": "llm"}), Seat(agent="random", params={"kind": "random"})]


def cost(tokens: float, dollars: float | None = 0.1, invalid: bool = False) -> MatchCost:
    return MatchCost(4, tokens, 10, dollars, 1.0, 2.0, invalid)


def estimate(matches: int, *measured: MatchCost, replays: int = 0) -> dict[str, Total | None]:
    specs = schedule("nim", {}, SEATS, matches, 0)
    taken = {(0, spec.match_id): each for spec, each in zip(specs, measured, strict=False)}
    return estimate_totals(choose_probe([specs], 2)[0], taken, replays)


def test_totals_are_those_of_all_matches_of_which_each_left_is_expected_to_take_the_mean_of_its_kind():
    found = estimate(10, cost(100), cost(120))
    assert (found["tokens_in"].expected, found["requests"].expected) == (pytest.approx(1100), pytest.approx(40))
    assert found["cost"].expected == pytest.approx(1.0)
    found = estimate(10, cost(100), cost(120, None))
    assert found["cost"] is None
    assert found["tokens_in"].expected == pytest.approx(1100)
    assert estimate(10, cost(100), cost(100, invalid=True), replays=1)["tokens_in"].expected == pytest.approx(2000)
    assert estimate(10, cost(100), cost(100, invalid=True))["tokens_in"].expected == pytest.approx(1000)
    half = estimate(10, *[cost(100)] * 3, cost(100, invalid=True), replays=1)
    assert half["tokens_in"].expected == pytest.approx(10 / 0.75 * 100)
    found = estimate_total([(8.0, 12.0), (100.0, 104.0), (7.0,)], [8, 2, 0])
    assert found.expected == pytest.approx(20 + 80 + 204 + 204 + 7)
    # Variances 8 and 8, times 8 * 10 / 2 and 2 * 4 / 2: 320 and 32, with 352^2 / (320^2 + 32^2) degrees of freedom.
    error = math.sqrt(352) * float(stdtrit(352**2 / (320**2 + 32**2), 0.975))
    assert (found.high - found.expected, found.expected - found.low) == (pytest.approx(error), pytest.approx(error))
    assert estimate_total([(1.0, 9.0)], [3]).low == 10
    with pytest.raises(ValueError, match="at least one data point"):
        estimate_total([(1.0,), ()], [1, 1])


@pytest.mark.parametrize(("spread", "share"), [(0.2, 0.92), (0.5, 0.88), (1.0, 0.78)])
@pytest.mark.parametrize(("kinds", "each"), [(1, 2), (1, 5), (5, 2), (20, 2)])
def test_the_range_holds_totals_of_lognormal_costs_as_often_as_the_docs_say(kinds, each, spread, share):
    chance, held = np.random.default_rng(1), 0
    for _ in range(200):
        costs = np.exp(chance.normal(0, 1, (kinds, 1)) + chance.normal(0, spread, (kinds, 20)))
        found = estimate_total(costs[:, :each].tolist(), [20 - each] * kinds)
        held += found.low <= costs.sum() <= found.high
    assert held >= 200 * share - 4


@pytest.mark.parametrize(("games", "agents", "matches"), [(8, 6, 1), (8, 3, 5), (9, 10, 2)])
def test_the_range_holds_where_a_kind_has_different_agents(games, agents, matches):
    jobs = [[spec for game in range(games) for spec in schedule(
        "nim", {"pile_sizes": f"{game + 1};1"}, [seat_of(agent), SEATS[1]], matches, 0)] for agent in range(agents)]
    kinds, picked = choose_probe(jobs, 2)
    places = {id(spec): place for place, (_, spec) in enumerate(match for kind in kinds for match in kind)}
    chosen = [[places[id(spec)] for _, spec in kind if any(spec is each for _, each in picked)] for kind in kinds]
    chance, held = np.random.default_rng(1), 0
    for _ in range(200):
        means = np.exp(chance.normal(0, 1, (games, 1, 1)) + chance.normal(0, 1, (1, agents, 1)))
        costs = (means * np.exp(chance.normal(0, 0.3, (games, agents, matches)))).ravel()
        found = estimate_total([costs[each].tolist() for each in chosen],
                               [len(kind) - len(each) for kind, each in zip(kinds, chosen, strict=True)])
        held += found.low <= costs.sum() <= found.high
    assert len(kinds) == games
    assert held >= 180


def seat_of(agent: int) -> Seat:
    return Seat(agent=f"llm{agent}", model="x", params={"kind": "llm"})


@pytest.mark.parametrize(("measured", "left", "total"), [
    ((10.0,), 2, Total(30.0)), ((10.0, 12.0), 0, Total(22.0, 22.0, 22.0)), ((10.0,), 0, Total(10.0, 10.0, 10.0)),
    ((0.0, 0.0), 5, Total(0.0, 0.0, 0.0)), ((4.0, 4.0), 3, Total(20.0, 20.0, 20.0))])
def test_one_match_tells_no_range_and_equal_ones_are_certain(measured, left, total):
    assert estimate_total([measured], [left]) == total


@given(st.lists(st.tuples(st.lists(st.floats(0.1, 1e6), min_size=2, max_size=4), st.floats(0, 50)), max_size=5))
def test_the_range_holds_the_expected_total_and_what_is_measured(kinds):
    found = estimate_total([values for values, _ in kinds], [left for _, left in kinds])
    assert sum(sum(values) for values, _ in kinds) <= found.low * (1 + 1e-9)
    assert found.low <= found.expected * (1 + 1e-9) <= found.high * (1 + 1e-6)


@pytest.mark.parametrize(("agent", "calls"), [("llm", 1), ("sc_cot", 5), ("tot", 12), ("think_then_answer", 2)])
def test_a_dilemma_of_n_rounds_takes_n_decisions_of_each_seat(agent, calls):
    specs = planned("game=three_player_prisoners_dilemma", "game.rounds=6", f"agents=[{agent},random*2]", "matches=3")
    assert CallCounts().by_agent(specs) == {f"{agent}@offline/random": 3 * 6 * calls}


def test_forced_moves_take_no_call_and_analyses_are_counted_for_the_model_that_reads_them():
    settings = ("game=nim", "game.pile_sizes='1;1'", "agents=[llm,random]", "matches=2")
    # Two piles of one: each player takes one object, the second has a single move left.
    asked = CallCounts().by_agent(planned(*settings))
    played = CallCounts().by_agent(planned(*settings, "agent.llm.forced_moves=played"))
    assert (asked, played) == ({"llm@offline/random": 2}, {"llm@offline/random": 1})
    assert CallCounts().by_agent(planned("game=nim", "agents=[mcts,random]", "matches=2")) == {}
    specs = planned("game=three_player_prisoners_dilemma", "game.rounds=3", "agents=[pgm]", "matches=1")
    # The first round without news takes one call, every further one two (docs/schemes.md).
    assert CallCounts().by_agent(specs) == {"pgm@offline/random": pytest.approx(3 * (1 + 2 + 2))}
    words = ("game=chameleon", "game.questions=skipped", "agents=[pgm,random*2]", "matches=3")
    itself = CallCounts().by_agent(planned(*words))
    read = CallCounts().by_agent(planned(*words, "agent.pgm.reader=openai/reader"))
    assert itself.keys() == {"pgm@offline/random"}
    assert read.keys() == {"pgm@offline/random", "reader@openai/reader"}
    assert sum(read.values()) == pytest.approx(itself["pgm@offline/random"])
    # In every seat two analyses, or one, to as many readings.
    assert 0 < read["reader@openai/reader"] < read["pgm@offline/random"]
