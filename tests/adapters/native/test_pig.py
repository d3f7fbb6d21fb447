import pytest

from tests.support.named_games import GTBENCH_VERSIONS, after, loaded, prompt_text

ROLL, STOP = 0, 1


def shows(number):
    """Returns the chance outcome of a die that shows this number."""
    return number - 1


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
def test_the_target_is_the_loaded_one(version):
    text = prompt_text(after("pig(winscore=20)"), 0, version)
    assert "20" in text
    assert "100" not in text


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["Your score is 3.", "Your opponent's score is 9.", "Your turn total is 4."]),
    ("v2", ["- You: 3\n", "- Opponent: 9\n", "Turn total: 4\n"]),
    ("paper", ["Your score is now 3.", "Your opponent's score is now 9.",
               "You have collected 4 points in this turn so far."]),
])
def test_the_second_player_is_told_both_scores_and_the_turn_total(version, facts):
    state = after("pig", ROLL, shows(5), ROLL, shows(4), STOP, ROLL, shows(3), STOP, ROLL, shows(1), ROLL, shows(4))
    text = prompt_text(state, 1, version)
    assert [fact for fact in facts if fact not in text] == []


@pytest.mark.parametrize(("game_string", "version", "fact"), [
    ("pig", "v1", "that number is added to the turn total"), ("pig(piglet=True)", "v1", "exactly 1 is added"),
    ("pig", "v2", "adds its number"), ("pig(piglet=True)", "v2", "Every other face adds 1 point"),
    ("pig(diceoutcomes=8)", "v1", "faces 1 to 8"), ("pig(diceoutcomes=8)", "v2", "faces 1 to 8"),
    ("pig(piglet=True)", "paper", "Every other roll brings 1 point."),
    ("pig(players=4)", "v1", "another player's win -1/3 of a point"), ("pig", "v1", "a loss -1 point"),
    ("pig(players=4)", "v2", "-1/3 if another player wins"), ("pig", "v2", "-1 if your opponent wins"),
])
def test_the_rules_follow_the_parameters(game_string, version, fact):
    assert fact in prompt_text(after(game_string), 0, version)


def test_piglet_and_stopping_work_as_the_rules_say():
    other_face = 1
    state = after("pig(piglet=True,winscore=2)", ROLL, other_face, ROLL, other_face)
    assert loaded("pig(piglet=True,winscore=2)").view.patterns(state, 0) == ["stop"]
    state.apply_action(STOP)
    assert state.returns() == [1, -1]


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
def test_nobody_is_told_after_how_many_decisions_the_game_ends(version):
    assert "777" not in prompt_text(after("pig(horizon=777)"), 0, version)


def test_a_game_without_a_winner_is_worth_nothing():
    assert after("pig(horizon=3)", STOP, STOP, ROLL).returns() == [0, 0]


def test_with_more_players_scores_are_told_by_number():
    state = after("pig(players=3)", ROLL, shows(6), STOP, ROLL, shows(2), STOP)
    text = prompt_text(state, 2)
    assert "Your score is 0.\nThe score of player 0 is 6.\nThe score of player 1 is 2.\n" in text
