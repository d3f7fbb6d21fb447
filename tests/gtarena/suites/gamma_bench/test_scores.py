"""Scores against rounds worked out by hand, and against the traces that the paper prints."""

from typing import NamedTuple

import numpy as np
import pytest

from custom_games import GAMES
from custom_games.battle_royale import Shot
from custom_games.framework.rounds import Position
from gtarena.suites.gamma_bench import scores
from gtarena.suites.gamma_bench.scores import GAME_SCORES, Match


class Round(NamedTuple):
    """The parts of an auction's or a pirates' round that scores read."""

    values: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()
    gold: tuple[int, ...] = ()
    votes: tuple[int, ...] = ()


class Battle(NamedTuple):
    shots: tuple[Shot, ...]


def rounds(game, params, *played, stated=()):
    return Match(GAMES[game](**params), Position(rounds=played), stated)


def score(game, params, *played, scheme="coded", stated=()):
    return GAME_SCORES[game](rounds(game, params, *played, stated=stated), scheme)


@pytest.mark.parametrize(("ratio", "coded", "printed"), [(0.5, 75, 75), (1.5, 25, 25), (1.0, 50, 50)])
def test_low_numbers_are_good_below_a_ratio_of_one_and_bad_above_it(ratio, coded, printed):
    params = {"players": 2, "ratio": ratio}
    # The mean of 20, 30, 0 and 50 is 25.
    for scheme, expected in (("coded", coded), ("printed", printed)):
        assert score("guess_two_thirds", params, (20, 30), (0, 50), scheme=scheme).score == pytest.approx(expected)


def test_numbers_at_a_ratio_of_one_and_above_a_lowest_one_are_scored_as_printed_and_as_coded():
    params = {"players": 2, "ratio": 1.0}
    for choices, coded, printed in (((50, 50), 100, 0), ((100, 100), 0, 100), ((80, 80), 40, 60)):
        assert score("guess_two_thirds", params, choices).score == pytest.approx(coded)
        assert score("guess_two_thirds", params, choices, scheme="printed").score == pytest.approx(printed)
    result = score("guess_two_thirds", {"players": 2, "low": 10, "high": 60}, (0, 20))
    # Actions 0 and 20 are the numbers 10 and 30, a mean of 10 above the lowest: (60 - 10) / 50.
    assert (result.raw, result.score) == (10, 100)


@pytest.mark.parametrize(("capacity", "distances", "worst"), [
    (0.6, (0.35, 0.15, 0.15), 0.6), (0.2, (0.05, 0.55, 0.55), 0.8)])
def test_the_bar_is_judged_by_how_far_its_attendance_is_from_the_capacity(capacity, distances, worst):
    # Shares of 1/4, 3/4 and 3/4.
    played = ((1, 0, 0, 0), (1, 1, 1, 0), (0, 1, 1, 1))
    result = score("el_farol", {"players": 4, "capacity": capacity}, *played)
    assert result.raw == pytest.approx(sum(distances) / 3)
    assert result.score == pytest.approx((worst - sum(distances) / 3) / worst * 100)


def test_bids_contributions_dishes_and_values_are_scored_by_the_formulas_of_each_scheme():
    assert score("divide_dollar", {"players": 2, "gold": 100}, (50, 50), (30, 50)).score == pytest.approx(90)
    for scheme, expected in (("coded", 0), ("printed", -50)):
        result = score("divide_dollar", {"players": 3, "gold": 100}, (90, 80, 80), scheme=scheme)
        assert (result.raw, result.score) == (150, expected)
    result = score("public_goods", {"players": 2, "tokens": 20}, (0, 10), (20, 10))
    assert (result.raw, result.score, list(result.players)) == (10, 50, [50, 50])
    cheap, costly = 0, 1
    result = score("diners_dilemma", {"players": 2}, (cheap, costly), (costly, costly))
    assert (result.raw, result.score, list(result.players)) == (0.25, 75, [50, 100])
    params = {"players": 2, "max_value": 100}
    played = (Round(values=(100, 50), bids=(80, 60)), Round(values=(0, 40), bids=(0, 10)))
    # v - b: 20, -10, 0, 30. Their mean is 10, of the greatest value 100.
    assert score("sealed_bid_auction", params, *played, scheme="printed").score == pytest.approx(10)
    # In units of the own value: 0.2, none, 0, 0.75.
    assert score("sealed_bid_auction", params, *played).score == pytest.approx((20 + 75) / 4)
    middle = score("guess_two_thirds", {"players": 2, "ratio": 1.0}, (50, 50), scheme="paper")
    assert middle.score == 0  # as printed
    too_much = score("divide_dollar", {"players": 3, "gold": 100}, (90, 80, 80), scheme="paper")
    assert too_much.score == 0  # as coded
    bids = score("sealed_bid_auction", {"players": 2, "max_value": 100}, Round((100, 50), (80, 60)), scheme="paper")
    assert bids.score == pytest.approx(5)  # as printed
    # Two of three votes on nothing are right.
    plan = ((4, 0, 0, 0), (1, 0, 0, 1))
    distance = 2  # from 99, 0, 1, 0
    assert pirates(plan, gold=4, scheme="paper")[1].score == pytest.approx((200 - distance) / 200 * 50 + 50 * 0.67)
    assert pirates(plan, gold=4)[1].score == pytest.approx((200 - distance) / 200 * 50 + 50 * 2 / 3)


