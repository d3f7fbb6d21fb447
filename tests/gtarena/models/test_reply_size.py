import pytest

from gtarena.models.reply_size import BASE, most_bytes
from gtarena.models.settings import ModelSettings


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"max_tokens": 1}, 2_097_152 + 128),
        ({"max_tokens": 1000}, 2_097_152 + 128_000),
        ({"max_tokens": 1000, "logprobs": 0}, 2_097_152 + 2 * 128_000),
        ({"max_tokens": 1000, "logprobs": 20}, 2_097_152 + 22 * 128_000),
    ],
)
def test_an_answer_may_be_as_long_as_the_tokens_asked_for_can_make_it(settings: dict[str, int], expected: int) -> None:
    assert most_bytes(ModelSettings("openai/x", **settings)) == expected  # type: ignore[arg-type]
    assert expected > BASE
