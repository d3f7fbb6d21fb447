from dataclasses import asdict, replace
from math import isnan

import pytest

import gtarena
from custom_games.english_auction import BREAK, DROP, STAY
from gtarena.suites import econ_arena
from gtarena.suites.econ_arena.scores import RunPlay, group_of, level_of, plays
from tests.support.econ_arena_matches import RATIONAL, auction, contest, match, model
from tests.support.suite_matches import findings, trace_of

M = model()
ENGLISH = "english_auction(players=2,increment=10)"


def of(record) -> list[RunPlay]:
    return list(plays(trace_of(record)))


def known(play: RunPlay, *names: str) -> tuple[float, ...]:
    return tuple(asdict(play)[name] for name in names)


def test_numbers_bids_and_prices_are_paid_as_worked_out_by_hand():
    # The target is 16/3, to which 10 is nearer than 0. If all state 0, each gets a fifth.
    *tens, zero = of(contest([M] * 5, [10, 10, 10, 10, 0]))
    for play in tens:
        assert known(play, "net_gain", "payoff_ratio", "gap", "won") == pytest.approx((0.25, 1.25, 0.05, 1))
        assert known(play, "action", "deviation", "scale", "equilibrium_action") == (10, 0.1, 100, 0)
    assert known(zero, "net_gain", "payoff_ratio", "won", "deviation", "level") == (0, 0, 0, 0, "rational")
    assert isnan(zero.asset_ratio)
    # By their values, 60 and 40, the winner would have paid 40 and ended with 120.
    winner, other = of(auction([M, M], [60, 40], [60, 50]))
    assert known(winner, "net_gain", "asset_ratio", "gap", "won") == (10, 1.1, -10, 1)
    assert known(winner, "payoff_ratio", "deviation") == pytest.approx((110 / 120, 10 / 120))
    assert known(other, "action", "equilibrium_action", "net_gain", "asset_ratio", "deviation", "won") == (
        50, 40, 0, 1, 0, 0)
    # By their values, 60 and 50, the first wins at 60 and pays 50. Here it drops at 20, and the other pays 10.
    first, second = of(match(ENGLISH, [M, M], [6, 5], {0: STAY, 1: STAY}, {0: DROP, 1: STAY}))
    assert known(first, "action", "equilibrium_action", "net_gain", "gap", "won") == (10, 60, 0, -10, 0)
    assert known(second, "action", "equilibrium_action", "net_gain", "gap", "won") == (20, 50, 40, 40, 1)
    assert known(second, "asset_ratio", "payoff_ratio", "deviation") == pytest.approx((1.4, 1.4, 0.4))
    assert first.deviation == pytest.approx(10 / 110)


@pytest.mark.parametrize(("record", "fee"), [
    (contest([M, M], [101, 30], settings=",entrance_fee=2.0"), 2),
    (auction([M, M], [60, 40], [101, 30], settings=",entrance_fee=3.0"), 3),
    (match(ENGLISH, [M, M], [6, 5], {0: BREAK, 1: STAY}), 1)])
def test_a_rule_break_costs_the_fee_and_is_no_action_that_could_deviate(record, fee):
    broke, other = of(record)
    assert known(broke, "rule_break", "net_gain", "won", "level") == (1, -fee, 0, "")
    assert isnan(broke.action)
    assert isnan(broke.deviation)
    assert known(other, "rule_break", "won") == (0, 1)


@pytest.mark.parametrize(("game", "players"), [
    ("beauty_contest(runs=2,history=choices)", 5), ("beauty_contest(players=3,group=L,ratio=1.5)", 3),
    ("second_price_auction(runs=2,history=private)", 5), ("english_auction(players=4,increment=5,runs=2)", 4)])
