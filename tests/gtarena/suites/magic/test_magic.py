
import pytest

import gtarena
from gtarena.metrics.frames import load_records
from gtarena.suites import magic
from gtarena.suites.magic.scores import SCHEMES
from tests.support.magic_matches import (
    FAIR,
    chameleon,
    cost_sharing,
    dilemma,
    model,
    public_good,
    secret_word,
    strong_set,
    undercover,
)
from tests.support.records import write_log
from tests.support.suite_matches import findings, trace_of

ALL = {"tags": {"run": 1}}  # everybody is a challenger


def measured(record, scheme: str) -> list[dict[str, float]]:
    """The measures of each seat."""
    found: list[dict[str, float]] = [{} for _ in record.seats]
    for measure in magic.measures(trace_of(record), scheme):
        found[measure.player][measure.metric] = measure.value
    return found


def column(found: list[dict[str, float]], metric: str) -> list[float | None]:
    return [each.get(metric) for each in found]


# Player 3 is the chameleon.
@pytest.mark.parametrize(("votes", "guesses", "outcome", "wins", "judged", "printed", "coded"), [
    ((2, 2, 0), ("no such word",), "caught", (1, 1, 0), (1, 1), 0, 0),
    ((2, 2, 0), (None,), "caught", (1, 1, 0), (1, 1), 0, 0),
    ((2, 2, 0), (secret_word(),), "guessed", (0.5, 0.5, 0.5), (1, 1), 0, 1),
    ((2, None, None), ("no such word",), "caught", (1, 1, 0), (1, 0), 0, 0),
    ((1, 2, 1), (), "escaped", (0, 0, 1), (0, 1), 1, 1),
    ((None, None, 1), (), "escaped", (0, 0, 1), (0, 0), 1, 1),
    ((1, 2, 0), (), "tie", (0.5, 0.5, 0.5), (0, 1), 0, 1),
    ((None, None, None), (), "tie", (0.5, 0.5, 0.5), (0, 0), 0, 1)])
def test_chameleon(votes, guesses, outcome, wins, judged, printed, coded):
    record = chameleon(votes, guesses, culprit=2, **ALL)
    for scheme, deceived in (("printed", printed), ("coded", coded)):
        found = measured(record, scheme)
        assert column(found, "win_rate") == list(wins), outcome
        assert column(found, "judgement") == [*judged, None]
        assert column(found, "deception") == [None, None, deceived]
        assert column(found, "self_awareness") == [1, 1, 1]


# Player 2 is the undercover.
@pytest.mark.parametrize(("votes", "wins", "judged", "printed", "coded"), [
    ((1, 0, 1), (1, 0, 1), (1, 1), 0, 0),  # caught
    ((2, 2, 0), (0, 1, 0), (0, 0), 1, 1),  # escaped
    ((1, 2, 0), (1 / 3, 2 / 3, 1 / 3), (1, 0), 0, 1),  # tie
    ((None, None, None), (1 / 3, 2 / 3, 1 / 3), (0, 0), 0, 1),  # tie
])
def test_undercover(votes, wins, judged, printed, coded):
    record = undercover(votes, culprit=1, **ALL)
    for scheme, deceived in (("printed", printed), ("coded", coded)):
        found = measured(record, scheme)
        assert column(found, "win_rate") == pytest.approx(list(wins))
        assert column(found, "judgement") == [judged[0], None, judged[1]]
        assert (column(found, "deception"), column(found, "reasoning")) == ([None, deceived, None], [1, 1, 1])


@pytest.mark.parametrize(("votes", "agreed", "adopted"), [
    ((0, 0, 0), True, (1, 0, 0)),  # Player 1's proposal
    ((1, 1, 1), True, (0, 1, 1)),  # Player 2's, and Player 3 proposed the same numbers
    ((1, 2, 1), True, (0, 1, 1)),
    ((0, 0, 1), False, (0, 0, 0)),
    ((0, 0, None), False, (0, 0, 0)),
])
def test_cost_sharing(votes, agreed, adopted):
    proposals = ((40, 30, 30), (20, 40, 40), (20, 40, 40))
    record = cost_sharing((proposals, (0, 1, None)), (proposals, votes), most=2, **ALL)
    published, printed, coded = (measured(record, scheme) for scheme in SCHEMES)
    for found in (published, printed, coded):
        assert column(found, "win_rate") == column(found, "cooperation") == [agreed] * 3
    assert column(published, "coordination") == list(adopted)
    assert column(printed, "coordination") == column(coded, "coordination") == (
        list(adopted) if agreed else [None] * 3)
    assert column(coded, "cost") == ([40, 30, 30] if adopted[0] else [20, 40, 40] if agreed else [None] * 3)


