import pytest

from tests.support.named_games import after, prompt_text

# Player 2 is the Traitor, and both hints name it; player 0 accuses player 1.
TALK = (2, 2, 2, 1)


@pytest.mark.parametrize(("version", "loyal", "traitor"), [
    ("v1", ["You are Loyal. Your hint names player_2.", "player_0 accused player_1 (you).",
            "It is your turn to accuse another player."],
     ["You are the Traitor.", "player_0 accused player_1.", "player_1 accused player_0."]),
    ("v2", ["- Your role: Loyal", "- Your hint: player_2", "- player_0 accuses you, player_1", "Whom do you accuse?"],
     ["- Your role: Traitor", "- Your hint: none, as you are the Traitor", "- player_0 accuses player_1",
      "- player_1 accuses player_0"])])
def test_a_player_is_told_its_role_and_hint_and_who_accused_whom(version, loyal, traitor):
    state = after("tiny_traitor", *TALK)
    assert [line for line in loyal if line not in prompt_text(state, 1, version).splitlines()] == []
    state.apply_action(0)
    assert [line for line in traitor if line not in prompt_text(state, 2, version).splitlines()] == []


@pytest.mark.parametrize(("version", "request_line", "own"), [
    ("v1", "All accusations have been made. Now you vote for another player.", "player_1 (you) accused player_0."),
    ("v2", "Whom do you vote for?", "- player_1, which is you, accuses player_0")])
def test_after_the_accusations_a_player_is_asked_for_its_vote(version, request_line, own):
    lines = prompt_text(after("tiny_traitor", *TALK, 0, 0), 1, version).splitlines()
    assert request_line in lines
    assert own in lines


@pytest.mark.parametrize(("version", "told"), [
    ("v1", "a chance of 75% a hint names the Traitor, and with a chance of 25% it names the other Loyal player."),
    ("v1", "the Traitor gets 2 points, and each Loyal player loses 1 point."),
    ("v2", "in 75% of all cases. In the remaining 25% it is the name of the other Loyal player."),
    ("v2", "-1 for every Loyal player, +2 for the Traitor.")])
def test_the_rules_for_three_tell_the_chances_of_hints_and_the_points(version, told):
    assert told in prompt_text(after("tiny_traitor", *TALK), 1, version)


@pytest.mark.parametrize(("version", "told"), [
    ("v1", "60% it names one of the other Loyal players, all of them equally likely."),
    ("v1", "the Traitor gets 4 points, and each Loyal player loses 1 point."),
    ("v2", "60% it is the name of a Loyal player who is picked at random from the others."),
    ("v2", "-1 for every Loyal player, +4 for the Traitor.")])
def test_with_more_players_a_wrong_hint_is_any_of_the_other_loyal_players(version, told):
    state = after("tiny_traitor(players=5,hint_percent=40)", 4, 4, 4, 4, 4)
    assert told in prompt_text(state, 0, version)
