"""The formulas of the abilities, from sums that are added up by hand, and the areas of the paper's Table 1."""

from itertools import product
from math import isnan

import pytest

from gtarena.suites.magic.scores import ABILITIES, ROLES, SCHEMES, Tally, abilities_of, radar_area
from tests.support.magic_tables import TABLE_1

AREAS = {"GPT o1": 12_901, "GPT-4-turbo": 9_316, "GPT-4": 9_071, "Claude 2": 4_132, "GPT-3.5-turbo": 3_823,
         "Llama-2-70B": 3_135, "PaLM 2": 3_086, "Cohere": 2_854}
UNITS = {
    ("chameleon", "deception"): (6, 20), ("undercover", "deception"): (8, 20),
    ("non-chameleon", "judgement"): (30, 40), ("civilian", "judgement"): (20, 40),
    ("chameleon", "reasoning"): (30, 120), ("non-chameleon", "reasoning"): (60, 240),
    ("undercover", "reasoning"): (30, 80), ("civilian", "reasoning"): (60, 160),
    ("chameleon", "self_awareness"): (60, 60), ("non-chameleon", "self_awareness"): (75, 120),
    ("undercover", "self_awareness"): (20, 40), ("civilian", "self_awareness"): (70, 80),
    ("cost_sharing", "cooperation"): (14, 21), ("cost_sharing", "coordination"): (7, 21),
    ("three_player_prisoners_dilemma", "rationality"): (80, 105), ("public_good", "rationality"): (67, 105)}
OUTCOMES = {"chameleon": {"caught": 6, "guessed": 4, "escaped": 6, "tie": 4},
            "non-chameleon": {"caught": 9, "guessed": 3, "escaped": 8}}
TALLY = Tally(UNITS, OUTCOMES)


@pytest.mark.parametrize("model", AREAS)
def test_the_radar_areas_of_table_1_follow_from_its_rows(model):
    assert round(radar_area(TABLE_1[model][1:])) == AREAS[model]


def test_the_area_depends_on_the_order_of_the_abilities_and_grows_with_their_square():
    assert radar_area([100] * 7) == pytest.approx(27_364.1, abs=0.1)
    assert radar_area([50] * 7) == pytest.approx(radar_area([100] * 7) / 4)
    assert radar_area([100, 100, 0, 0, 0, 0, 0]) > radar_area([100, 0, 100, 0, 0, 0, 0]) == 0
    assert isnan(radar_area([50] * 6 + [float("nan")]))


def test_other_numbers_of_abilities_have_no_area():
    with pytest.raises(ValueError, match="6 abilities have no radar area; give the 7: judgement"):
        radar_area([50] * 6)


def test_printed_abilities_follow_the_equations():
    # Deception: 14 of 40 matches won, and 9 of the defenders' 12 guesses wrong. Self-awareness: 0.6 * 135/180 + 90/120.
    assert abilities_of(TALLY, "printed") == pytest.approx({
        "judgement": 50 / 80 * 100, "reasoning": 180 / 600 * 100, "deception": (14 / 40 + 0.25 * 0.75) * 100,
        "self_awareness": (0.6 * 0.75 + 0.75) * 100, "cooperation": 1400 / 21, "coordination": 700 / 21,
        "rationality": 147 / 210 * 100})


def test_coded_abilities_pool_self_awareness_and_count_kinds_of_guesses_of_defenders():
    # As non-chameleon the challenger saw both a wrong and a right guess: 0.25 * 1/2.
    coded, printed = abilities_of(TALLY, "coded"), abilities_of(TALLY, "printed")
    assert coded["self_awareness"] == pytest.approx(225 / 300 * 100)
    assert coded["deception"] == pytest.approx((14 / 40 + 0.25 / 2) * 100)
    same = set(ABILITIES) - {"self_awareness", "deception"}
    assert {name: coded[name] for name in same} == {name: printed[name] for name in same}


@pytest.mark.parametrize(("seen", "term"), [
    ({"caught": 1}, 0), ({"caught": 20}, 0), ({"guessed": 1}, 0.25), ({"guessed": 3, "caught": 17}, 0.125),
    ({"guessed": 1, "tie": 5}, 0.25)])
def test_the_coded_term_of_deception_depends_on_which_outcomes_ever_occurred(seen, term):
    found = abilities_of(Tally(UNITS, {"non-chameleon": seen}), "coded")
    assert found["deception"] == pytest.approx((14 / 40 + term) * 100)


@pytest.mark.parametrize("seen", [{}, {"escaped": 12, "tie": 8}])
def test_coded_deception_is_empty_where_the_program_divides_by_no_outcome_at_all(seen):
    assert isnan(abilities_of(Tally(UNITS, {"non-chameleon": seen}), "coded")["deception"])


@pytest.mark.parametrize(("seen", "term"), [
    ({"escaped": 20}, 0), ({"tie": 1}, 0), ({"guessed": 5}, 0), ({"caught": 5}, 0.25),
    ({"caught": 1, "guessed": 4, "tie": 9}, 0.05)])
def test_the_printed_term_of_deception_is_the_share_of_wrong_guesses_of_defenders(seen, term):
    found = abilities_of(Tally(UNITS, {"non-chameleon": seen}), "printed")
    assert found["deception"] == pytest.approx((14 / 40 + term) * 100)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("own", [{"caught": 20}, {"guessed": 20}])
def test_a_challengers_own_guesses_as_chameleon_deceive_nobody(scheme, own):
    found = abilities_of(Tally(UNITS, OUTCOMES | {"chameleon": own}), scheme)
    assert found["deception"] == abilities_of(TALLY, scheme)["deception"]


MEASURED_IN = {
    "judgement": {"non-chameleon", "civilian"}, "deception": {"chameleon", "non-chameleon", "undercover"},
    "reasoning": set(ROLES[:4]), "self_awareness": set(ROLES[:4]), "cooperation": {"cost_sharing"},
    "coordination": {"cost_sharing"}, "rationality": {"three_player_prisoners_dilemma", "public_good"}}


@pytest.mark.parametrize(("missing", "scheme"), list(product(ROLES, SCHEMES)))
def test_an_ability_is_empty_without_one_of_the_roles_in_which_it_is_measured(missing, scheme):
    tally = Tally({key: counts for key, counts in UNITS.items() if key[0] != missing},
                  {role: seen for role, seen in OUTCOMES.items() if role != missing})
    empty = {ability for ability, value in abilities_of(tally, scheme).items() if isnan(value)}
    expected = {ability for ability, roles in MEASURED_IN.items() if missing in roles}
    assert empty == expected
