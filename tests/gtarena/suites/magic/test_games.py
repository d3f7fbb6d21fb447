"""Each game as the suite reads it: roles, settings and further numbers."""

import pytest

from gtarena.suites.contract import Trace
from gtarena.suites.magic.play import Play
from tests.support.magic_matches import cost_sharing, dilemma, match, public_good

FAIR = ((40, 30, 30),) * 3


def play(record) -> Play:
    return Play.of(Trace.of(record))


@pytest.mark.parametrize(("record", "role", "setting"), [
    (dilemma("CCC", scores=(3, 20, 2)), "three_player_prisoners_dilemma", "3,20,2"),
    (public_good((0, 0, 0), multiplier=1.2), "public_good", "1.2"),
    (public_good((0, 0, 0), multiplier=3), "public_good", "3"),
    (match("cost_sharing(rounds=1)", [4, 0, 5, *[{"proposal": list(shares)} for shares in FAIR], None, None, None]),
     "cost_sharing", "airlines 5,1,6"),
])
def test_settings_are_named_as_in_the_papers_figures(record, role, setting):
    assert [play(record).role(seat) for seat in range(3)] == [role] * 3
    assert play(record).setting() == setting


def test_another_score_for_defection_by_all_is_named():
    record = match("three_player_prisoners_dilemma(rounds=1,defect=2)", [[{"move": "Defect"}] * 3])
    assert play(record).setting() == "3,5,5 (all defect: 2)"


def test_the_cost_is_the_own_share_after_an_agreement():
    record = cost_sharing((FAIR, (1, None, 1)), (((20, 50, 30), None, (50, 25, 25)), (0, 0, 0)))
    assert [dict(play(record).details(seat)) for seat in range(3)] == [{"cost": 20}, {"cost": 50}, {"cost": 30}]
    assert dict(play(cost_sharing((FAIR, (0, 0, None)))).details(0)) == {}


def test_the_score_and_the_share_of_defections_count_an_unusable_answer_as_defection():
    found = play(dilemma("C-D", "CCC", scores=(3, 5, 4)))
    assert [dict(found.details(seat)) for seat in range(3)] == [
        {"score": 3, "defections": 0}, {"score": 7, "defections": 0.5}, {"score": 7, "defections": 0.5}]


def test_the_payback_is_the_share_of_the_whole_multiplied_pool():
    # 30 + 10 + 20 points times 1.5 are 90, 30 for each.
    found = play(public_good((30, 0, None), (0, 10, 20)))
    assert [dict(found.details(seat)) for seat in range(3)] == [
        {"payback": 30, "invested": 30}, {"payback": 30, "invested": 10}, {"payback": 30, "invested": 20}]
