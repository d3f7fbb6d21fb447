import math

import pytest

from gtarena.metrics.frames import seats_frame
from gtarena.metrics.game_results import find_results
from gtarena.metrics.nra import nra_by
from gtarena.metrics.teams import AGENT_COLUMNS
from tests.support.records import record, seat

A, B, C = seat("a"), seat("b"), seat("c")


def found(*records):
    return find_results(seats_frame(records))


def test_of_two_teams_the_result_is_nra_and_has_an_interval_from_six_deals():
    records = [record(str(deal), [A, B], [gain, -gain], seed=deal) for deal, gain in enumerate((1, -1, 3, 2, 1, 1))]
    results = found(*records)
    frame = seats_frame(records)
    for (agent, *_), nra in nra_by(frame, AGENT_COLUMNS).items():
        assert results[agent, "kuhn_poker"].advantage == nra
    first, second = results["a", "kuhn_poker"], results["b", "kuhn_poker"]
    assert first.advantage == 7 / 9  # (1 - 1 + 3 + 2 + 1 + 1) / 9, each doubled above and below
    assert (second.advantage, second.matches) == (-first.advantage, 6)
    assert first.low < first.advantage <= first.high
    assert math.isnan(found(*records[:5])["a", "kuhn_poker"].low)


def test_at_larger_tables_an_agent_is_set_against_the_mean_of_the_other_agents():
    table = record("1", [A, A, B, C], [4, 2, 1, 3], game="el_farol")
    results = found(table)
    # a: (4 - 2) + (2 - 2) over (4 + 2) + (2 + 2); b: 1 - (4 + 2 + 3) / 3 over 1 + 3; c: 3 - 7 / 3 over 3 + 7 / 3.
    assert results["a", "el_farol"].advantage == pytest.approx(2 / 10)
    assert results["b", "el_farol"].advantage == pytest.approx(-2 / 4)
    assert results["c", "el_farol"].advantage == pytest.approx((3 - 7 / 3) / (3 + 7 / 3))


def test_matches_with_itself_and_without_returns_tell_nothing():
    assert found(record("1", [A, A], [1, -1]), record("2", [A, B], None, outcome="forfeit", offender=0),
                 record("3", [A, B], None, outcome="invalid", offender=0)) == {}
