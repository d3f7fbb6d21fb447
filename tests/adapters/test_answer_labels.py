import pytest

from adapters.answer_labels import pattern, under_keys, value

KEYS = ("clue", "team_vote")


def values(text, keys=KEYS, running=()):
    found = under_keys(text, keys, running)
    return {key: value(label, text, end) for key, (label, end) in found.items()}


@pytest.mark.parametrize(("line", "stated"), [
    ("Answer: go", "go"), ("answer = go", "go"), ("My final answer is: go", "go"), ("The chosen answer: go", "go"),
    ("**Answer:** go", "go"), ("**Answer**: go", "go"), ("**Answer: go**", "go"), ("_Answer:_ *go*", "*go*"),
    ("Answer: *go*", "*go*"), ("Answer:*go*", "*go*"), ("- Answer: go", "go"), ("### Answer: go ", "go"),
])
def test_the_value_of_a_label_is_without_the_emphasis_of_the_label(line, stated):
    label = pattern("answer").search(line)
    assert value(label, line, len(line)) == stated


@pytest.mark.parametrize("line", [
    "Here is my answer: go", "**Here's my final answer:** go", "This is my answer: go", "My answer for this round: go",
    "The answer for this turn is: go",
])
def test_a_label_may_be_announced_and_say_that_it_is_for_this_round(line):
    label = pattern("answer").search(line)
    assert value(label, line, len(line)) == "go"


@pytest.mark.parametrize("line", [
    "Here is an answer: go", "Here is their answer: go", "My answer for the last round: go", "The answers: go",
    "Some say the answer: go", "Answer - go",
    "Your answer: go"])
def test_other_lines_have_no_label(line):
    assert pattern("answer").search(line) is None


@pytest.mark.parametrize(("text", "stated"), [
    ("Clue: sea", {"clue": "sea"}),
    ("I think.\nMy clue is: sea\n", {"clue": "sea"}),
    ("CLUE: sea\n\nTeam vote: Ann", {"clue": "sea", "team_vote": "Ann"}),
    ("team_vote: Ann\nclue:\nsea", {"clue": "sea", "team_vote": "Ann"}),
    ("Clue: sea\nClue: boat", {"clue": "boat"}),
    ("Clue: sea\nThat is my clue.\nTeam vote: Ann", {"team_vote": "Ann"}),
    ("Clue: sea\nThat is my clue.", {}),
    ("> Clue: sea", {}), ('"Clue: sea"', {}), ("Ann's clue: sea", {}), ("Clue", {}), ("Clue:", {}), ("", {}),
])
def test_the_last_lines_state_values_under_the_decisions_own_keys(text, stated):
    assert values(text) == stated


def test_a_running_value_ends_before_the_next_label_or_with_the_text_but_not_behind_an_empty_line():
    assert values("Clue: a\nb\nTeam vote: Ann", running=("clue",)) == {"clue": "a\nb", "team_vote": "Ann"}
    assert values("Team vote: Ann\nClue: a\nb\n", running=("clue",)) == {"clue": "a\nb", "team_vote": "Ann"}
    assert values("Clue: a\n \nb", running=("clue",)) == {}
