import pytest

from custom_games.are_you_the_traitor.game import AreYouTheTraitor
from custom_games.are_you_the_traitor.observations import best_points, observe, position_text
from custom_games.are_you_the_traitor.position import Round, Theft
from tests.support.traitor_rounds import SEATS, TREASURES, decided, drawn, named, polled, row, talked, won

TRAITOR, EVIL_WIZARD, GOOD_WIZARD, KEY_HOLDER, GUARD = SEATS
RING, STATUE, JEWELS, PYRAMIDS, GOLD, GOBLETS, COPPER = TREASURES
RULES = AreYouTheTraitor()
LABELS = (3, 4, 1, 0, 2)  # the wizards are Player 5, who is evil, and Player 2; the Key Holder is Player 1


def asked():
    return drawn(RULES, named(RULES, labels=LABELS), GOOD_WIZARD)


def test_a_player_is_told_names_and_wizards_only_who_decides_what_is_decided_and_nobody_of_polls():
    for seat, (name, role, team, target) in enumerate([
            ("Player 4", "Traitor", "Evil", None), ("Player 5", "Evil Wizard", "Evil", "Key Holder"),
            ("Player 2", "Good Wizard", "Good", "Traitor"), ("Player 1", "Key Holder", "Good", "Good Wizard"),
            ("Player 3", "Guard", "Good", "Traitor")]):
        seen = observe(asked(), seat, False)
        assert (seen["you"], seen["role"], seen["team"], seen["target"]) == (name, role, team, target)
        assert seen["wizards"] == ["Player 2", "Player 5"]
        assert seen["key_holder"] is None
        assert observe(asked(), seat, True)["key_holder"] == "Player 1"
    decision = [observe(asked(), seat, False)["decision"] for seat in SEATS]
    assert decision == ["wait", "wait", "partner", "wait", "wait"]
    start = talked(RULES, named(RULES, labels=LABELS), TRAITOR, GUARD, "Who?", "Me.")
    polls = [drawn(RULES, polled(RULES, start, passing), KEY_HOLDER)
             for passing in ((), (GUARD,), (GUARD, EVIL_WIZARD), (GOOD_WIZARD, EVIL_WIZARD))]
    for seat in SEATS:
        assert len({str(observe(state, seat, False)) for state in polls}) == 1
        assert observe(polls[0], seat, False)["decision"] == ("stop" if seat == KEY_HOLDER else "wait")


def test_the_talk_is_told_to_all_but_not_a_question_that_is_not_asked_yet():
    state = decided(RULES, asked(), GOOD_WIZARD, LABELS[GUARD])
    assert [observe(state, seat, False)["partner"] for seat in SEATS] == [None, None, "Player 3", None, None]
    assert observe(state, TRAITOR, False)["talk"] == []
    state = decided(RULES, state, GOOD_WIZARD, "Who are you?")
    said = {"asker": "Player 2", "partner": "Player 3", "question": "Who are you?", "answer": None}
    assert [observe(state, seat, False)["talk"] for seat in SEATS] == [[said]] * 5
    state = drawn(RULES, decided(RULES, state, GUARD, ""), EVIL_WIZARD)
    assert observe(state, TRAITOR, False)["talk"] == [{**said, "answer": ""}]


def test_a_past_round_is_told_by_roles_and_numbers_of_treasures_and_at_the_end_the_best_players_points():
    state = won(RULES, None, GOOD_WIZARD, GUARD, (RING, PYRAMIDS))
    state = won(RULES, state, KEY_HOLDER, GOOD_WIZARD, (GOLD, GOBLETS, COPPER), GOOD_WIZARD, 0)
    seen = observe(drawn(RULES, named(RULES, state, LABELS), GUARD), TRAITOR, False)
    assert (seen["round"], seen["cycle"], seen["talk"]) == (3, 1, [])
    assert seen["rounds"] == [
        {"accuser": "Good Wizard", "accused": "Guard", "forced": False, "right": False, "winner": "Evil", "thefts": []},
        {"accuser": "Key Holder", "accused": "Good Wizard", "forced": False, "right": True, "winner": "Good",
         "thefts": [{"thief": "Traitor", "victim": "Good Wizard", "treasure": "Bags of gold"}]}]
    assert seen["numbers_of_treasures"] == {
        "Traitor": 1, "Evil Wizard": 1, "Good Wizard": 0, "Key Holder": 1, "Guard": 1}
    assert (seen["treasures"], seen["points"]) == ({"Bags of gold": 1}, 3)
    assert seen["best_points"] is None
    state = named(RULES, labels=LABELS)._replace(
        stage="over", rows=(row(JEWELS, JEWELS), row(RING), row(GOLD), (), row(GOLD, GOLD, COPPER)))
    assert best_points(state) == (10, 7)
    assert [observe(state, seat, False)["best_points"] for seat in SEATS] == [{"Evil": 10, "Good": 7}] * 5


@pytest.mark.parametrize("lines", [[
    "round 1", "Player 4, Traitor: 0 points (no treasures)", "Player 5, Evil Wizard: 0 points (no treasures)",
    "Player 2, Good Wizard: 0 points (no treasures)", "Player 1, Key Holder: 0 points (no treasures)",
    "Player 3, Guard: 4 points (1 Bags of gold, 1 Magic ring)", "Player 2 to Player 3: 'Who?'"]])
def test_a_position_as_text_tells_everything(lines):
    state = decided(RULES, decided(RULES, asked(), GOOD_WIZARD, LABELS[GUARD]), GOOD_WIZARD, "Who?")
    assert position_text(state._replace(rows=((), (), (), (), row(RING, GOLD)))).splitlines() == lines


def test_a_position_as_text_tells_how_the_last_round_ended():
    rounds = (Round(GUARD, TRAITOR), Round(KEY_HOLDER, EVIL_WIZARD, thefts=(Theft(TRAITOR, GUARD, 0),)))
    text = position_text(named(RULES, labels=LABELS)._replace(rounds=rounds, rows=((),) * 5))
    assert text.splitlines()[-1] == (
        "last round: Key Holder accused Evil Wizard, wrongly; Evil won the round; Traitor took Crown jewels from Guard")
