"""The formulas of the abilities, from sums that are added up by hand, and the areas of the paper's Table 1."""

from itertools import product
from math import isnan

import pytest

from gtarena.suites.magic.ability_frames import ABILITY_COLUMNS, abilities_frame
from gtarena.suites.magic.ability_units import Hunt, Unit, word_units
from gtarena.suites.magic.scores import ABILITIES, ROLES, SCHEMES, Tally, abilities_of, radar_area
from tests.support.magic_matches import cost_sharing, dilemma, model, public_good, strong_set, weak_set
from tests.support.magic_tables import TABLE_1
from tests.support.suite_matches import matches_frame

AREAS = {"GPT o1": 12_901, "GPT-4-turbo": 9_316, "GPT-4": 9_071, "Claude 2": 4_132, "GPT-3.5-turbo": 3_823,
         "Llama-2-70B": 3_135, "PaLM 2": 3_086, "Cohere": 2_854}
UNITS = {("chameleon", "deception"): (6, 20), ("undercover", "deception"): (8, 20),
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


def test_abilities_follow_the_equations_as_printed_and_as_coded_and_the_area_their_order():
    assert radar_area([100] * 7) == pytest.approx(27_364.1, abs=0.1)
    assert radar_area([50] * 7) == pytest.approx(radar_area([100] * 7) / 4)
    assert radar_area([100, 100, 0, 0, 0, 0, 0]) > radar_area([100, 0, 100, 0, 0, 0, 0]) == 0
    assert isnan(radar_area([50] * 6 + [float("nan")]))
    with pytest.raises(ValueError, match="6 abilities have no radar area; give the 7: judgement"):
        radar_area([50] * 6)
    # Deception: 14 of 40 matches won, and 9 of the defenders' 12 guesses wrong. Self-awareness: 0.6 * 135/180 + 90/120.
    assert abilities_of(TALLY, "printed") == pytest.approx({
        "judgement": 50 / 80 * 100, "reasoning": 180 / 600 * 100, "deception": (14 / 40 + 0.25 * 0.75) * 100,
        "self_awareness": (0.6 * 0.75 + 0.75) * 100, "cooperation": 1400 / 21, "coordination": 700 / 21,
        "rationality": 147 / 210 * 100})
    # As non-chameleon the challenger saw both a wrong and a right guess: 0.25 * 1/2.
    coded, printed = abilities_of(TALLY, "coded"), abilities_of(TALLY, "printed")
    assert coded["self_awareness"] == pytest.approx(225 / 300 * 100)
    assert coded["deception"] == pytest.approx((14 / 40 + 0.25 / 2) * 100)
    same = set(ABILITIES) - {"self_awareness", "deception"}
    assert {name: coded[name] for name in same} == {name: printed[name] for name in same}
    assert abilities_of(TALLY, "published") == coded  # which differ in their units alone


@pytest.mark.parametrize(("seen", "term"), [({"caught": 1}, 0), ({"caught": 20}, 0), ({"guessed": 1}, 0.25),
                                            ({"guessed": 3, "caught": 17}, 0.125), ({"guessed": 1, "tie": 5}, 0.25)])
def test_the_coded_term_of_deception_depends_on_which_outcomes_ever_occurred(seen, term):
    found = abilities_of(Tally(UNITS, {"non-chameleon": seen}), "coded")
    assert found["deception"] == pytest.approx((14 / 40 + term) * 100)


@pytest.mark.parametrize("seen", [{}, {"escaped": 12, "tie": 8}])
def test_coded_deception_is_empty_where_the_program_divides_by_no_outcome_at_all(seen):
    assert isnan(abilities_of(Tally(UNITS, {"non-chameleon": seen}), "coded")["deception"])


@pytest.mark.parametrize(("seen", "term"), [({"escaped": 20}, 0), ({"tie": 1}, 0), ({"guessed": 5}, 0),
                                            ({"caught": 5}, 0.25), ({"caught": 1, "guessed": 4, "tie": 9}, 0.05)])
def test_the_printed_term_of_deception_is_the_share_of_wrong_guesses_of_defenders(seen, term):
    found = abilities_of(Tally(UNITS, {"non-chameleon": seen}), "printed")
    assert found["deception"] == pytest.approx((14 / 40 + term) * 100)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("own", [{"caught": 20}, {"guessed": 20}])
def test_a_challengers_own_guesses_as_chameleon_deceive_nobody(scheme, own):
    found = abilities_of(Tally(UNITS, OUTCOMES | {"chameleon": own}), scheme)
    assert found["deception"] == abilities_of(TALLY, scheme)["deception"]


MEASURED_IN = {"judgement": {"non-chameleon", "civilian"}, "deception": {"chameleon", "non-chameleon", "undercover"},
               "reasoning": set(ROLES[:4]), "self_awareness": set(ROLES[:4]), "cooperation": {"cost_sharing"},
               "coordination": {"cost_sharing"}, "rationality": {"three_player_prisoners_dilemma", "public_good"}}


@pytest.mark.parametrize(("missing", "scheme"), list(product(ROLES, SCHEMES)))
def test_an_ability_is_empty_without_one_of_the_roles_in_which_it_is_measured(missing, scheme):
    tally = Tally({key: counts for key, counts in UNITS.items() if key[0] != missing},
                  {role: seen for role, seen in OUTCOMES.items() if role != missing})
    empty = {ability for ability, value in abilities_of(tally, scheme).items() if isnan(value)}
    assert empty == {ability for ability, roles in MEASURED_IN.items() if missing in roles}


# Player 2 is the chameleon and was not asked for a suspect; the others suspect it, and Player 3 misjudges Player 1.
BELIEFS = ((1, 0, 1), (1, None, 1), (2, 0, 1))
HUNT = Hunt(culprit=1, asked=(0, 2), roles=[((0, 1), (1, 0), (2, 0)), ((1, 1), None, (2, 1))], beliefs=[BELIEFS],
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


def test_deductions_and_units_are_counted_as_printed_and_as_coded():
    assert rights(HUNT, 0, "printed", "reasoning") == {(1, "gold"): True, (1, "inter 3"): True}
    assert rights(HUNT, 2, "printed", "reasoning") == {(1, "gold"): True, (1, "inter 1"): False}
    assert rights(HUNT, 1, "printed", "reasoning") == {(1, "inter 1"): True, (1, "inter 3"): True}
    # Player 2, who was not asked, "suspects" Player 1, as both others said; only Player 1 is right about Player 3 too.
    assert rights(HUNT, 0, "coded", "reasoning") == {(1, "gold"): True, (1, "inter"): True}
    assert rights(HUNT, 2, "coded", "reasoning") == {(1, "gold"): True, (1, "inter"): False}
    assert rights(HUNT, 1, "coded", "reasoning") == {(1, "gold"): False, (1, "inter"): True}
    hunt = Hunt(0, (1, 2), [], [((None, 0, 0), (1, 0, 0), (1, 0, 0))], (1, 0, 0), "caught")
    assert rights(hunt, 0, "coded", "reasoning")[1, "gold"]
    # Nobody can say that Player 1 suspects Player 1, so nobody can be right about it.
    assert not rights(hunt, 1, "coded", "reasoning")[1, "inter"]
    hunt = Hunt(0, (1, 2), [], [((None, 0, 0), None, (1, 0, 0))], (1, 0, 0), "caught")
    assert rights(hunt, 1, "printed", "reasoning") == {(1, "gold"): False, (1, "inter 3"): False}
    assert rights(hunt, 1, "coded", "reasoning") == {(1, "gold"): True, (1, "inter"): True}
    # There is nothing to compare with what Player 2 did not say.
    assert rights(hunt, 2, "printed", "reasoning") == {(1, "gold"): True}
    assert rights(hunt, 0, "printed", "reasoning") == {(1, "inter 3"): True}
    hunt = Hunt(2, (0, 1, 2), [], [((2, 2, 0), (2, 2, 0), (0, 0, 2))], (2, 2, 0), "caught")
    assert rights(hunt, 2, "printed", "reasoning") == {(1, "gold"): True, (1, "inter 1"): False, (1, "inter 2"): False}
    assert rights(hunt, 0, "printed", "reasoning") == {(1, "gold"): True, (1, "inter 2"): True, (1, "inter 3"): False}
    assert list(word_units(Hunt(1, (0, 2), [], [], (1, 0, 1), "caught"), 0, "printed")) == [
        Unit("judgement", 0, 1, "vote", True)]


STRONG, WEAK = strong_set(model("s")), weak_set(model("w"))
WINS = {"win_chameleon": 100, "win_non-chameleon": 100, "win_undercover": 200 / 3, "win_civilian": 0,
        "win_cost_sharing": 100, "win_three_player_prisoners_dilemma": 100, "win_public_good": 0}


def abilities(records, scheme: str, who: str = "llm s") -> dict[str, float]:
    frame = abilities_frame(matches_frame(records), scheme)
    assert tuple(frame.columns) == ABILITY_COLUMNS
    return frame.loc[who].to_dict()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_challengers_are_measured_apart(scheme):
    both = abilities_frame(matches_frame([*STRONG, *WEAK]), scheme)
    assert (list(both.index), both.loc["llm s"].to_dict()) == (["llm s", "llm w"], abilities(STRONG, scheme))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_missing_game_leaves_its_abilities_the_win_rate_and_the_area_empty(scheme):
    found = abilities(STRONG[:-1], scheme)
    missing = {name for name, value in found.items() if isnan(value)}
    assert missing == {"rationality", "win_rate", "area", "win_public_good"}


def test_matches_in_each_role_give_abilities_and_areas_are_empty_without_one_and_pooled_over_several():
    # Three of four votes are right. One of two matches in hiding is won, and a defender's only guess is wrong. All
    # answers to role questions are right, and so are all deductions. Rational are both rounds of the dilemma and one
    # of two of the public good.
    # Area: 75*100 + 100*75 + 75*160 + 160*100 + 100*100 + 100*75 + 75*75 = 66,125, times 0.39092.
    assert abilities(STRONG, "printed") == pytest.approx({
        "judgement": 75, "reasoning": 100, "deception": 75, "self_awareness": 160, "cooperation": 100,
        "coordination": 100, "rationality": 75, "win_rate": 1400 / 21, "area": 25_849.30, **WINS}, rel=1e-5)
    # Reasoning: as non-chameleon, no estimate of Player 1 can be right, which spoils 6 of 30 units.
    # Area: 75*80 + 80*100 + 100*100 + 100*100 + 100*100 + 100*75 + 75*75 = 57,125, times 0.39092.
    assert abilities(STRONG, "coded") == pytest.approx({
        "judgement": 75, "reasoning": 80, "deception": 100, "self_awareness": 100, "cooperation": 100,
        "coordination": 100, "rationality": 75, "win_rate": 1400 / 21, "area": 22_331.06, **WINS}, rel=1e-5)
    published, printed, coded = (abilities(WEAK, scheme, "llm w") for scheme in SCHEMES)
    assert isnan(printed["coordination"])
    assert isnan(coded["coordination"])  # where the program divides by no agreement
    assert isnan(printed["area"])
    assert (published["coordination"], published["cooperation"], published["rationality"]) == (0, 0, 0)
    assert printed["deception"] == 0  # its own wrong guess misled nobody
    assert coded["win_rate"] == printed["win_rate"] == pytest.approx(100 / 7)
    found = abilities(WEAK, "coded", "llm w")
    assert isnan(found["deception"])
    assert isnan(found["area"])
    found = abilities([
        dilemma("DCC", "DCC", match_id="a", challenger=model("s")),
        dilemma("CDD", match_id="b", challenger=model("s")),
        public_good((0, 5, 5), match_id="c", challenger=model("s")),
        cost_sharing((((40, 30, 30),) * 3, (0, 0, None)), match_id="d", challenger=model("s"))], "coded")
    assert (found["rationality"], found["win_three_player_prisoners_dilemma"]) == (75, 50)
    assert found["cooperation"] == 0
