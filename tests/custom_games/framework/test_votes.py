import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.framework import votes

ballot_lists = st.lists(st.sampled_from([None, 0, 1, 2, 3]), max_size=9)


@pytest.mark.parametrize(("cast", "counted", "leading", "winner"), [
    ((2, 2, 0), {0: 1, 1: 0, 2: 2}, [2], 2),
    ((1, 2, 0), {0: 1, 1: 1, 2: 1}, [0, 1, 2], None),
    ((None, 2, 2), {0: 0, 1: 0, 2: 2}, [2], 2),
    ((None, 2, 0), {0: 1, 1: 0, 2: 1}, [0, 2], None),
    ((None, 1, None), {0: 0, 1: 1, 2: 0}, [1], 1),
    ((None, None, None), {0: 0, 1: 0, 2: 0}, [], None),
])
def test_the_candidate_with_most_votes_wins_unless_others_have_as_many(cast, counted, leading, winner):
    counts = votes.count(cast, range(3))
    assert counts == counted
    assert votes.leaders(counts) == leading
    assert votes.winner(counts) == winner


def test_nobody_wins_without_candidates():
    assert votes.leaders({}) == []
    assert votes.winner(votes.count([None], [])) is None


@given(ballot_lists, st.randoms(use_true_random=False))
def test_counts_do_not_depend_on_the_order_of_votes(cast, rng):
    counts = votes.count(cast, range(4))
    shuffled = rng.sample(cast, len(cast))
    assert list(votes.count(shuffled, range(4)).items()) == list(counts.items())
    assert sum(counts.values()) == sum(vote is not None for vote in cast)


@given(ballot_lists)
def test_a_winner_is_the_only_leader_and_leaders_have_equally_many_votes(cast):
    counts = votes.count(cast, range(4))
    leading = votes.leaders(counts)
    assert len({counts[leader] for leader in leading}) <= 1
    assert all(counts[other] < counts[leader] for leader in leading for other in set(counts) - set(leading))
    assert votes.winner(counts) == (leading[0] if len(leading) == 1 else None)


def test_equal_proposals_share_their_votes_so_that_a_vote_for_either_is_unanimous():
    proposals = [(40, 30, 30), (50, 25, 25), (50, 25, 25)]
    agreed = votes.count([proposals[1], proposals[2], proposals[1]], proposals)
    assert votes.with_at_least(agreed, 3) == [(50, 25, 25)]
    split = votes.count([proposals[0], proposals[2], proposals[1]], proposals)
    assert split == {(40, 30, 30): 1, (50, 25, 25): 2}
    assert votes.with_at_least(split, 3) == []
    assert votes.with_at_least(split, 2) == [(50, 25, 25)]


def test_a_vote_for_nobody_who_stands_is_refused():
    with pytest.raises(ValueError, match="vote 3 is for none of the candidates: 0, 1, 2"):
        votes.count([0, 3], range(3))
