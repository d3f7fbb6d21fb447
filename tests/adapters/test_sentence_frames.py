import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters import sentence_frames
from custom_games.action_specs import Choice, Fields, Number, Text
from custom_games.alphabets import LINE
from custom_games.codenames_decisions import clue_spec

FRAMES = ("I vote for {}.", "My vote goes to {} today")
PLAYERS = ("Player 1", "Player 2", "Player 3")
ROLE = Fields((Choice("name", PLAYERS, frames=("I am {}.",)),
               Choice("role", ("spy", "guard"), aliases=(("not the spy", 1),), frames=("I am {}.",))))
SUSPECTS = Fields((Choice("suspect", PLAYERS[1:], frames=("I suspect {}.", "{} is the spy.")),
                   Choice("player_2_suspects", (PLAYERS[0], PLAYERS[2]), aliases=(("me", 0),),
                          frames=("Player 2 suspects {}.", "Player 2 thinks {} is the spy."))))


@pytest.mark.parametrize(("text", "stated"), [
    ("I vote for Player 3.", "Player 3"), ("i VOTE  for Player 3", "Player 3"), ("I vote for Ann!", "Ann"),
    ("**I vote for Player 3.**", "Player 3"), ("I vote for **Ann**.", "Ann"), ("My vote goes to Ann today.", "Ann"),
    ("They lied.\nI vote for Ann.\n", "Ann"), ("They lied\n\nI vote for Ann.", "Ann"),
    ("As Player 2, I vote for Ann.", "Ann"), ("So I vote for Ann", "Ann"), ("I think I vote for Ann.", "Ann"),
    ("Ben lied, so I vote for Ben.", "Ben"), ("I do not trust Ben, therefore I vote for Ben.", "Ben"),
    ("Between Ann and Ben, I vote for Ann.", "Ann"), ("I vote for Ann because of Ben.", "Ann"),
    ("I vote for Ann, not Ben.", "Ann"), ("I vote for Ann rather than Ben.", "Ann"),
    ("I vote for Ann. She lied.", "Ann"), ("I vote for Ann.\n\nShe lied.", "Ann"), ("She lied. I vote for Ann.", "Ann"),
])
def test_a_frame_counts_as_the_first_or_last_sentence_with_a_reason_or_without(text, stated):
    assert set(sentence_frames.framed(text, FRAMES)) == {stated}


@pytest.mark.parametrize("text", [
    "I would be mad to say\nI vote for Ann.", "I vote for Ann.\nOr not.", 'They said "I vote for Ann."',
    '"I vote for Ann."', "> I vote for Ann.", "Perhaps I vote for Ann.", "I vote for", "", "I do not vote for Ann.",
    "If she lied, so I vote for Ann.", "Unless Ben lied, I vote for Ann.", "Ben says that I vote for Ann.",
    "I vote for Ann. But then again, no.",
])
def test_in_a_quotation_a_condition_or_the_middle_of_a_text_it_does_not(text):
    assert list(sentence_frames.framed(text, FRAMES)) == []


def test_a_name_that_is_followed_by_another_is_none():
    assert set(sentence_frames.framed("I vote for Ann or Ben.", FRAMES)) == {"Ann or Ben"}


def test_a_frame_is_no_pattern_of_its_own():
    assert set(sentence_frames.framed("I (bid 5", ("I (bid {}",))) == {"5"}


@pytest.mark.parametrize("text", [
    "I am Player 2 and my role is guard", "My name is Player 2. My role is guard.", "I'm Player 2, and I am the guard.",
    "I am Player 2.\nI am not the spy.", "- I am **Player 2**\n- My role is *guard*, because I know.",
    "I think I am a guard, and I am Player 2.", "1. I am Player 2\n2. I am the guard", "I am Player 2 and I am Player 2"
    " and I am a guard", "I am Player 2. Let me think. I am the guard.",
    "I am Player 1. No wait, I am wrong.\nI am Player 2. I am the guard.",
])
def test_sentences_state_a_name_and_a_role(text):
    assert sentence_frames.fields(text, ROLE) == [1, 1]


@pytest.mark.parametrize("text", [
    "I suspect Player 3.\nPlayer 2 suspects Player 1.", "I think Player 3 is the spy. I think Player 2 suspects me.",
    "I suspect Player 3, and Player 2 thinks Player 1 is the spy, because I was vague.",
    "Player 2 suspects me, while I suspect Player 3", "I probably suspect Player 3. Player 2 most likely suspects me.",
    "Suspect: Player 3 | Player 2 suspects: Player 1", "- Player 3\n- me",
])
def test_sentences_state_whom_each_player_suspects(text):
    assert sentence_frames.fields(text, SUSPECTS) == [1, 0]


