import numpy as np
import pytest

from custom_games import GAMES
from custom_games import battle_royale as battle
from custom_games import pirate_game as pirates
from custom_games.framework.rounds import Position
from custom_games.sealed_bid_auction import Round
from gtarena.suites.gamma_bench import scores, series
from gtarena.suites.gamma_bench.scores import GAME_SCORES, Match
from gtarena.suites.gamma_bench.series import CHOICES, COMPARED

NAN = float("nan")


def rounds(game, *played, stated=(), **params):
    return Match(GAMES[game](players=len(getattr(played[0], "values", played[0])), **params), Position(played), stated)


def compared(match, part=0):
    return COMPARED[match.rules.facts.short_name][part].values(match).tolist()


def test_running_means_and_means_over_matches_take_the_rounds_that_there_are():
    assert series.running_mean(np.array([[1.0, 0.0], [0.0, 0.0], [1.0, 1.0]])) == pytest.approx(
        np.array([[1, 0], [1 / 2, 0], [2 / 3, 1 / 3]]))
    assert series.running_mean(np.array([4.0, 2.0])).tolist() == [4, 3]
    assert series.mean_by_round([np.array([1.0, 2.0, 3.0]), np.array([3.0])]).tolist() == [2, 2, 3]
    mean = series.mean_by_round([np.array([1.0, NAN]), np.array([3.0, NAN])])
    assert mean[0] == 2
    assert np.isnan(mean[1])


def test_numbers_are_guessed_from_the_lowest_on_compared_by_what_is_above_it_and_count_as_stated():
    match = rounds("guess_two_thirds", (0, 10, 5), (1, 1, 4), low=10, high=20)
    assert CHOICES["guess_two_thirds"].values(match).tolist() == [[10, 20, 15], [11, 11, 14]]
    assert compared(match) == [5, 2]
    # Two thirds of 15 are 10, which one chose; two thirds of 12 are 8, and 11 is nearest.
    assert series.winning_numbers(match).tolist() == [10, 11]
    match = rounds("guess_two_thirds", (0, 10), low=10, high=20, stated=[(0, 1, 24)])
    assert (series.numbers(match).tolist(), compared(match)) == ([[10, 24]], [7])


def shots(*fired, players=4):
    return Match(GAMES["battle_royale"](players=players), battle.Position((), shots=fired))


def test_aims_and_plans_are_compared_by_the_share_that_is_best_so_far_and_votes_by_what_is_right():
    match = shots(
        battle.Shot(0, 3, True, 3),  # 3 is the best
        battle.Shot(1, 0, False, 3),  # now 2 is
        battle.Shot(2, 1, True, 2),  # 2 is the best itself, so 1
        battle.Shot(0, None, False, 2))
    assert (compared(match), series.survivors(match).tolist()) == ([1, 1 / 2, 2 / 3, 2 / 4], [3, 3, 2, 2])
    # Of 3 alive the best plan is 99, 0, 1; in coins of a hundred the first one is 50, 50, 0: 49 + 50 + 1 off.
    first = pirates.Round(0, (2, 2, 0), (1, 0, 0))  # two coins are to be accepted, nothing is not
    second = pirates.Round(1, (4, 0), (1, 0))
    match = Match(GAMES["pirate_game"](players=3, gold=4), pirates.Position((first, second)))
    assert compared(match, 0) == [100, 0]
    assert COMPARED["pirate_game"][0].label == "L1 distance\n(% of the gold)"
    assert compared(match, 1) == [0.5, 1]
    lone = pirates.Round(1, (4,), (1,))
    match = Match(GAMES["pirate_game"](players=2, gold=4), pirates.Position((pirates.Round(0, (4, 0), (1, 0)), lone)))
    assert np.isnan(compared(match, 1)[1])


def test_choices_gains_bids_and_dinners_of_a_round_are_compared_as_worked_out_by_hand_and_no_scored_game_is_left_out():
    assert compared(rounds("el_farol", (1, 0, 0, 1), (1, 1, 1, 0))) == [0.5, 0.75]
    assert compared(rounds("divide_dollar", (10, 20), (0, 1))) == [15, 0.5]
    assert compared(rounds("public_goods", (10, 20), (0, 1))) == [15, 0.5]
    assert compared(rounds("diners_dilemma", (0, 0, 0, 1), (1, 1, 1, 1))) == [0.75, 0]
    match = rounds("public_goods", (20, 0, 10, 0), multiplier=2.0)
    assert series.gains_by_round(match).tolist() == [[-5, 15, 5, 15]]  # 30 times 2 is 60, of which each gets 15
    told = [match.rules.report(match.position.rounds[0], seat)["gain"] for seat in range(4)]
    assert series.gains_by_round(match).tolist() == [told]
    match = rounds("sealed_bid_auction", Round((100, 0, 50), (75, 0, 60), 0), Round((10, 20, 40), (10, 10, 10), 0))
    assert scores.shading(match).tolist() == [[25, 0, -10], [0, 10, 30]]
    assert scores.relative_shading(match).tolist() == [[0.25, 0, 0], [0, 0.5, 0.75]]
    assert compared(match) == pytest.approx([5, 40 / 3])
    for scheme in ("printed", "paper"):  # in units of the greatest value, which is 100
        assert np.mean(compared(match)) == pytest.approx(GAME_SCORES["sealed_bid_auction"](match, scheme).score)
    match = rounds("diners_dilemma", (0, 1), (0, 0))  # cheap: 15 for 10; costly: 20 for 20
    assert (series.bills(match).tolist(), series.utilities(match).tolist()) == ([15, 10], [[0, 5], [5, 5]])
    assert COMPARED.keys() == GAME_SCORES.keys()
