import pytest

from gtarena.models.reply_size import BASE, most_bytes
from gtarena.models.settings import ModelSettings


@pytest.mark.parametrize(
    ("settings", "tokens", "expected"),
    [
        ({}, 1, 2_097_152 + 128),
        ({}, 1000, 2_097_152 + 128_000),
        ({"logprobs": 0}, 1000, 2_097_152 + 2 * 128_000),
        ({"logprobs": 20}, 1000, 2_097_152 + 22 * 128_000),
        ({}, None, 2_097_152 + 262_144 * 128),
    ],
)
def test_an_answer_may_be_as_long_as_the_tokens_asked_for_can_make_it(
    settings: dict[str, int], tokens: int | None, expected: int
) -> None:
    assert most_bytes(ModelSettings("openai/x", **settings), tokens) == expected  # type: ignore[arg-type]
    assert expected > BASE
