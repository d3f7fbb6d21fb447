"""Matches with their challengers and roles."""

import pytest

import gtarena
from gtarena.suites.contract import Trace
from gtarena.suites.magic.play import Play
from tests.support.magic_matches import cost_sharing, dilemma, public_good


def play(record) -> Play:
    return Play.of(Trace.of(record))


def test_the_tags_name_the_challengers_and_without_them_all_seats_are():
    assert list(play(dilemma("CCC", challengers=(2,))).challengers) == [2]
    assert list(play(dilemma("CCC", tags={"run": 1})).challengers) == [0, 1, 2]


def test_the_five_rounds_of_the_papers_figure_8_come_to_13_8_and_8_and_their_seats_win_or_lose():
    record = dilemma("CCC", "CCC", "DCC", "DDD", "DDD")
    assert record.returns == [13, 8, 8]
    assert [play(record).win_rate(seat) for seat in range(3)] == [1, 0, 0]


def test_a_tie_for_the_highest_total_wins():
    assert [play(dilemma("DDC")).win_rate(seat) for seat in range(3)] == [1, 1, 0]
    assert [play(public_good((5, 5, 9))).win_rate(seat) for seat in range(3)] == [1, 1, 0]
    assert [play(public_good((5, 5, 5))).win_rate(seat) for seat in range(3)] == [1, 1, 1]


def test_counts_are_those_of_the_given_seats():
    found = play(dilemma("DCC", "DDC"))
    assert found.counts([0], "coded")["rationality"] == (2, 2)
    assert found.counts([0, 1, 2], "coded")["rationality"] == (3, 6)
    assert found.counts([], "coded")["rationality"] == (0, 0)


def test_an_action_that_is_not_legal_is_refused():
    record = dilemma("CCC")
    broken = record.model_copy(update={"history": [record.history[0].model_copy(update={"action": 9})]})
    with pytest.raises(ValueError, match="action 9 of player 0 is not legal"):
        play(broken)


def test_the_outcome_of_cost_sharing_is_told_and_that_of_a_dilemma_is_each_players_own():
    fair = ((40, 30, 30),) * 3
    assert play(cost_sharing((fair, (0, 1, 2)))).outcome() == "agreed"
    assert play(cost_sharing((fair, (0, 1, None)))).outcome() == "failed"
    assert play(dilemma("CCC")).outcome() == ""


# The units of all three seats, by ability: printed and coded. In Chameleon two players state a suspect in each of three
# turns, so there are 2 gold units and 4 estimates of those two; in Undercover 3 and 6 in each of two rounds.
UNITS = {
    "chameleon": ({"judgement": 2, "reasoning": 18, "deception": 1, "self_awareness": 9}, {"reasoning": 18}),
    "undercover": ({"judgement": 2, "reasoning": 18, "deception": 1, "self_awareness": 6}, {"reasoning": 12}),
    "three_player_prisoners_dilemma": ({"rationality": 15}, {}),
    "public_good": ({"rationality": 15}, {}),
}


@pytest.mark.parametrize("game", UNITS)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_by_chance_has_all_units_and_shares_the_credits(game, seed):
    found = play(gtarena.play(game, ["random"] * 3, seed))
    printed, changed = UNITS[game]
    for scheme, expected in (("printed", printed), ("coded", printed | changed)):
        totals = {ability: total for ability, (_, total) in found.counts(range(3), scheme).items() if total}
        assert totals == expected
    assert max(map(found.win_rate, range(3))) > 0
    if found.outcome():
        assert len({found.win_rate(seat) for seat in range(3)}) <= 2