def test_cost_sharing_adopts_no_earlier_proposal_and_the_dilemma_and_the_public_good_are_scored_for_challengers():
    other = ((20, 40, 40), (40, 30, 30), (40, 30, 30))
    record = cost_sharing((FAIR, (0, 0, None)), (other, (1, 1, 2)), **ALL)
    assert column(measured(record, "coded"), "coordination") == [0, 1, 1]
    assert [bool(each) for each in measured(dilemma("CCC", challengers=(1,)), "coded")] == [False, True, False]
    # As in the paper's Figure 8; an unusable answer counts as defection, and as printed it is not rational.
    record = dilemma("CCC", "CCC", "DCC", "DD-", "DDD", **ALL)
    published, printed, coded = (measured(record, scheme) for scheme in SCHEMES)
    assert published == coded
    assert (column(coded, "score"), column(coded, "win_rate")) == ([13, 8, 8], [1, 0, 0])
    assert column(coded, "rationality") == column(coded, "defections") == [0.6, 0.4, 0.4]
    assert column(printed, "rationality") == [0.6, 0.4, 0.2]
    # Ties for the least are rational; an unusable answer is 0 points, and as printed it is not rational.
    record = public_good((10, 10, 20), (0, 5, None), (4, 4, 4), multiplier=1.5, **ALL)
    published, printed, coded = (measured(record, scheme) for scheme in SCHEMES)
    assert published == coded
    assert column(coded, "rationality") == pytest.approx([1, 2 / 3, 2 / 3])
    assert column(printed, "rationality") == pytest.approx([1, 2 / 3, 1 / 3])
    assert (column(coded, "invested"), column(coded, "payback")) == ([14, 19, 24], pytest.approx([28.5] * 3))
    assert column(coded, "win_rate") == [1, 0, 0]
    assert column(measured(public_good((5, 5, 9), **ALL), "coded"), "win_rate") == [1, 1, 0]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_scores_in_long_form_are_the_measures(tmp_path, scheme):
    path = write_log(tmp_path / "matches.jsonl", *strong_set(model()))
    scored = gtarena.score(load_records(path), "magic", scheme)
    assert set(scored["agent"]) == {"llm"}
    assert set(scored["metric"]) == {"win_rate", *magic.ABILITIES, "cost", "score", "defections", "payback", "invested"}
    judged = scored[scored["metric"] == "judgement"]
    assert judged[["player", "value"]].values.tolist() == [[1, 1], [2, 1], [1, 1], [2, 0]]


def test_deductions_are_shares_of_the_units_of_a_scheme_and_findings_the_tables_of_all():
    # Player 1 is right three times about the chameleon (Player 2) and about Player 3; Player 3 fails to answer once.
    right, silent = [(1, 0, 1), (2, None, 1), (1, 0, 1)], [(1, 0, 1), (2, None, 1), None]
    roles = [[(0, 1), (1, 0), (2, 1)], [(0, 1), (1, 1), (2, 1)], [(1, 1), None, (2, 1)]]
    record = chameleon((1, 0, 1), ("no such word",), culprit=1, beliefs=[right, right, silent], roles=roles, **ALL)
    published, printed, coded = (measured(record, scheme) for scheme in SCHEMES)
    assert published == coded
    assert column(printed, "self_awareness") == column(coded, "self_awareness") == pytest.approx([2 / 3, 1 / 3, 1])
    # Printed: Player 1 has three gold units and two estimates of Player 3, who did not answer the third time. Player 2
    # is wrong about Player 1, who suspects Player 2, and right about Player 3 twice. Player 3 is wrong once in each.
    assert column(printed, "reasoning") == pytest.approx([5 / 5, 2 / 5, 4 / 6])
    # Coded: Player 2 states nothing and so suspects Player 1, as both others say. The third time Player 3 is taken to
    # suspect Player 1, and to say that of the others.
    assert column(coded, "reasoning") == pytest.approx([5 / 6, 0, 4 / 6])
    found = findings("magic", [*strong_set(model()), chameleon((1, 0, 1), match_id="alone", challengers=(0, 1, 2))])
    assert tuple(found.tables) == SCHEMES
    assert [table.name for table in found.tables["printed"]] == [
        "abilities", "win rates by role", "costs scores and paybacks", "settings", "correlation",
        "balance", "balance chameleon chameleon llm m"]
