import pytest

from custom_games.are_you_the_traitor.position import ADVENTURERS, POLLED, ROLES, TARGETS, TEAMS, WIZARDS, Round
from tests.support.traitor_rounds import EVIL_WIZARD, GOOD_WIZARD, GUARD, KEY_HOLDER, SEATS, TRAITOR

EVIL, GOOD = range(2)


def test_roles_are_the_published_ones():
    assert [(ROLES[seat], TEAMS[seat]) for seat in SEATS] == [
        ("Traitor", EVIL), ("Evil Wizard", EVIL), ("Good Wizard", GOOD), ("Key Holder", GOOD), ("Guard", GOOD)]
    assert TARGETS == (None, KEY_HOLDER, TRAITOR, GOOD_WIZARD, TRAITOR)
    assert set(WIZARDS) | set(ADVENTURERS) == set(SEATS)
    assert set(POLLED) == set(SEATS) - {TRAITOR}


@pytest.mark.parametrize(("accuser", "accused", "winner"), [
    (EVIL_WIZARD, KEY_HOLDER, EVIL), (EVIL_WIZARD, TRAITOR, GOOD), (EVIL_WIZARD, GOOD_WIZARD, GOOD),
    (EVIL_WIZARD, GUARD, GOOD), (GOOD_WIZARD, TRAITOR, GOOD), (GOOD_WIZARD, EVIL_WIZARD, EVIL),
    (GOOD_WIZARD, KEY_HOLDER, EVIL), (KEY_HOLDER, GOOD_WIZARD, GOOD), (KEY_HOLDER, EVIL_WIZARD, EVIL),
    (KEY_HOLDER, TRAITOR, EVIL), (GUARD, TRAITOR, GOOD), (GUARD, EVIL_WIZARD, EVIL), (GUARD, GOOD_WIZARD, EVIL)])
def test_the_accusers_team_wins_if_the_accused_has_the_role_looked_for_and_else_the_other(accuser, accused, winner):
    assert Round(accuser, accused).winner == winner
    assert Round(accuser, accused).right == (winner == TEAMS[accuser])
