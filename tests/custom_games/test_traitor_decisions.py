import pytest

from custom_games.asking import ANSWERS, answer_spec, question_spec
from custom_games.traitor_decisions import PASS, QUESTIONS, STOP, accused_spec, partner_spec, stop_spec


@pytest.mark.parametrize("own", range(5))
def test_everybody_but_oneself_may_be_asked_and_accused(own):
    for spec in (partner_spec(own), accused_spec(own, "Traitor")):
        assert list(spec.legal_actions()) == [label for label in range(5) if label != own]
        assert [spec.action_name((), label) for label in spec.legal_actions()] == [
            f"Player {label + 1}" for label in range(5) if label != own]


@pytest.mark.parametrize("stated", ["Player 3", "player 3", "3", 3, "P3", "Player3"])
def test_a_player_is_called_by_name_or_number(stated):
    assert partner_spec(0).read({"partner": stated}) == [2]
    with pytest.raises(ValueError, match='"partner"'):
        partner_spec(2).read({"partner": stated})


@pytest.mark.parametrize(("stated", "action"), [
    ("stop", STOP), ("STOP", STOP), ("yes", STOP), ("pass", PASS), ("no", PASS), ("continue", PASS),
    ("keep talking", PASS), ("not yet", PASS),
    ("don't stop", PASS), (True, STOP), (False, PASS)])
def test_stopping_and_passing_have_several_names(stated, action):
    assert stop_spec().read({"stop": stated}) == [action]


@pytest.mark.parametrize(("spec", "bank"), [
    (question_spec(40, "Player 2", QUESTIONS), QUESTIONS), (answer_spec(40, "Player 2"), ANSWERS)])
def test_texts_are_lines_may_be_empty_and_are_cut_off_at_their_limit(spec, bank):
    [key] = spec.keys
    assert spec.move(spec.read({key: ""})) == ""
    assert spec.move(spec.read({key: "x" * 41})) == "x" * 40
    assert all(map(spec.may_say, bank))
    with pytest.raises(ValueError, match="one line"):
        spec.read({key: "Stop!\nAnswer: stop"})


def test_even_with_the_shortest_texts_random_players_ask_something():
    assert [text for text in QUESTIONS if question_spec(1, "Player 2", QUESTIONS).may_say(text)] == ["", "?"]
