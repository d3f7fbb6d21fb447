import pytest

from tests.adapters.named_games import VERSIONS, after, loaded, prompt_text

STAY, GO = 0, 1


@pytest.mark.parametrize(("players", "capacity", "share", "most"), [
    (10, 0.6, "60%", 6), (4, 0.6, "60%", 2), (7, 0.5, "50%", 3), (5, 1.0, "100%", 5), (5, 0.1, "10%", 0)])
def test_the_capacity_is_told_as_a_share_and_as_a_number_of_players(players, capacity, share, most):
    state = after(f"el_farol(players={players},capacity={capacity})")
    one, two = (prompt_text(state, 0, version) for version in VERSIONS)
    assert f"at most {share} of all players go, which means at most {most} of the {players} players" in one
    assert f"Capacity: {share} of the players, that is {most} out of {players}." in two


@pytest.mark.parametrize(("feedback", "player", "v1", "v2"), [
    ("implicit", 0, "In round 1 you stayed at home and got 5 points.", "- Round 1: stay, 5 points"),
    ("explicit", 0,
     "In round 1 you stayed at home and got 5 points; 2 went and 1 stayed at home, so the bar was crowded.",
     "- Round 1: stay, 5 points (2 went, 1 stayed, crowded)"),
    ("implicit", 1,
     "In round 1 you went to the bar and got -1 points; 2 went and 1 stayed at home, so the bar was crowded.",
     "- Round 1: go, -1 points (2 went, 1 stayed, crowded)"),
])
def test_who_stayed_learns_how_many_went_only_with_explicit_feedback(feedback, player, v1, v2):
    state = after(f"el_farol(players=3,capacity=0.5,crowded=-1,feedback={feedback})", [STAY, GO, GO])
    assert v1 in prompt_text(state, player, "v1").splitlines()
    assert v2 in prompt_text(state, player, "v2").splitlines()


@pytest.mark.parametrize(("feedback", "version", "fact"), [
    ("implicit", "v1", "the players who stayed at home do not"),
    ("implicit", "v2", "If you stayed: only your own points."),
    ("explicit", "v1", "all players learn how many went"), ("explicit", "v2", "Everyone is told how many players went"),
])
def test_the_rules_say_who_learns_what(feedback, version, fact):
    assert fact in prompt_text(after(f"el_farol(feedback={feedback})"), 3, version)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_round_and_the_number_of_rounds_are_told(version):
    assert "ound 2 of 5." in prompt_text(after("el_farol(players=2,rounds=5)", [GO, GO]), 0, version)


@pytest.mark.parametrize("reply", ['{"decision": "go"}', 'So:\n```json\n{"decision": "Go"}\n```', "Answer: go", "go"])
def test_a_decision_is_read_as_json_or_as_an_answer_line(reply):
    assert loaded("el_farol").parse(reply, after("el_farol"), 0) == [GO]
