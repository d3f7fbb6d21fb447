import numpy as np
import pytest

from gtarena.metrics.ratings.linked_agents import NO_MATCH, ONLY_TIES, linked, listed
from tests.support.ratings import CYCLE, THREE_TO_ONE, wins


def found(agents, results, played=None):
    return linked(wins(agents, results), played or [1] * len(agents), list(agents))


def test_agents_that_scored_against_each_other_are_rated():
    both = found("AB", THREE_TO_ONE)
    assert (both.rated, both.reasons, both.standing) == ((0, 1), ("", ""), (0, 0))


def test_a_cycle_of_three_is_rated_though_every_pair_is_one_sided():
    assert found("ABC", CYCLE).rated == (0, 1, 2)


def test_who_won_or_lost_everything_stands_above_or_below_the_others_without_a_rating():
    one_sided = found("ABCD", [*THREE_TO_ONE, ("C", "A", 1.0), ("B", "D", 1.0)])
    assert one_sided.rated == (0, 1)
    assert one_sided.reasons[2:] == ("won everything (in part through others) against A and B",
                                     "lost everything (in part through others) against A and B")
    assert (one_sided.standing[2] > 0, one_sided.standing[3] < 0) == (True, True)


def test_two_agents_of_which_one_always_wins_are_not_rated():
    assert found("AB", [("A", "B", 1.0)] * 5).reasons == ("won everything against B", "lost everything against A")


def test_groups_that_no_match_links_are_not_compared_and_the_larger_one_is_rated():
    apart = found("ABCDE", [*CYCLE, ("D", "E", 1.0), ("E", "D", 1.0)])
    assert apart.rated == (0, 1, 2)
    assert apart.reasons[3:] == ("no match links it to A, B and C",) * 2
    assert np.isnan(apart.standing[3:]).all()


def test_of_two_groups_of_the_same_size_neither_is_rated():
    apart = found("ABCD", [*THREE_TO_ONE, ("C", "D", 1.0), ("D", "C", 1.0)])
    assert (apart.rated, apart.reasons[0], apart.reasons[2]) == (
        (), "no match links it to C and D", "no match links it to A and B")


def test_agents_that_only_beat_the_same_agent_are_not_ranked_against_each_other():
    reasons = found("ABCD", [*THREE_TO_ONE, ("A", "C", 1.0), ("D", "C", 1.0)]).reasons
    assert reasons[3] == "no wins and losses rank it against A and B"


def test_agents_without_matches_and_with_only_ties_are_told_apart():
    assert found("ABCD", THREE_TO_ONE, [4, 4, 0, 2]).reasons == ("", "", NO_MATCH, ONLY_TIES)
    assert found("", []).rated == ()


@pytest.mark.parametrize(("names", "words"), [
    ("", ""), ("A", "A"), ("AB", "A and B"), ("ABCDE", "A, B, C, D and E"), ("ABCDEF", "A, B, C, D and 2 others")])
def test_long_lists_of_names_are_cut_off(names, words):
    assert listed(list(names) or [""]) == words
