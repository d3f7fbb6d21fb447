import re

import pytest

from tests.support.named_games import after, loaded, prompt_text

NAME = "battle_royale"
ALL = ("v1", "v2", "v3", "v4", "v5")
every_version = pytest.mark.parametrize("version", ALL)
MISSED, HIT = 0, 1
SMALL = "players=4,lowest_rate=21,rate_step=13,max_shots=17"  # 21, 34, 47 and 60 per cent
# Player 0 shoots at 2 and misses, 1 misses on purpose, 2 hits 3.
SHOTS = (2, MISSED, 4, 3, HIT)


def messages(state, player, version, form="prompt"):
    return getattr(loaded(str(state.get_game())), form)(state, player, version)


def rules(parameters, version):
    return messages(after(f"{NAME}({parameters})", 4), 1, version)[0]["content"]


def test_there_are_five_wordings():
    assert loaded(NAME).versions() == list(ALL)


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["4 players named player_0 to player_3; you are player_1",
            "21% for player_0 and 13 percentage points higher", "the highest one, 60%; yours is 34%",
            "from the lowest to the highest", "or you miss on purpose", "out of bullets", "learn who shot at whom",
            "after 17 shots", "nobody wins", "the only survivor"]),
    ("v2", ["4 players; you are player_1", "player_0: 21%", "player_1: 34% (you)", "player_2: 47%", "player_3: 60%",
            "in the order of the list above, skipping the dead", "Miss on purpose", "Bullets are unlimited",
            "the shooter, the target", "17 shots have been fired", "nobody wins", "the sole survivor"]),
    ("v3", ["your name is player_1", "There are 4 players", "from player_0 to player_3",
            "hits with a chance of 21%. Each following number adds 13", "34% for you, 60% for player_3",
            "by ascending hit rate", "or misses intentionally", "there are always more", "All get to know",
            "after 17 shots", "without a winner", "survive alone"]),
    ("v4", ["4 duellists", "from player_0 to player_3", "the name player_1 is yours", "lands 21 on average",
            "13 more than the one before, up to 60 for player_3. With you it is 34", "the next better shot",
            "fire into the air and miss on purpose", "as often as it takes", "all see who fired", "after 17 shots",
            "all have failed", "stands alone"]),
    ("v5", ["0 <= i <= 3. You: player_1", "h_i = (21 + 13i)%. Yours: 34%", "all 4 of them",
            "cyclic order of ascending h_i", "deliberately at nobody", "shots per player is unlimited",
            "Each shot is public", "17 shots have been made", "no player wins", "sole member of A"]),
])
def test_the_rules_tell_players_rates_order_misses_reports_and_the_end(version, facts):
    told = rules(SMALL, version)
    for fact in facts:
        assert fact in told


@pytest.mark.parametrize(("version", "others", "anyone"), [
    ("v1", "other than yourself", "who may even be yourself"),
    ("v2", "Shoot at another living player.", "Shoot at any living player, yourself not excepted."),
    ("v3", "(never oneself)", "(oneself is allowed)"),
    ("v4", "anyone else still standing", "keeps you from turning it on yourself"),
    ("v5", "other than the shooter", "(the shooter included)"),
])
def test_the_rules_tell_whether_one_may_shoot_at_oneself(version, others, anyone):
    one, two = (rules(f"{SMALL},targets={targets}", version) for targets in ("others", "anyone"))
    assert (others in one, anyone in one) == (True, False)
    assert (others in two, anyone in two) == (False, True)


@every_version
def test_no_number_but_those_of_the_setting_is_told(version):
    text = prompt_text(after(f"{NAME}({SMALL})", *SHOTS), 0, version)
    # Seats and the numbers of rules and shots, then the setting.
    known = {*range(11), 4, 17, 21, 13, 34, 47, 60}
    assert {int(number) for number in re.findall(r"\d+", text)} <= known


