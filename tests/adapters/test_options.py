import pytest

from adapters import ReplyError, options


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("Answer: 2", 1),
        ("The first is rash.\n\n**Answer: 3**", 2),
        ("Answer: 1\nNo, on reflection:\nAnswer: 2", 1),
        ("Answer: Candidate 3", 2),
        ("Answer: 2 (it blocks)", 1),
        ('{"answer": 3}', 2),
        ('{"answer": "1"}', 0),
        ("<think>Answer: 1</think>Answer: 2", 1),
        ("They are close.\n\n2", 1),
    ],
)
def test_the_candidate_that_is_stated_last_counts(reply, index):
    assert options.stated_option(reply, 3) == index


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "empty"),
        ("Candidate 2 looks best to me.", "unparsable"),
        ("Answer:", "unparsable"),
        ("Answer: 4", "illegal"),
        ("Answer: 0", "illegal"),
        ("Answer: -1", "illegal"),
        ("Answer: 1 and 2", "illegal"),
        ("Answer: 2\nAnswer: neither", "illegal"),
        ('{"bid": 2}', "unparsable"),
    ],
)
def test_what_names_no_candidate_is_refused_with_the_reason(reply, reason):
    with pytest.raises(ReplyError) as refused:
        options.stated_option(reply, 3)
    assert refused.value.reason == reason
