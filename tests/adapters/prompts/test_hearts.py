import pytest

from adapters.native.hearts import VIEW
from gtarena.checks.playouts import states
from tests.adapters.native.test_hearts import ALL_PASSES, DEAL, LEFT, NONE
from tests.support.named_games import after, load, loaded, prompt_text, turn

NAME = "hearts"
RULES = ("no_pts_on_first_trick", "can_lead_any_club", "jd_bonus", "avoid_all_tricks_bonus", "must_break_hearts",
         "qs_breaks_hearts", "can_lead_hearts_instead_of_qs")
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


@every_version
def test_every_rule_that_can_be_switched_is_told(version):
    texts = {prompt_text(after(f"{NAME}({rule}={switch})", NONE, *DEAL), 0, version)
             for rule in RULES for switch in (True, False)}
    assert len(texts) == 1 + len(RULES)


@every_version
def test_passing_is_told_with_the_players_and_only_own_cards(version):
    text = prompt_text(after(NAME, LEFT, *DEAL, *ALL_PASSES[:3]), 1, version)
    assert "South" in text
    assert "left" in text
    assert "AC" not in turn(after(NAME, LEFT, *DEAL, *ALL_PASSES[:3]), 1, version)
    assert "3C 4C AC" in turn(after(NAME, LEFT, *DEAL, *ALL_PASSES), 1, version)


@pytest.mark.parametrize("seed", range(6))
def test_returns_are_those_told(seed):
    *_, last = states(load(f"{NAME}(jd_bonus=True,avoid_all_tricks_bonus=True)"), seed)
    assert last.returns() == _pay(last)


def test_all_points_are_those_of_the_others():
    # North has all clubs and starts every trick.
    plays = [card for place in range(13) for card in DEAL[4 * place:4 * place + 4]]
    last = after(f"{NAME}(no_pts_on_first_trick=False,avoid_all_tricks_bonus=True)", NONE, *DEAL, *plays)
    assert last.returns() == _pay(last) == [26, 0, 0, 0]


def _pay(last):
    tricks = VIEW.observe(last, 0)["tricks"]
    points, won, red = [0] * 4, [0] * 4, [0] * 4
    for trick in tricks:
        cards, winner = [made["card"] for made in trick["cards"]], trick["winner"]
        red[winner] += sum(card[1] == "H" for card in cards) + 13 * ("QS" in cards)
        points[winner] -= 10 * ("JD" in cards and last.get_game().get_parameters()["jd_bonus"])
        won[winner] += 1
    if 26 in red:
        return [26 - own - (0 if all_red else 26) for own, all_red in zip(points, red, strict=True)]
    bonus = last.get_game().get_parameters()["avoid_all_tricks_bonus"]
    return [26 - own - hearts + 5 * (taken == 0 and bonus) for own, hearts, taken in zip(points, red, won, strict=True)]