@pytest.mark.parametrize(("version", "living", "number"), [
    ("v1", "player_0 21%, player_1 34%, player_2 47%.", "shot 4 of at most 17"),
    ("v2", "- player_0: 21%\n- player_1: 34%\n- player_2: 47%\n\n## Now", "Shot 4 (limit: 17)"),
    ("v3", "player_0 = 21%; player_1 = 34%; player_2 = 47%.", "Turn 4 is yours"),
    ("v4", "player_0, 21 out of a hundred\nplayer_1, 34 out of a hundred\nplayer_2, 47 out of a hundred\nYou",
     "for shot 4; the sun rises after shot 17"),
    ("v5", "player_0 [21%], player_1 [34%], player_2 [47%].", "shot 4 of at most 17"),
])
def test_a_turn_tells_the_living_with_their_rates_and_the_number_of_the_shot(version, living, number):
    turn = messages(after(f"{NAME}({SMALL})", *SHOTS), 0, version, "chat")[-1]["content"]
    assert living in turn
    assert number in turn
    assert "player_3" not in turn


@pytest.mark.parametrize(("version", "own", "outcomes"), [
    ("v1", "Shot 1 was yours. You chose:", [
        "Shot 1: player_0 shot at player_2 and missed; 4 players are left.",
        "Shot 2: player_1 missed on purpose; 4 players are left.",
        "Shot 3: player_2 shot at player_3 and hit; 3 players are left."]),
    ("v2", "## Your turn (shot 1)\nYour choice:", [
        "## Result of shot 1\n- Shooter: player_0\n- Target: player_2\n- Hit: no\n- Players left: 4",
        "## Result of shot 2\n- Shooter: player_1\n- Target: none, a miss on purpose\n- Players left: 4",
        "## Result of shot 3\n- Shooter: player_2\n- Target: player_3\n- Hit: yes\n- Players left: 3"]),
    ("v3", "In turn 1 you answered:", [
        "Turn 1: player_0 aimed at player_2: no hit. Survivors: 4.",
        "Turn 2: player_1 missed intentionally. Survivors: 4.",
        "Turn 3: player_2 aimed at player_3: hit. Survivors: 3."]),
    ("v4", "The pistol came to you for shot 1, and you decided:", [
        "At shot 1, player_0 fired at player_2, and the bullet went astray. That left 4 standing.",
        "At shot 2, player_1 fired into the air. That left 4 standing.",
        "At shot 3, player_2 fired at player_3, who fell. That left 3 standing."]),
    ("v5", "Shot 1. Your action:", [
        "Shot 1. Shooter: player_0. Target: player_2. No hit. Size of A: 4.",
        "Shot 2. Shooter: player_1. Target: nobody (deliberate miss). Size of A: 4.",
        "Shot 3. Shooter: player_2. Target: player_3. Hit. Size of A: 3."]),
])
def test_a_chat_tells_every_shot_and_has_the_players_own_as_answers(version, own, outcomes):
    system, *turns, request = messages(after(f"{NAME}({SMALL})", *SHOTS), 0, version, "chat")
    assert (system["role"], request["role"]) == ("system", "user")
    assert [(turn["role"], turn["content"]) for turn in turns] == [
        ("user", own), ("assistant", '{"target": "player_2"}'), *(("user", outcome) for outcome in outcomes)]


@every_version
def test_a_deliberate_miss_of_ones_own_is_an_answer_that_is_read_as_such(version):
    state = after(f"{NAME}({SMALL})", 4, 4, 4, 4)
    answer = messages(state, 0, version, "chat")[2]
    assert answer == {"role": "assistant", "content": '{"target": "miss"}'}
    assert loaded(str(state.get_game())).parse(answer["content"], state, 0) == [4]


@every_version
def test_a_single_shot_is_singular_and_the_smallest_game_is_told(version):
    text = prompt_text(after(f"{NAME}(players=2,max_shots=1,lowest_rate=0,rate_step=1)"), 0, version)
    assert not re.search(r"\b1 (shots|percentage points)\b|\b1 shot have", text)
    assert re.search(r"1 shot\b", text)


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
