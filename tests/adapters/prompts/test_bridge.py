import re

import pytest

from adapters.native.bridge import VIEW
from gtarena.checks.playouts import states
from tests.adapters.native.test_bridge import DEAL, PLAYED, calls, plays
from tests.support.named_games import after, load, loaded, prompt_text, turn

NAME = "bridge"
every_version = pytest.mark.parametrize("version", loaded(PLAYED).versions())


@every_version
def test_whether_cards_are_played_who_deals_and_who_is_vulnerable_is_told(version):
    games = [NAME, PLAYED, *(f"{PLAYED[:-1]},{setting})" for setting in (
        "dealer=2", "dealer_vul=True", "non_dealer_vul=True", "dealer_vul=True,non_dealer_vul=True"))]
    texts = [prompt_text(after(game, *DEAL), 0, version) for game in games]
    assert len({*texts}) == len(games)
    assert [text.count("dummy") > 0 for text in texts] == [False, *[True] * 5]


@every_version
def test_dummy_is_told_after_the_first_card_alone(version):
    state = after(PLAYED, *DEAL, *calls("1NT", "Pass", "Pass", "Pass"))
    assert "AH" not in turn(state, 1, version)
    state.apply_action(plays("2D")[0])
    text = turn(state, 0, version)
    assert "hearts AH KH" in text
    assert "East 2D" in text
    assert "KD" not in text
    assert "of the dummy" in text or "of dummy" in text


@pytest.mark.parametrize("seed", range(12))
def test_returns_after_the_play_are_those_told(seed):
    game = f"{PLAYED[:-1]},dealer_vul={seed % 2 == 1},non_dealer_vul={seed % 3 == 1})"
    *_, last = states(load(game), seed)
    seen = VIEW.observe(last, 0)
    assert last.returns() == _pay(seen, seen["taken"][seen["contract"]["declarer"] % 2])


@pytest.mark.parametrize("seed", range(2))
def test_returns_without_play_are_those_of_the_tricks_with_open_cards(seed):
    *_, last = states(load(NAME), seed)
    tricks = int(re.search(r"Declarer tricks: (\d+)", str(last))[1])
    assert last.returns() == _pay(VIEW.observe(last, 0), tricks)


@pytest.mark.parametrize(("made", "paid"), [
    (["Pass"] * 4, 0), (["1C", "Pass", "Pass", "Pass"], 20 + 50 + 6 * 20), (["7C", "Pass", "Pass", "Pass"], 140 + 1300),
    (["6C", "Double", "Pass", "Pass", "Pass"], 240 + 800 + 50 + 100), (["5C", "Pass", "Pass", "Pass"], 100 + 300 + 40),
    (["2C", "Double", "Redouble", "Pass", "Pass", "Pass"], 160 + 300 + 100 + 5 * 200)])
def test_some_contracts_pay_what_the_rules_tell(made, paid):
    # North has all trumps.
    state = after(PLAYED, *DEAL, *calls(*made))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [paid, -paid] * 2
    if paid:
        assert _pay(VIEW.observe(state, 0), 13) == state.returns()


def _pay(seen, taken):
    contract = seen["contract"]
    pair = contract["declarer"] % 2
    score = _score(contract, taken - contract["target"], seen["vulnerable"][pair])
    return [score if seat % 2 == pair else -score for seat in range(4)]


def _score(contract, extra, vulnerable):
    times = {None: 1, "doubled": 2, "redoubled": 4}[contract["doubled"]]
    if extra < 0:
        missing = -extra
        if times == 1:
            return -(100 if vulnerable else 50) * missing
        steps = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
        return -sum(steps[:missing]) * times // 2
    level, strain = int(contract["bid"][0]), contract["bid"][1:]
    each = 20 if strain in "CD" else 30
    points = (level * each + 10 * (strain == "NT")) * times
    bonus = {7: (1300, 2000), 6: (800, 1250)}.get(level, (300, 500) if points >= 100 else (50, 50))[vulnerable]
    more = each if times == 1 else (100 if vulnerable else 50) * times
    return points + bonus + (times // 2) * 50 + extra * more
