import pytest

from adapters.native.spades import VIEW
from gtarena.checks.playouts import states
from tests.adapters.native.test_spades import BIDS, DEAL, plays
from tests.support.named_games import after, load, loaded, rules, turn

NAME = "spades"
SMALL = f"{NAME}(win_threshold=50,mercy_threshold=-60,win_or_loss_bonus=30)"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


@every_version
def test_bonuses_are_told_only_where_they_can_be_reached(version):
    assert all(number in rules(SMALL, version) for number in ("50", "-60", "30"))
    assert all(number not in rules(NAME, version) for number in ("500", "350", "200"))


@every_version
def test_the_turn_tells_bids_tricks_and_the_own_hand_alone(version):
    text = turn(after(NAME, *DEAL, *BIDS, *plays("AC", "2D", "3H", "2S", "AS")), 0, version)
    for told in ("nil", "13", "North AC, East 2D, South 3H, West 2S", "West AS", "clubs KC QC"):
        assert told in text
    assert "KS" not in text


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game_string", [NAME, SMALL, f"{NAME}(use_mercy_rule=False,mercy_threshold=-60)"])
def test_returns_are_those_told(game_string, seed):
    *_, last = states(load(game_string), seed)
    seen = VIEW.observe(last, 0)
    pairs = [_score([(seen["bids"][seat], seen["taken"][seat]) for seat in (first, first + 2)]) for first in (0, 1)]
    paid = [own + _bonus(own, other, seen) for own, other in (pairs, pairs[::-1])]
    assert last.returns() == paid * 2


@pytest.mark.parametrize(("bids", "paid"), [((0, 1, 3, 2), -160), ((1, 1, 1, 1), -69), ((9, 0, 2, 1), 112)])
def test_nil_and_many_extra_tricks_are_paid_as_told(bids, paid):
    # North holds the spades, and so takes all tricks.
    deal = [card for place in range(13) for card in (39 + place, place, 13 + place, 26 + place)]
    last = after(NAME, *deal, *(52 + bid for bid in bids), *deal)
    assert last.returns()[0] == _score([(bids[0], 13), (bids[2], 0)]) == paid


def _score(pair):
    bid, taken = sum(bid for bid, _ in pair), sum(taken for _, taken in pair)
    nils = sum(-100 if taken else 100 for bid, taken in pair if bid == 0)
    extra = taken - bid
    return nils + (10 * bid + extra - 100 * (extra >= 10) if extra >= 0 else -10 * bid)


def _bonus(own, other, seen):
    if seen["win_threshold"] is not None and own >= seen["win_threshold"] and own > other:
        return seen["bonus"]
    if seen["mercy_threshold"] is not None and own <= seen["mercy_threshold"] and own < other:
        return -seen["bonus"]
    return 0
