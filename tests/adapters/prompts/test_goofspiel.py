import pytest

from adapters.native.goofspiel import VIEW
from gtarena.checks.playouts import states
from tests.support.named_games import after, load, loaded, rules, turn

NAME = "goofspiel"
KINDS = ("win_loss", "point_difference", "total_points")
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


@every_version
def test_what_the_match_pays_how_long_it_is_and_in_which_order_cards_come_is_told(version):
    texts = [rules(f"{NAME}(returns_type={kind})", version) for kind in KINDS]
    assert len(set(texts)) == 3
    assert "13 rounds" in texts[0]
    short = rules(f"{NAME}(num_cards=9,num_turns=4)", version)
    assert "4 rounds" in short
    assert "9" in short
    for order in ("random", "ascending", "descending"):
        assert order in rules(f"{NAME}(points_order={order})", version)


@every_version
def test_secret_bids_are_not_told(version):
    state = after(f"{NAME}(imp_info=True,points_order=descending)", [6, 11])
    assert "your opponent bid 12" not in turn(state, 0, version)
    assert "your opponent bid 12" in turn(after(f"{NAME}(points_order=descending)", [6, 11]), 0, version)
    assert "bid 7" in turn(state, 0, version)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 3])
def test_returns_are_those_told(players, seed):
    for kind in KINDS:
        *_, last = states(load(f"{NAME}(players={players},num_cards=5,returns_type={kind})"), seed)
        points = [0] * players
        for past in VIEW.observe(last, 0)["rounds"]:
            highest = max(past["bids"])
            best = [seat for seat, bid in enumerate(past["bids"]) if bid == highest]
            if len(best) == 1:
                points[best[0]] += past["card"]
        assert last.returns() == pytest.approx(_pay(kind, points))


def _pay(kind, points):
    if kind == "total_points":
        return points
    if kind == "point_difference":
        return [own - sum(points) / len(points) for own in points]
    winners = [seat for seat, own in enumerate(points) if own == max(points)]
    if len(winners) == len(points):
        return [0] * len(points)
    losers = len(points) - len(winners)
    return [1 / len(winners) if seat in winners else -1 / losers for seat in range(len(points))]
