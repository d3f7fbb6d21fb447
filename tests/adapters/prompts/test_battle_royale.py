import re

import pytest

from tests.support.named_games import after, loaded, prompt_text

NAME = "battle_royale"
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())
MISSED, HIT = 0, 1
SMALL = "players=4,lowest_rate=21,rate_step=13,max_shots=17"  # 21, 34, 47 and 60 per cent
# Player 0 shoots at 2 and misses, 1 misses on purpose, 2 hits 3.
SHOTS = (2, MISSED, 4, 3, HIT)


def messages(state, player, version="v1", form="prompt"):
    return getattr(loaded(str(state.get_game())), form)(state, player, version)


def test_the_rules_tell_the_order_all_hit_rates_ones_own_place_bullets_and_misses():
    assert messages(after(f"{NAME}({SMALL})", 4), 1)[0]["content"].splitlines() == [
        "You are one of 4 players in a survival game.",
        "Only one player can win: the last one alive.",
        "The players take turns shooting at one another, in a fixed order that goes from the lowest hit rate to the "
        "highest.",
        "The players and their hit rates, in this order, are: player_0 21%, player_1 34%, player_2 47%, player_3 60%.",
        "You are player_1, your hit rate is 34%, and you are number 2 in the order.",
        "You never run out of bullets.",
        "On your turn, you may also miss on purpose.",
    ]


@every_version
def test_the_limit_of_shots_shows_in_no_wording(version):
    one, other = (prompt_text(after(f"{NAME}(players=4,max_shots={most})", *SHOTS), 0, version) for most in (17, 23))
    assert one == other


@every_version
def test_no_number_but_those_of_the_setting_is_told(version):
    text = prompt_text(after(f"{NAME}({SMALL})", *SHOTS), 0, version)
    # Names, places and rounds, then the hit rates.
    assert {int(number) for number in re.findall(r"\d+", text)} <= {0, 1, 2, 3, 4, 21, 34, 47, 60}


@every_version
def test_a_turn_tells_the_living_with_their_rates_and_the_number_of_the_round(version):
    turn = messages(after(f"{NAME}({SMALL})", *SHOTS), 0, version, "chat")[-1]["content"]
    assert "player_0 21%, player_1 34%, player_2 47%" in turn
    assert "ound 4" in turn
    assert "player_3" not in turn


def test_the_place_in_the_order_is_that_among_the_living():
    # Player 0 is hit by 1 in its first turn.
    turn = messages(after(f"{NAME}({SMALL})", 4, 0, HIT, 4), 3)[1]["content"]
    assert "You are player_3, your hit rate is 60%, and you are number 3 in this order." in turn


def test_a_chat_tells_every_shot_and_has_the_players_own_as_answers():
    system, *turns, request = messages(after(f"{NAME}({SMALL})", *SHOTS), 0, "v1", "chat")
    assert (system["role"], request["role"]) == ("system", "user")
    assert [(turn["role"], turn["content"]) for turn in turns] == [
        ("user", "Results of round 1:\nYour action:"), ("assistant", '{"target": "player_2"}'),
        ("user", "player_0 shot at player_2 but missed.\n4 players are left."),
        ("user", "Results of round 2:\nplayer_1 missed on purpose.\n4 players are left."),
        ("user", "Results of round 3:\nplayer_2 shot at player_3 and hit.\n3 players are left.")]


@every_version
def test_a_deliberate_miss_of_ones_own_is_an_answer_that_is_read_as_such(version):
    state = after(f"{NAME}({SMALL})", 4, 4, 4, 4)
    answer = messages(state, 0, version, "chat")[2]
    assert answer == {"role": "assistant", "content": '{"target": "miss"}'}
    assert loaded(str(state.get_game())).parse(answer["content"], state, 0) == [4]


@every_version
def test_the_form_of_the_reply_is_json_in_the_turn_and_not_in_the_rules(version):
    system, turn = loaded(f"{NAME}({SMALL})").prompt(after(f"{NAME}({SMALL})"), 0, version)
    assert '{"target": "<move>"}' in turn["content"].splitlines()
    assert (system["content"] + turn["content"]).count("<move>") == 1
    assert "<move>" not in system["content"]
    assert "Legal moves: player_1 | player_2 | player_3 | miss" in turn["content"].splitlines()


@pytest.mark.parametrize(("reply", "action"), [
    ('{"target": "player_2"}', 2), ('{"explanation": "It shoots best.", "action": "shoot", "target": "player_2"}', 2),
    ('{"target": null}', 4), ('{"action": "miss", "target": "null"}', 4), ('{"target": "miss"}', 4),
    ("So:\n```json\n{\"target\": \"Player_3\"}\n```", 3), ("Answer: player_1", 1), ("miss", 4)])
def test_a_target_is_read_as_json_in_the_published_forms_too_or_as_an_answer_line(reply, action):
    assert loaded(f"{NAME}({SMALL})").parse(reply, after(f"{NAME}({SMALL})"), 0) == [action]
