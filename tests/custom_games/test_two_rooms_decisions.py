import random

import pytest

from custom_games import two_rooms_decisions as decisions
from custom_games.asking import ANSWERS, answer_spec, question_spec

NAMES = tuple(f"Player {number}" for number in range(1, 7))


def partner(*players, leader=3):
    return decisions.partner(players, leader, NAMES)


def question(limit):
    return question_spec(limit, "Player 2", decisions.QUESTIONS)


def answer(limit):
    return answer_spec(limit, "Player 2")


def hostage(*players):
    return decisions.hostage(players, 2, NAMES)


@pytest.mark.parametrize(("choice", "key"), [(partner, "partner"), (hostage, "hostage")])
def test_players_are_listed_in_the_order_of_their_names_and_chosen_by_label(choice, key):
    spec = choice(5, 0, 3)
    assert spec.keys == (key,)
    assert spec.options == ("Player 1", "Player 4", "Player 6")
    assert spec.legal_actions() == (0, 3, 5)


@pytest.mark.parametrize("stated", ["Player 4", "player 4", "4", "P4", 4])
def test_a_player_may_be_stated_by_number(stated):
    assert partner(0, 3).read({"partner": stated}) == [3]
    assert hostage(0, 3).read({"hostage": stated}) == [3]


@pytest.mark.parametrize("stated", ["Player 2", "2", "Player", "", 40, None, "Player 1 or Player 4"])
def test_anybody_else_is_refused(stated):
    with pytest.raises(ValueError, match="partner"):
        partner(0, 3).read({"partner": stated})


def test_the_leader_of_the_room_may_be_stated_as_such_if_it_can_be_asked():
    assert partner(0, 3).read({"partner": "the leader"}) == [3]
    with pytest.raises(ValueError, match="must be Player 1 or Player 6"):
        partner(0, 5).read({"partner": "the leader"})


def test_a_hostage_may_be_stated_with_the_room_to_go_to_but_not_with_another():
    assert hostage(0, 3).read({"hostage": "Player 4 to Room 2"}) == [3]
    assert "I send {} to Room 2." in hostage(0, 3).frames
    with pytest.raises(ValueError, match="must be Player 1 or Player 4"):
        hostage(0, 3).read({"hostage": "Player 4 to Room 1"})


@pytest.mark.parametrize(("text", "key"), [(question, "question"), (answer, "answer")])
def test_a_text_may_be_empty_and_is_cut_off_at_the_limit_after_a_whole_character(text, key):
    spec = text(5)
    assert [spec.move(spec.read({key: said})) for said in ("", "Red?", "Are you?", "abcd\u00e9")] == [
        "", "Red?", "Are y", "abcd"]
    assert spec.overlong_bytes({key: "Are you?"}) == 3
    with pytest.raises(ValueError, match="any text of one line"):
        spec.read({key: "Red\n?"})


def test_random_players_say_something_that_tells_nothing_or_nothing_at_all():
    rng = random.Random(0)
    for spec, bank in ((question(400), decisions.QUESTIONS), (answer(400), ANSWERS)):
        assert {spec.drawn(rng) for _ in range(200)} == set(bank)
        assert "" in bank
    assert {question(1).drawn(rng) for _ in range(50)} == {"", "?"}
