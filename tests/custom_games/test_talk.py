import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.labels import player_labels
from custom_games.talk import Message, Talk, talk_of

SEATS = range(4)
seats = st.sampled_from(SEATS)
spoken = st.lists(st.tuples(
    seats, st.text(max_size=8), st.none() | seats, st.none() | st.sets(seats)), max_size=12)


def conversation(said) -> Talk:
    talk = Talk()
    for message in said:
        talk = talk.say(*message)
    return talk


def heard_texts(talk: Talk, seat: int) -> list[str]:
    return [message["text"] for message in talk.heard(seat, str)]


def test_each_seat_hears_what_was_said_to_all_and_in_its_presence():
    # Two Rooms and a Boom: 0 asks 1 in front of nobody else, and their leader 2 is told; 3 is in the other room.
    talk = (Talk().say(3, "hello")
            .say(0, "Who are you?", addressee=1, audience=[2])
            .say(1, "Blue.", addressee=0, audience=())
            .say(2, "", audience=[0, 1]))
    assert heard_texts(talk, 0) == ["hello", "Who are you?", "Blue.", ""]
    assert heard_texts(talk, 1) == ["hello", "Who are you?", "Blue.", ""]
    assert heard_texts(talk, 2) == ["hello", "Who are you?", ""]
    assert heard_texts(talk, 3) == ["hello"]


def test_messages_are_shown_by_the_players_public_names():
    labels = player_labels(3).after(2).after(0).after(1)
    talk = Talk().say(0, "Ahoy! 👩‍👩‍👧\nline 2", addressee=2).say(2, "aye")
    heard = talk.heard(1, labels.name)
    assert heard == [
        {"speaker": "Player 3", "to": "Player 2", "text": "Ahoy! 👩‍👩‍👧\nline 2"},
        {"speaker": "Player 2", "to": None, "text": "aye"},
    ]
    assert json.loads(json.dumps(heard)) == heard


@given(spoken)
def test_speaker_and_addressee_hear_a_message_and_others_as_the_audience_says(said):
    for (speaker, text, addressee, audience), message in zip(said, conversation(said), strict=True):
        assert (message.speaker, message.text, message.addressee) == (speaker, text, addressee)
        present = set(SEATS) if audience is None else {speaker, addressee, *audience} - {None}
        assert {seat for seat in SEATS if message.heard_by(seat)} == present


@given(spoken)
def test_what_a_seat_heard_is_in_the_order_in_which_it_was_said(said):
    talk = conversation(said)
    assert len(talk) == len(said)
    for seat in SEATS:
        assert heard_texts(talk, seat) == [message.text for message in talk if message.heard_by(seat)]


@given(spoken, spoken)
def test_two_conversations_are_equal_exactly_if_the_same_was_said(one, other):
    assert conversation(one) == conversation(one)
    assert hash(conversation(one)) == hash(conversation(one))
    assert (conversation(one) == conversation(other)) == (list(conversation(one)) == list(conversation(other)))
    assert conversation(one) != list(conversation(one))


def test_the_audience_is_the_same_in_whatever_order_it_is_listed():
    assert Talk().say(0, "x", audience=[8, 0, 3]) == Talk().say(0, "x", audience={3, 8})
    assert repr(Talk().say(0, "x", audience=[8, 3])) == repr(Talk().say(0, "x", audience=[3, 8, 0]))


def test_one_more_message_shares_all_that_was_said_before():
    before = Talk().say(0, "a").say(1, "b")
    left, right = before.say(0, "c"), before.say(0, "d")
    assert left.earlier is before is right.earlier
    assert heard_texts(before, 0) == ["a", "b"]
    assert heard_texts(left, 0) == ["a", "b", "c"]
    assert heard_texts(right, 0) == ["a", "b", "d"]
    assert left != right


def test_conversations_beyond_the_recursion_limit_are_compared_hashed_printed_copied_and_pickled():
    said = [Message(number % 4, str(number)) for number in range(20_000)]
    talk, again = talk_of(said), talk_of(said)
    assert list(talk) == said
    assert talk == again
    assert len({talk, again, copy.deepcopy(talk), pickle.loads(pickle.dumps(talk))}) == 1
    assert repr(talk).count("Message(") == len(said)
    assert talk != talk_of([Message(0, "another first"), *said[1:]])


def test_hashing_does_not_walk_down_the_conversation(monkeypatch):
    talk = talk_of(Message(0, str(number)) for number in range(100))
    monkeypatch.setattr(Talk, "_parts", lambda self: pytest.fail("walked down the conversation"))
    assert hash(talk.say(1, "one more")) != hash(talk)
    assert len(talk.say(1, "one more")) == 101


def test_conversations_that_differ_in_their_latest_message_only_are_told_apart():
    assert Talk().say(0, "a") != Talk().say(1, "a")
    assert Talk().say(0, "a") != Talk().say(0, "a", audience=())
    assert Talk() == Talk()
    assert list(Talk()) == []
