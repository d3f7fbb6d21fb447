"""Units of the abilities, counted by hand from the answers, in both schemes."""

import pytest

from gtarena.suites.magic.ability_units import Hunt, Unit, word_units
from gtarena.suites.magic.scores import SCHEMES

# Player 2 is the chameleon and was not asked for a suspect; the others suspect it, and Player 3 misjudges Player 1.
BELIEFS = ((1, 0, 1), (1, None, 1), (2, 0, 1))
HUNT = Hunt(
    culprit=1, asked=(0, 2), roles=[((0, 1), (1, 0), (2, 0)), ((1, 1), None, (2, 1))], beliefs=[BELIEFS],
    votes=(1, 0, None), outcome="tie")


def rights(hunt: Hunt, seat: int, scheme: str, ability: str) -> dict[tuple[int, str], bool]:
    return {(unit.turn, unit.part): unit.right for unit in word_units(hunt, seat, scheme) if unit.ability == ability}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_vote_is_judged_for_those_who_look_and_none_is_wrong(scheme):
    assert rights(HUNT, 0, scheme, "judgement") == {(1, "vote"): True}
    assert rights(HUNT, 2, scheme, "judgement") == {(1, "vote"): False}
    assert rights(HUNT, 1, scheme, "judgement") == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_an_answer_about_oneself_needs_the_right_name_and_the_right_role(scheme):
    assert rights(HUNT, 0, scheme, "self_awareness") == {(1, "role"): True, (2, "role"): False}
    assert rights(HUNT, 1, scheme, "self_awareness") == {(1, "role"): True, (2, "role"): False}
    assert rights(HUNT, 2, scheme, "self_awareness") == {(1, "role"): False, (2, "role"): True}


@pytest.mark.parametrize(("outcome", "printed", "coded"), [
    ("caught", False, False), ("guessed", False, True), ("escaped", True, True), ("tie", False, True)])
def test_who_hides_deceives_if_another_is_accused_or_as_coded_unless_it_is_caught(outcome, printed, coded):
    hunt = Hunt(1, (0, 2), [], [], (1, 0, 1), outcome)
    assert rights(hunt, 1, "printed", "deception") == {(1, "match"): printed}
    assert rights(hunt, 1, "coded", "deception") == {(1, "match"): coded}
    assert rights(hunt, 0, "coded", "deception") == {}


def test_printed_deductions_are_the_own_suspect_and_an_estimate_for_each_other_who_stated_one():
    assert rights(HUNT, 0, "printed", "reasoning") == {(1, "gold"): True, (1, "inter 3"): True}
    assert rights(HUNT, 2, "printed", "reasoning") == {(1, "gold"): True, (1, "inter 1"): False}
    assert rights(HUNT, 1, "printed", "reasoning") == {(1, "inter 1"): True, (1, "inter 3"): True}


def test_coded_deductions_are_two_for_each_seat_and_a_suspect_that_was_not_stated_is_player_1():
    # Player 2, who was not asked, "suspects" Player 1, as both others said; only Player 1 is right about Player 3 too.
    assert rights(HUNT, 0, "coded", "reasoning") == {(1, "gold"): True, (1, "inter"): True}
    assert rights(HUNT, 2, "coded", "reasoning") == {(1, "gold"): True, (1, "inter"): False}
    assert rights(HUNT, 1, "coded", "reasoning") == {(1, "gold"): False, (1, "inter"): True}


def test_a_chameleon_that_sits_in_seat_1_is_right_about_itself_as_coded():
    hunt = Hunt(0, (1, 2), [], [((None, 0, 0), (1, 0, 0), (1, 0, 0))], (1, 0, 0), "caught")
    assert rights(hunt, 0, "coded", "reasoning")[1, "gold"]
    # Nobody can say that Player 1 suspects Player 1, so nobody can be right about it.
    assert not rights(hunt, 1, "coded", "reasoning")[1, "inter"]


def test_an_unusable_answer_is_wrong_as_printed_and_names_player_1_as_coded():
    hunt = Hunt(0, (1, 2), [], [((None, 0, 0), None, (1, 0, 0))], (1, 0, 0), "caught")
    assert rights(hunt, 1, "printed", "reasoning") == {(1, "gold"): False, (1, "inter 3"): False}
    assert rights(hunt, 1, "coded", "reasoning") == {(1, "gold"): True, (1, "inter"): True}
    # There is nothing to compare with what Player 2 did not say.
    assert rights(hunt, 2, "printed", "reasoning") == {(1, "gold"): True}
    assert rights(hunt, 0, "printed", "reasoning") == {(1, "inter 3"): True}


def test_everybody_in_undercover_has_a_gold_unit_also_who_suspects_itself():
    hunt = Hunt(2, (0, 1, 2), [], [((2, 2, 0), (2, 2, 0), (0, 0, 2))], (2, 2, 0), "caught")
    assert rights(hunt, 2, "printed", "reasoning") == {(1, "gold"): True, (1, "inter 1"): False, (1, "inter 2"): False}
    assert rights(hunt, 0, "printed", "reasoning") == {(1, "gold"): True, (1, "inter 2"): True, (1, "inter 3"): False}


def test_skipped_questions_leave_the_votes_alone():
    assert list(word_units(Hunt(1, (0, 2), [], [], (1, 0, 1), "caught"), 0, "printed")) == [
        Unit("judgement", 0, 1, "vote", True)]
