import pytest

from gtarena.models.replies import apart


@pytest.mark.parametrize(
    ("content", "answer", "thoughts"),
    [
        ("<think>a or b?</think>\n\nAnswer: a", "Answer: a", ["a or b?"]),
        ("\n <think>\none\n</think> <THINKING>two</THINKING>Answer: a", "Answer: a", ["one", "two"]),
        ("<reasoning>x</reasoning>", "", ["x"]),
        ("<think></think>\n\nAnswer: a", "Answer: a", [""]),
        ("Answer: a <think>or b?</think>", "Answer: a <think>or b?</think>", []),
        ("<think>never closed. Answer: a", "<think>never closed. Answer: a", []),
        ("<think>closed</thinking>Answer: a", "<think>closed</thinking>Answer: a", []),
        ("<thinking about it> Answer: a", "<thinking about it> Answer: a", []),
        ("", "", []),
    ],
)
def test_only_complete_thinking_blocks_at_the_start_are_taken_off(
    content: str, answer: str, thoughts: list[str]
) -> None:
    assert apart(content) == (answer, thoughts)


def test_a_hundred_thousand_unclosed_blocks_are_read_at_once() -> None:
    content = "<think>" * 100_000
    assert apart(content) == (content, [])