@pytest.mark.parametrize("seed", [1, 2])
def test_equilibrium_agents_do_not_deviate_and_get_what_the_equilibrium_pays(game, players, seed):
    record = gtarena.play(game, ["rational"] * players, seed)
    found = of(record)
    assert len(found) == players * int(record.params["runs"])
    for play in found:
        assert known(play, "deviation", "gap", "payoff_ratio", "rule_break") == (0, 0, 1, 0)
        assert play.action == play.equilibrium_action


@pytest.mark.parametrize(("ratio", "levels"), [
    # Up to 100: 50, 33.3, 22.2, 14.8, 9.9; above a ratio of one 50, 75, 100, 100, 100.
    (2 / 3, {100: "0", 50: "0", 42: "0", 41: "1", 33.3: "1", 22: "2", 14.8: "3", 9.9: "4+", 1: "4+"}),
    (1.5, {50: "0", 70: "1", 99: "2"})])
def test_the_level_of_a_number_is_that_of_the_nearest_step_of_reasoning(ratio, levels):
    assert {number: level_of(number, 100, ratio) for number in levels} == levels


def test_every_run_is_compared_with_the_equilibrium_of_its_values_and_unended_ones_have_no_plays():
    found = of(auction([M, M], [60, 40], [60, 40], [39, 40]))
    assert [(play.run, play.seat, play.gap) for play in found] == [(1, 0, 0), (1, 1, 0), (2, 0, -20), (2, 1, 1)]
    trace = trace_of(contest([M, M], [50, 0], [40, 0]))
    assert len(list(plays(replace(trace, history=trace.history[:2], replayed=None)))) == 2
    assert list(plays(replace(trace, history=(), replayed=None))) == []


@pytest.mark.parametrize(("game", "params", "group"), [
    ("beauty_contest", {"group": "H", "upper": 100}, "H"),
    ("beauty_contest", {"group": "fixed", "upper": 100}, "upper=100"),
    ("second_price_auction", {"assets": 1000, "value_mean": 500, "value_std": 100}, "M"),
    ("english_auction", {"assets": 10_000, "value_mean": 5000, "value_std": 1000}, "H"),
    ("english_auction", {"assets": 7, "value_mean": 5, "value_std": 1}, "assets=7 value_mean=5 value_std=1")])
def test_the_group_is_told_by_the_parameters(game, params, group):
    assert group_of(game, params) == group


def measured(record) -> dict[tuple[str, int], float]:
    found = econ_arena.measures(trace_of(record), econ_arena.SCHEMES[0])
    return {(each.metric, each.player): each.value for each in found}


def test_measures_are_means_over_the_runs_that_have_the_number_and_findings_tables_and_figures():
    found = measured(contest([M, M], [50, 0], [101, 10], [33, 20]))
    assert found["rule_break", 0] == pytest.approx(1 / 3)
    assert found["deviation", 0] == pytest.approx((0.5 + 0.33) / 2)
    assert found["net_gain", 1] == 1  # of two, the lower number is always nearer to two thirds of their mean
    assert [found["action_1", 0], found["action_3", 0]] == [50, 33]
    assert ("action_2", 0) not in found
    assert ("asset_ratio", 0) not in found
    assert [found[f"level_{level}", 0] for level in ("0", "1", "2")] == [0.5, 0.5, 0]
    assert found["level_rational", 1] == pytest.approx(1 / 3)
    found = measured(contest([M, M], [101, 0]))
    assert ("deviation", 0) not in found
    assert ("level_0", 0) not in found
    assert found["rule_break", 0] == 1
    found = findings("econ_arena", [contest([M, RATIONAL], [50, 0])])
    assert [table.name for table in found.tables["printed"]] == [
        "payoffs by sessions beauty_contest rational none", "rule breaks",
        "payoffs by group beauty_contest rational none", "deviation beauty_contest",
        "levels beauty_contest rational none", "summary beauty_contest rational none"]
    assert tuple(found.tables) == econ_arena.SCHEMES
    assert [figure.name for figure in found.figures] == ["deviation-beauty_contest-rational"]
