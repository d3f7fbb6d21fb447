from math import isnan

import pandas as pd
import pytest

from gtarena import games
from gtarena.agents.deduction.scripts import SCRIPTS
from gtarena.errors import UsageError
from gtarena.metrics.win_shares import WinShare, side_shares, win_share
from gtarena.runs.balance import Pairing, find_decided_side, list_agents, measure_balance

MATCHES = 20
TALKS = {"are_you_the_traitor": {"max_cycles": 2}}  # of parameters that cost time, and change nothing for these players


def shares(pairings):
    return {(each.side, each.agent, each.others): each.wins.share for each in pairings}


@pytest.mark.parametrize("game", SCRIPTS)
def test_no_side_of_a_game_with_hidden_roles_wins_nine_of_ten_whoever_plays(game):
    pairings = measure_balance(game, TALKS.get(game, {}), MATCHES)
    assert find_decided_side(pairings) is None
    sides, found = SCRIPTS[game].sides, shares(pairings)
    assert len(found) == 8
    for own in ("random", "deducer"):
        for other in ("random", "deducer"):
            assert found[sides[0], own, other] + found[sides[1], other, own] == pytest.approx(1)


@pytest.mark.parametrize("game", ["arctic_scavengers", "hive_without_beetles", "pit", "sea_battle"])
def test_no_side_wins_nine_of_ten_between_random_agents_where_a_search_takes_long(game):
    pairings = measure_balance(game, {}, MATCHES, kinds=["random"])
    assert [(each.agent, each.others) for each in pairings] == [("random", "random")] * 2
    assert find_decided_side(pairings) is None


def test_a_traitor_whom_elimination_finds_leaves_evil_no_chance():
    told = {"adventurers_know_key_holder": "on", **TALKS["are_you_the_traitor"]}
    pairings = measure_balance("are_you_the_traitor", told, MATCHES)
    decided = find_decided_side(pairings)
    assert (decided.side, decided.agent) == ("Good", "deducer")
    assert {other: shares(pairings)["Good", "deducer", other] for other in ("random", "deducer")} == {
        "random": 1, "deducer": 1}


def test_sides_are_teams_or_seats_and_a_search_plays_where_it_reads_no_hidden_roles():
    found = shares(measure_balance("tic_tac_toe", {}, 10, simulations=20))
    assert set(found) == {(side, own, other) for side in ("seat 0", "seat 1")
                          for own in ("random", "mcts") for other in ("random", "mcts")}
    assert found["seat 0", "mcts", "random"] > 0.8
    assert found == shares(measure_balance("tic_tac_toe", {}, 10, simulations=20))
    assert found != shares(measure_balance("tic_tac_toe", {}, 10, seed=1, simulations=20))
    assert set(list_agents(games.load("kuhn_poker", {}), 5)) == {"random", "ismcts"}
    assert set(list_agents(games.load("are_you_the_traitor", {}), 5)) == {"random", "deducer"}
    three = measure_balance("kuhn_poker", {"players": 3}, 4, simulations=2)
    assert {each.side for each in three} == {"seat 0", "seat 1", "seat 2"}
    assert len(three) == 3 * 2 * 2
    with pytest.raises(UsageError, match="matches=0 is too few"):
        measure_balance("tic_tac_toe", {}, 0)


def test_a_side_decides_if_one_kind_of_agent_wins_on_it_against_every_kind():
    def pairing(side, agent, others, share):
        return Pairing(side, agent, others, WinShare(share, 0, 1, 10))

    skill = [pairing("first", "mcts", "random", 1.0), pairing("first", "mcts", "mcts", 0.5),
             pairing("first", "random", "random", 0.5), pairing("first", "random", "mcts", 0.0)]
    assert find_decided_side(skill) is None
    luck = [pairing("first", "random", "random", 0.95), pairing("first", "random", "mcts", 0.91)]
    assert find_decided_side([*skill[:2], *luck]).wins.share == 0.91
    assert find_decided_side([]) is None


@pytest.mark.parametrize(("right", "number", "low", "high"), [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)])
def test_a_share_of_wins_has_the_intervals_of_newcombes_published_examples_of_wilsons(right, number, low, high):
    found = win_share([1.0] * right + [0.0] * (number - right), range(number))
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_matches_that_were_dealt_the_same_count_once_and_few_deals_have_no_interval():
    # By hand, with z = 1.959964: 8 of 10 wins are in (0.8 + 0.192073 +- z sqrt(0.016 + 0.009604)) / 1.384146.
    found = win_share([1] * 8 + [0] * 2, range(10))
    assert (found.share, found.matches) == (0.8, 10)
    assert (found.low, found.high) == pytest.approx((0.490162, 0.943318), abs=1e-5)
    doubled = win_share(([1] * 8 + [0] * 2) * 2, [*range(10)] * 2)
    assert (doubled.low, doubled.high, doubled.matches) == (found.low, found.high, 20)
    assert win_share([1.0, 0.5, 0.0], ["a", "a", "b"]).share == pytest.approx((0.75 + 0) / 2)
    assert (win_share([0.0] * 6, range(6)).low, win_share([1.0] * 6, range(6)).high) == (0, 1)
    assert isnan(win_share([0.0] * 5, range(5)).low)


def test_sides_share_a_win_if_they_are_best_together_and_partners_count_once():
    rows = [("m1", "pit", 0, "win"), ("m1", "pit", 0, "win"), ("m1", "pit", 1, "loss"),
            ("m2", "pit", 0, "draw"), ("m2", "pit", 0, "draw"), ("m2", "pit", 1, "draw"), ("m3", "pit", 0, None),
            ("m4", "three", 0, "draw"), ("m4", "three", 1, "loss"), ("m4", "three", 2, "draw")]
    frame = pd.DataFrame(rows, columns=["match_id", "game", "team", "result"])
    found = side_shares(frame.assign(unit=frame["match_id"]))
    assert {game: [(side.share, side.matches) for side in sides] for game, sides in found.items()} == {
        "pit": [(0.75, 2), (0.25, 2)], "three": [(0.5, 1), (0, 1), (0.5, 1)]}
