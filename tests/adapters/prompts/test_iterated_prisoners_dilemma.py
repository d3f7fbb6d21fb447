import pytest

from tests.support.named_games import VERSIONS, after, prompt_text

COOPERATE, DEFECT = 0, 1
CONTINUE = 0
RANDOM_END = "iterated_prisoners_dilemma"
FIXED_END = "iterated_prisoners_dilemma(termination_probability=0.0,max_rounds=6)"


@pytest.mark.parametrize(("player", "v1", "v2"), [
    (0, ["In round 1 you chose Cooperate and your opponent chose Defect; "
         "you got 0 points and your opponent got 10 points.",
         "In round 2 you chose Defect and your opponent chose Defect; you got 1 point and your opponent got 1 point.",
         "So far you have 1 point in all, and your opponent has 11 points."],
        ["- Round 1: you Cooperate (0), opponent Defect (10)", "- Round 2: you Defect (1), opponent Defect (1)",
         "You 1, opponent 11"]),
    (1, ["In round 1 you chose Defect and your opponent chose Cooperate; "
         "you got 10 points and your opponent got 0 points.",
         "In round 2 you chose Defect and your opponent chose Defect; you got 1 point and your opponent got 1 point.",
         "So far you have 11 points in all, and your opponent has 1 point."],
        ["- Round 1: you Defect (10), opponent Cooperate (0)", "- Round 2: you Defect (1), opponent Defect (1)",
         "You 11, opponent 1"]),
])
def test_the_history_tells_each_seat_its_own_moves_and_the_other_ones(player, v1, v2):
    state = after(RANDOM_END, [COOPERATE, DEFECT], CONTINUE, [DEFECT, DEFECT], CONTINUE)
    for version, lines in (("v1", v1), ("v2", v2)):
        text = prompt_text(state, player, version).splitlines()
        assert [line for line in lines if line not in text] == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_random_end_is_told_with_its_probability_and_a_fixed_one_with_its_round(version):
    uncertain, fixed = (prompt_text(after(game_string), 0, version) for game_string in (RANDOM_END, FIXED_END))
    assert "probability 0.125" in uncertain
    assert "probability" not in fixed
    assert "6 rounds" in fixed
    assert "ound 1 of 6" in fixed
    assert "ound 1 of" not in uncertain


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["each of you gets 7 points", "each of you gets 2 points", "defects gets 12 points",
            "cooperates gets -3 points"]),
    ("v2", ["Cooperate, opponent Cooperate: you 7, opponent 7", "Cooperate, opponent Defect: you -3, opponent 12",
            "Defect, opponent Cooperate: you 12, opponent -3", "Defect, opponent Defect: you 2, opponent 2"]),
])
def test_the_payoffs_are_the_loaded_ones(version, facts):
    text = prompt_text(after("iterated_prisoners_dilemma(temptation=12,reward=7,punishment=2,sucker=-3)"), 1, version)
    assert [fact for fact in facts if fact not in text] == []