@pytest.mark.parametrize("scheme", ["coded", "printed", "paper"])
def test_all_numbers_of_a_score_are_plain(scheme):
    found = [score(game, {"players": 2}, (0, 1), scheme=scheme) for game in (
        "guess_two_thirds", "el_farol", "divide_dollar", "public_goods", "diners_dilemma")]
    found += [score("sealed_bid_auction", {"players": 2}, Round((100, 50), (80, 60)), scheme=scheme),
              scores.battle_royale(Match(GAMES["battle_royale"](players=3), Battle((Shot(0, 2, True, 2),))), scheme),
              pirates(*PAPERS_TRACE, scheme=scheme)[1]]
    for each in found:
        numbers = [each.score, each.raw, *each.parts.values(), *each.players]
        assert {type(number) for number in numbers} == {float}


def test_shots_at_the_best_marksman_alive_count_and_what_was_stated_counts_in_place_of_what_was_played():
    shots = (
        Shot(0, 3, True, 3),  # the best one of 1, 2, 3
        Shot(1, 2, False, 3),  # the best one now that 3 is out
        Shot(2, None, False, 3),  # missed on purpose
        Shot(0, 1, True, 2),  # should have been 2
        Shot(2, 0, False, 2),  # the only other
    )
    result = scores.battle_royale(Match(GAMES["battle_royale"](players=4), Battle(shots)), "coded")
    assert (result.score, list(result.players[:3])) == (pytest.approx(60), [50, 100, 50])
    assert np.isnan(result.players[3])
    params = {"players": 2, "max_value": 100}
    played = Round(values=(10, 50), bids=(0, 40))
    result = score("sealed_bid_auction", params, played, scheme="printed", stated=[(0, 0, -20)])
    assert result.raw == pytest.approx((30 + 10) / 2)
    (distances, _), _ = pirates(((100, 0), (1, 0)), stated=[(0, 0, [110, -10])])
    assert distances == [20]


def pirates(*plans_and_votes, gold=100, scheme="coded", stated=()):
    played = tuple(Round(gold=plan, votes=votes) for plan, votes in plans_and_votes)
    match = rounds("pirate_game", {"gold": gold}, *played, stated=stated)
    return scores.pirate_rounds(match, scheme), scores.pirate_game(match, scheme)


PAPERS_TRACE = (
    # Table 3: 100 for the first pirate, and everybody else rejects; then 99 and 1; then nearly all to two of them.
    ((100, *[0] * 9), (1, *[0] * 9)),
    ((99, 0, 1, 0, 0, 0, 0, 0, 0), (1, 0, 1, 1, 0, 0, 0, 0, 1)),
    ((50, 1, 1, 1, 1, 1, 1, 44), (1,) * 8),
)


@pytest.mark.parametrize(("pirates_left", "plan"), [
    (10, [96, 0, 1, 0, 1, 0, 1, 0, 1, 0]), (9, [96, 0, 1, 0, 1, 0, 1, 0, 1]), (2, [100, 0]), (1, [100])])
def test_the_best_proposal_gives_a_coin_to_every_second_pirate(pirates_left, plan):
    assert list(scores.paper_plan(pirates_left, 100)) == plan


@pytest.mark.parametrize(("gold", "offset", "vote", "coded", "printed"), [
    (2, 1, 1, True, True), (2, 1, 0, False, False), (0, 1, 0, True, True), (0, 2, 1, False, False),
    (1, 2, 1, True, True), (1, 2, 0, False, False), (1, 1, 1, False, False), (1, 1, 0, False, True)])
def test_a_vote_is_right_by_the_coins_and_the_distance_from_the_proposer(gold, offset, vote, coded, printed):
    plan, votes = [100 - gold, 0, 0], [1, 0, 0]
    plan[offset], votes[offset] = gold, vote
    for scheme, right in (("coded", coded), ("printed", printed)):
        (_, [verdicts]), _ = pirates((tuple(plan), tuple(votes)), scheme=scheme)
        assert verdicts[offset - 1] == right


def test_the_papers_trace_has_its_printed_distances_and_only_the_program_scales_divisions_to_a_hundred_coins():
    (distances, verdicts), result = pirates(*PAPERS_TRACE)
    assert distances == [8, 6, 94]
    assert [round(sum(votes) / len(votes), 2) for votes in verdicts] == [1.0, 0.75, 0.57]
    # (200 - 36) / 200 of 50, and 19 of 24 votes of 50.
    assert result.score == pytest.approx(41 + 50 * 19 / 24)
    assert result.parts == {"proposal_distance": 36, "vote_accuracy": pytest.approx(19 / 24)}
    proposal = ((4, *[0] * 9), (1, *[0] * 9))
    # Scaled, 100 for the proposer is 8 off; unscaled, the best proposal of four coins leaves the proposer none.
    assert pirates(proposal, gold=4)[1].score == pytest.approx((200 - 8) / 200 * 50 + 50)
    assert pirates(proposal, gold=4, scheme="printed")[1].score == pytest.approx((8 - 8) / 8 * 50 + 50)