@pytest.mark.parametrize("text", [
    "", "I suspect Player 3.", "I suspect Player 1. Player 2 suspects me.", "Player 3 suspects me, I suspect Player 3.",
    "I do not suspect Player 3. Player 2 suspects me.", "I suspect Player 2 or Player 3. Player 2 suspects me.",
    "I suspect Player 3. Player 2 suspects me. Scratch that. I suspect Player 2.",
])
def test_without_a_sentence_for_every_field_there_is_no_move(text):
    assert sentence_frames.fields(text, SUSPECTS) is None


@pytest.mark.parametrize("text", [
    'My clue is "ocean", 2.', "The clue is ocean, two.", "Beach and boat.\nMy clue is ocean and my number is 2."])
def test_a_word_and_a_number_are_stated_in_one_sentence_or_two_with_quotation_marks_or_without(text):
    spec = clue_spec(("beach", "boat"), 20, 9)
    assert sentence_frames.unquoted(text, spec) == spec.read_line("ocean 2")


@pytest.mark.parametrize("text", ["My clue is not ocean 2.", "If my clue is ocean 2, they will see it.", "ocean"])
def test_what_denies_a_word_or_makes_it_depend_on_something_states_none(text):
    assert sentence_frames.unquoted(text, clue_spec(("beach", "boat"), 20, 9)) is None


def test_quotation_marks_are_never_left_out_of_a_text_that_can_hold_them():
    spec = Fields((Text("remark", 20, LINE), Number("number", 0, 9)))
    assert sentence_frames.unquoted('My remark is "so" 2.', spec) is None


def test_a_field_that_is_stated_twice_in_different_ways_is_refused():
    with pytest.raises(ValueError, match='"suspect" is stated twice'):
        sentence_frames.fields("I suspect Player 3. Player 2 suspects me. I suspect Player 2.", SUSPECTS)


@pytest.mark.parametrize(("line", "text"), [
    ("My clue is sweet.", "sweet"), ("My clue is: Sweet & red.", "Sweet & red."), ('My clue is "sweet".', "sweet"),
    ("My clue is “甘い”.", "甘い"), ("**My clue is: it grows 🍇**", "it grows 🍇"), ("my clue is **sweet**", "sweet"),
    ("As Player 2, my clue is sweet. It fits.", "sweet"), ('I would say: "sweet"', "sweet"),
    ("Sure! My clue is: a. B.", "a. B."), ("My clue is it has seeds...", "it has seeds..."),
    ("So, my clue is a.b", "a.b"),
    ("My clue is “sweet”, because it is.", "sweet"), ("My clue is:\n\nsweet", "sweet"),
    ("My clue is sweet, because it fits.", "sweet"), ("My clue is as follows: sweet", "sweet"),
])
def test_a_text_is_what_a_sentence_quotes_or_ends_with(line, text):
    start, end = sentence_frames.text_span(line, ("My clue is {}.", "I would say: {}"))
    assert line[start:end] == text


@pytest.mark.parametrize("line", [
    "My clue is not sweet.", "My clue is sweet or sour.", 'My clue is "sweet" or "sour".', "My clue is", "My clue is:",
    "Their clue is sweet.", "I would say that Player 1 lies.", "They say my clue is sweet.", 'My clue is "sweet.',
    "Perhaps my clue is sweet.", "x" * 2000, "", "My clue is going to be vague.", "My clue is probably sweet.",
    "My clue is that it is sweet.", "My clue is sweet because it fits.", "My clue is sweet, which fits.",
    "My clue is below.", "My clue is as follows:", 'My clue is "sweet" if I lie.', "For example, my clue is sweet.",
])
def test_other_lines_state_no_text(line):
    assert sentence_frames.text_span(line, ("My clue is {}.", "I would say: {}")) is None


def test_what_a_frame_holds_resembles_a_move_if_it_has_a_word_of_a_name_or_a_number_among_numbers():
    vote, bid = Choice("vote", PLAYERS), Number("bid", 0, 9)
    assert sentence_frames.resembles("Player 7", vote)
    assert not sentence_frames.resembles("the one who lied", vote)
    assert sentence_frames.resembles("120 coins", bid)
    assert not sentence_frames.resembles("nothing", bid)
    assert not sentence_frames.resembles("would never bid 5", bid)


@given(st.text("IsuspectPlayer23.,\n andm*\"“”:", max_size=80))
def test_any_text_is_read_without_an_error(text):
    found = sentence_frames.fields(text, SUSPECTS)
    assert found is None or len(found) == 2
    span = sentence_frames.text_span(text, ("I suspect {}.",))
    assert span is None or 0 <= span[0] < span[1] <= len(text)


@pytest.mark.parametrize("line", ["I'll answer: No.", "I’ll answer: No.", "I will answer: No."])
def test_a_frame_of_a_text_may_be_contracted(line):
    start, end = sentence_frames.text_span(line, ["I will answer: {}"])
    assert line[start:end] == "No."
