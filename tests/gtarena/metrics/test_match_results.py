from gtarena.metrics.match_results import seat_results
from tests.support.records import record, seat


def test_the_best_return_wins_and_partners_share_the_result():
    assert seat_results(record("a", [seat()] * 3, [1, 5, 3])) == ["loss", "win", "loss"]
    assert seat_results(record("a", [seat()] * 4, [2, 0, 0, 1], teams=[0, 1, 0, 1])) == ["win", "loss", "win", "loss"]


def test_a_forfeit_is_lost_by_its_offender():
    assert seat_results(record("a", [seat()] * 2, None, outcome="forfeit", offender=1)) == ["win", "loss"]
    assert seat_results(record("a", [seat()] * 3, None, outcome="forfeit", offender=1)) == [None, "loss", None]
