import re

import pytest

from tests.support.named_games import after, loaded, prompt_text
from tests.support.wordings import parts

STAY, GO = 0, 1
every_version = pytest.mark.parametrize("version", loaded("el_farol").versions())
HIDDEN = "el_farol(players=2,rounds={rounds},horizon=hidden,termination_probability=0.25)"
CONTINUE = 0


def test_the_rules_tell_players_rounds_capacity_and_points():
    state = after("el_farol(players=7,rounds=9,capacity=0.3,fun=8,crowded=-2,home=1)")
    assert parts(state, 0, "v1")["rules"].splitlines() == [
        "You are one of 7 players in a game that lasts 9 rounds.",
        "In every round, each player decides independently whether to go to a bar or to stay at home.",
        "If at most 30% of the players go, the bar is fun, and every player who goes gets 8 points.",
        "If more than 30% of the players go, the bar is crowded, and every player who goes gets -2 points.",
        "Every player who stays at home gets 1 point.",
    ]


@every_version
@pytest.mark.parametrize(("capacity", "told"), [("0.0", "0%"), ("0.6", "60%"), ("1.0", "100%"), ("0.125", "12.5%")])
def test_the_capacity_is_told_as_a_share_of_the_players(capacity, told, version):
    text = prompt_text(after(f"el_farol(players=8,rounds=9,capacity={capacity})"), 0, version)
    assert set(re.findall(r"[\d.]+%", text)) == {told}


@every_version
def test_the_advice_of_the_paper_is_given_where_it_is_right(version):
    def request(game_string):
        return parts(after(game_string), 0, version)["turn"]

    assert "60%" in request("el_farol")
    assert "60%" not in request("el_farol(fun=4)")
    assert "60%" not in request("el_farol(crowded=6)")


@every_version
@pytest.mark.parametrize(("feedback", "player", "own", "points", "learns"), [
    ("implicit", 0, "stay", 5, False), ("explicit", 0, "stay", 5, True),
    ("implicit", 1, "go", -1, True), ("explicit", 1, "go", -1, True)])
def test_who_stayed_learns_how_many_went_only_with_explicit_feedback(feedback, player, own, points, learns, version):
    state = after(f"el_farol(players=3,rounds=9,capacity=0.5,crowded=-1,feedback={feedback})", [STAY, GO, GO])
    told = parts(state, player, version)
    assert ("2" in told["report 1"]) == learns
    assert told["answer 1"] == f'{{"decision": "{own}"}}'
    assert f" {points} points" in told["outcome 1"]


@pytest.mark.parametrize(("moves", "told"), [
    ([STAY, GO, GO], ["2 of the 3 players went to the bar, and 1 stayed at home.",
                      "That is more than 50% of the players, so the bar was crowded."]),
    ([GO, STAY, STAY], ["1 of the 3 players went to the bar, and 2 stayed at home.",
                        "That is at most 50% of the players, so the bar was fun."]),
])
def test_the_report_tells_who_went_and_what_the_bar_was_like(moves, told):
    lines = prompt_text(after("el_farol(players=3,capacity=0.5,feedback=explicit)", moves), 0).splitlines()
    assert [line for line in lines if line in told] == told


@every_version
def test_the_round_and_the_number_of_rounds_are_told(version):
    text = prompt_text(after("el_farol(players=2,rounds=5)", [GO, GO]), 0, version)
    assert "5 rounds" in text
    assert "ound 2 of 5" in text


@every_version
def test_a_hidden_number_of_rounds_shows_nowhere(version):
    seven, nine = (after(HIDDEN.format(rounds=rounds), [GO, STAY], CONTINUE) for rounds in (7, 9))
    assert prompt_text(seven, 0, version) == prompt_text(nine, 0, version)
    assert loaded("el_farol").chat(seven, 0, version) == loaded("el_farol").chat(nine, 0, version)
    assert "a number of rounds that you are not told" in prompt_text(seven, 0, version)


@every_version
def test_the_chance_of_an_early_end_is_told_where_there_is_one(version):
    told = "After every round, the game ends with a probability of 25%"
    assert told in prompt_text(after(HIDDEN.format(rounds=7)), 0, version)
    assert "probability" not in prompt_text(after("el_farol"), 0, version)


@every_version
def test_in_a_chat_the_players_own_decisions_are_its_turns(version):
    state = after("el_farol(players=2)", [GO, STAY], [STAY, STAY])
    messages = loaded("el_farol").chat(state, 0, version)
    assert [message["content"] for message in messages if message["role"] == "assistant"] == [
        '{"decision": "go"}', '{"decision": "stay"}']
    assert '{"decision": "<move>"}' in messages[-1]["content"].splitlines()


@pytest.mark.parametrize("reply", ['{"decision": "go"}', 'So:\n```json\n{"decision": "Go"}\n```', "Answer: go", "go"])
def test_a_decision_is_read_as_json_or_as_an_answer_line(reply):
    assert loaded("el_farol").parse(reply, after("el_farol"), 0) == [GO]
