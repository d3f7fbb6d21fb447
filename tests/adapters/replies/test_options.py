import pytest

from adapters import ReplyError
from adapters.replies.options import form_of_options, stated_option


@pytest.mark.parametrize(("reply", "index"), [
    ("Answer: 2", 1),
    ("The first is rash.\n\n**Answer: 3**", 2),
    ("Answer: Candidate 3", 2),
    ('{"answer": 3}', 2),
    ('{"Answer": "1"}', 0),
    ("\\boxed{2}", 1),
    ("2", 1),
    ("Candidate 2.", 1),
    ("<think>Answer: 1</think>Answer: 2", 1),
    ("Answer: 2\n{\"answer\": 2}", 1),
])
def test_a_candidate_is_stated_in_the_forms_of_a_move(reply, index):
    assert stated_option(reply, 3) == index


@pytest.mark.parametrize(("reply", "reason"), [
    ("", "empty"),
    ("Candidate 2 looks best to me.", "unparsable"),
    ("They are close.\n\n2", "unparsable"),
    ("Answer:", "illegal"),
    ("Answer: 4", "illegal"),
    ("Answer: 0", "illegal"),
    ("Answer: -1", "illegal"),
    ("Answer: 1 and 2", "illegal"),
    ('{"bid": 2}', "unparsable"),
    ("{answer: 2", "illegal"),
    ("Answer: " + "9" * 5000, "illegal"),
    ("Answer: 1\nNo, on reflection:\nAnswer: 2", "ambiguous"),
    ("Answer: 2\nAnswer: neither", "ambiguous"),
])
def test_what_names_no_candidate_or_several_is_refused_with_the_reason(reply, reason):
    with pytest.raises(ReplyError) as refused:
        stated_option(reply, 3)
    assert refused.value.reason == reason


def test_the_form_is_an_answer_line_with_a_number_from_1_on():
    form = form_of_options(3)
    assert [form.reply({"move": str(move)}) for move in form.moves] == ["Answer: 1", "Answer: 2", "Answer: 3"]
