import pytest

from gtarena.models.reply_size import BASE, most_bytes


@pytest.mark.parametrize(
    ("logprobs", "tokens", "expected"),
    [
        (None, 1, 2_097_152 + 128),
        (None, 1000, 2_097_152 + 128_000),
        (0, 1000, 2_097_152 + 2 * 128_000),
        (20, 1000, 2_097_152 + 22 * 128_000),
        (None, None, 2_097_152 + 262_144 * 128),
    ],
)
def test_an_answer_may_be_as_long_as_the_tokens_asked_for_can_make_it(
    logprobs: int | None, tokens: int | None, expected: int
) -> None:
    assert most_bytes(tokens, logprobs) == expected
    assert expected > BASE
