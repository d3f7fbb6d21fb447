"""Abilities of challengers over all their matches, worked out by hand."""

from math import isnan

import pytest

from gtarena.suites.magic.abilities import ABILITY_COLUMNS, abilities_frame
from gtarena.suites.magic.results import matches_frame
from gtarena.suites.magic.scores import SCHEMES
from tests.support.magic_matches import cost_sharing, dilemma, model, public_good, strong_set, weak_set

STRONG, WEAK = strong_set(model("s")), weak_set(model("w"))
WINS = {"win_chameleon": 100, "win_non-chameleon": 100, "win_undercover": 200 / 3, "win_civilian": 0,
        "win_cost_sharing": 100, "win_three_player_prisoners_dilemma": 100, "win_public_good": 0}


def abilities(records, scheme: str, who: str = "llm s") -> dict[str, float]:
    frame = abilities_frame(matches_frame(records), scheme)
    assert tuple(frame.columns) == ABILITY_COLUMNS
    return frame.loc[who].to_dict()


def test_a_match_in_each_role_gives_the_printed_abilities_and_their_area():
    # Three of four votes are right. One of two matches in hiding is won, and a defender's only guess is wrong. All
    # answers to role questions are right, and so are all deductions. Rational are both rounds of the dilemma and one
    # of two of the public good.
    # Area: 75*100 + 100*75 + 75*160 + 160*100 + 100*100 + 100*75 + 75*75 = 66,125, times 0.39092.
    assert abilities(STRONG, "printed") == pytest.approx({
        "judgement": 75, "reasoning": 100, "deception": 75, "self_awareness": 160, "cooperation": 100,
        "coordination": 100, "rationality": 75, "win_rate": 1400 / 21, "area": 25_849.30, **WINS}, rel=1e-5)


def test_a_match_in_each_role_gives_the_coded_abilities_and_their_area():
    # Reasoning: as non-chameleon, no estimate of Player 1 can be right, which spoils 6 of 30 units.
    # Area: 75*80 + 80*100 + 100*100 + 100*100 + 100*100 + 100*75 + 75*75 = 57,125, times 0.39092.
    assert abilities(STRONG, "coded") == pytest.approx({
        "judgement": 75, "reasoning": 80, "deception": 100, "self_awareness": 100, "cooperation": 100,
        "coordination": 100, "rationality": 75, "win_rate": 1400 / 21, "area": 22_331.06, **WINS}, rel=1e-5)


def test_printed_coordination_is_empty_without_any_agreement_and_with_it_the_area():
    printed, coded = (abilities(WEAK, scheme, "llm w") for scheme in ("printed", "coded"))
    assert isnan(printed["coordination"])
    assert isnan(printed["area"])
    assert (coded["coordination"], coded["cooperation"], coded["rationality"]) == (0, 0, 0)
    assert printed["deception"] == 0  # its own wrong guess misled nobody
    assert coded["win_rate"] == printed["win_rate"] == pytest.approx(100 / 7)


def test_coded_deception_is_empty_and_the_area_with_it_if_no_chameleon_was_ever_caught():
    found = abilities(WEAK, "coded", "llm w")
    assert isnan(found["deception"])
    assert isnan(found["area"])


@pytest.mark.parametrize("scheme", SCHEMES)
def test_challengers_are_measured_apart(scheme):
    both = abilities_frame(matches_frame([*STRONG, *WEAK]), scheme)
    assert list(both.index) == ["llm s", "llm w"]
    assert both.loc["llm s"].to_dict() == abilities(STRONG, scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_missing_game_leaves_its_abilities_the_win_rate_and_the_area_empty(scheme):
    found = abilities(STRONG[:-1], scheme)
    missing = {name for name, value in found.items() if isnan(value)}
    assert missing == {"rationality", "win_rate", "area", "win_public_good"}


def test_units_of_several_matches_are_pooled_and_win_rates_are_means():
    found = abilities([
        dilemma("DCC", "DCC", match_id="a", challenger=model("s")),
        dilemma("CDD", match_id="b", challenger=model("s")),
        public_good((0, 5, 5), match_id="c", challenger=model("s")),
        cost_sharing((((40, 30, 30),) * 3, (0, 0, None)), match_id="d", challenger=model("s"))], "coded")
    assert found["rationality"] == 75
    assert found["win_three_player_prisoners_dilemma"] == 50
    assert found["cooperation"] == 0


def test_without_matches_there_are_no_challengers():
    frame = abilities_frame(matches_frame([]), "printed")
    assert frame.empty
    assert tuple(frame.columns) == ABILITY_COLUMNS
