import pytest

from adapters.native.euchre import ALONE, PASS, TOGETHER, VIEW
from gtarena.checks.playouts import states
from tests.adapters.native.test_euchre import CLUBS, HEARTS, card, dealt
from tests.support.named_games import after, load, loaded, prompt_text, turn

NAME = "euchre"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


@every_version
def test_the_rules_that_can_be_switched_are_told(version):
    texts = {prompt_text(after(f"{NAME}({rule}={switch})", *dealt()), 1, version)
             for rule in ("allow_lone_defender", "stick_the_dealer") for switch in (True, False)}
    assert len(texts) == 3
    assert sum("-4" in text for text in texts) == 1


@every_version
def test_the_turn_tells_trumps_bowers_and_who_sits_out(version):
    text = turn(after(NAME, *dealt(), *[PASS] * 4, HEARTS, ALONE), 1, version)
    for told in ("AC", "East Hearts", "JH", "JD", "West", "diamonds KD QD JD TD 9D"):
        assert told in text
    assert "KS" not in text


@every_version
def test_the_discard_is_told_to_the_dealer_alone(version):
    state = after(NAME, *dealt(), CLUBS, card("9C"), TOGETHER)
    assert ["9C" in turn(state, seat, version) for seat in range(4)] == [True, False, False, False]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("game_string", [NAME, f"{NAME}(allow_lone_defender=True,stick_the_dealer=False)"])
def test_returns_are_those_told(game_string, seed):
    *_, last = states(load(game_string), seed)
    seen = VIEW.observe(last, 0)
    if seen["maker"] is None:
        assert last.returns() == [0] * 4
        return
    pair = seen["seats"].index(seen["maker"]) % 2
    taken = seen["taken"][pair]
    alone = seen["maker"] in seen["alone"]
    opposed = len(seen["alone"]) > alone
    paid = (4 if alone else 2) if taken == 5 else 1 if taken >= 3 else -4 if opposed else -2
    assert last.returns() == [paid if seat % 2 == pair else -paid for seat in range(4)]


def test_nobody_is_paid_when_all_pass_twice():
    assert after(f"{NAME}(stick_the_dealer=False)", *dealt(), *[PASS] * 8).returns() == [0] * 4
