import pytest

from adapters.sentences import stating


def stated(text):
    return [(text[each.start:each.end], each.value) for each in stating(text)]


def values(text):
    return {each.value for each in stating(text)}


@pytest.mark.parametrize("text", [
    "My final answer is 22.", "The answer is 22.", "So, my choice is 22.", "**My decision is 22.**", "I choose 22.",
    "Therefore, I will choose 22.", "I'll go with 22.", "I’m going with 22.", "Let's pick 22.", "Fine. I choose 22.",
    "It is late.\nI choose 22.", "My move: see below.\n\nMy move is to play 22.", "I bid 22.", "I'm going to bid 22.",
    "I'm bidding 22.", "I am choosing 22.", "I will be playing 22.", "Bid 22", "bid: 22", "Number: 22",
    "Fine. Choose 22.", "My bid is 22.", "The chosen number is 22.",
])
def test_a_sentence_of_its_own_states_a_value(text):
    assert values(text) & {"22", "22."}


@pytest.mark.parametrize("text", [
    "I would choose 22.", "If so, I choose 22.", 'They say "I choose 22."', "Some day\nmy answer is 22.",
    "Do I choose 22?", "I am 22.", "I'm 22.", "I'll be 22.", "I have 22.", "The number is 22.",
    "I choose 22.\nThen they choose 30.", "", "I", "Your answer is 22.", "My old answer is 22.",
])
def test_other_sentences_state_no_value(text):
    assert not values(text) & {"22", "22.", "choose 22.", "choose 22"}


def test_my_answer_counts_in_any_line_and_i_choose_in_the_last_sentence_or_at_the_start():
    assert stated("My answer is 22.\nGood luck!") == [("My answer is 22.", "22.")]
    assert stated("I choose 22.\nGood luck!") == []
    assert ("I choose 22.", "22.") in stated("I choose 22.\n\nThe others will choose 33.")
    assert ("I choose 22.", "22.") in stated("It is late.\nI choose 22. It is two thirds of 33.")


@pytest.mark.parametrize("text", ["I choose 22. No, 33.", "I choose 22. Then 15.", "I choose 22.\n\nWait, no."])
def test_a_first_sentence_that_the_next_one_goes_on_from_states_nothing(text):
    assert "22." not in values(text)


@pytest.mark.parametrize("text", [
    "So: 22", "Therefore: **22**", "Final: 22", "Output: 22", "Correction: 22", "=> 22", "So 22", "answer is 22",
    "Given all of this, I choose 22", "Weighing it all up, the answer is 22",
])
def test_a_conclusion_states_a_value(text):
    assert "22" in values(text)
    assert values("I take 3 from pile 4.") == {"take 3 from pile 4.", "3 from pile 4."}


@pytest.mark.parametrize("piece", ["I choose ", "My answer is x. ", "My answer is x.\n", "so ", "I bid 1. "])
def test_a_long_text_takes_linear_time(piece):
    # Quadratic time would not end.
    assert len(list(stating(piece * 100_000))) <= 200_000


@pytest.mark.parametrize(("text", "value"), [
    ("I'm going to the bar.", "go to the bar."), ("I am staying.", "stay."), ("I'm dropping out.", "drop out."),
    ("I'm cooperating.", "cooperate."), ("I'll be passing.", "pass."), ("I'm calling liar.", "call liar."),
])
def test_what_somebody_is_doing_is_also_said_as_a_command(text, value):
    assert value in values(text)
