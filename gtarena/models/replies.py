"""What litellm's responses say: the answer apart from the thinking, the tokens, and the price."""

import re
from typing import Any, NamedTuple

from gtarena.models import offline
from gtarena.models.base import ModelError, Reply
from gtarena.models.settings import ModelSettings

# Servers without a parser for reasoning leave the thoughts in front of the answer.
_THOUGHT = re.compile(r"\s*<(think|thinking|reasoning)>(.*?)</\1>\s*", re.DOTALL | re.IGNORECASE)


class Tokens(NamedTuple):
    """What a request used, each ``None`` if the server did not count it; ``thought`` is a part of ``written``."""

    read: int | None = None
    written: int | None = None
    thought: int | None = None


def read(litellm: Any, settings: ModelSettings, response: Any, seconds: float) -> Reply:
    """The reply that a response holds.

    Raises:
        ModelError: it holds none.
    """
    if not response.choices:
        raise ModelError(f"{settings.name}: the server's answer holds no reply; try again later", model=settings.name)
    choice = response.choices[0]
    text, thoughts = apart(choice.message.content or "")
    reasoning = "\n\n".join(filter(None, [_reported(choice.message), *thoughts]))
    tokens = _tokens(response)
    return Reply(
        text=_whole(text),
        reasoning=_whole(reasoning) or None,
        truncated=choice.finish_reason == "length",
        tokens_in=tokens.read,
        tokens_out=tokens.written,
        tokens_reasoning=tokens.thought,
        cost=cost(litellm, settings, response),
        seconds=seconds,
    )


def apart(content: str) -> tuple[str, list[str]]:
    """The content without the thinking blocks that it begins with, and those blocks without their tags."""
    thoughts = []
    while block := _THOUGHT.match(content):
        thoughts.append(block[2].strip())
        content = content[block.end():]
    return content, thoughts


def _reported(message: Any) -> str:
    """The thinking that the server reports apart from the content."""
    blocks = getattr(message, "thinking_blocks", None) or []
    thought = "\n\n".join(filter(None, (block.get("thinking") for block in blocks)))
    return str(getattr(message, "reasoning_content", None) or thought)


def _whole(text: str) -> str:
    # JSON may spell half of a character, which no file can hold.
    return text.encode(errors="replace").decode()


def _tokens(response: Any) -> Tokens:
    usage = getattr(response, "usage", None)
    # litellm fills a missing count in with zeros, and no prompt has no tokens.
    if usage is None or not usage.prompt_tokens:
        return Tokens()
    details = getattr(usage, "completion_tokens_details", None)
    return Tokens(usage.prompt_tokens, usage.completion_tokens, getattr(details, "reasoning_tokens", None))


def is_priced(litellm: Any, settings: ModelSettings) -> bool:
    """Whether the price of a model is known, as it never is at an address of the user's own."""
    if offline.is_offline(settings.name):
        return True
    bare, provider, _, _ = litellm.get_llm_provider(settings.name)
    elsewhere = settings.api_base or (provider == "openai" and settings.address())
    # For a model without a price of its own litellm takes that of whatever name the server reports.
    listed = litellm.model_cost.get(settings.name) or litellm.model_cost.get(bare) or {}
    return not elsewhere and str(listed.get("litellm_provider")).startswith(provider)


def cost(litellm: Any, settings: ModelSettings, response: Any) -> float | None:
    """The price of a response in US dollars, ``None`` if it is unknown."""
    if offline.is_offline(settings.name):
        return 0.0
    if not is_priced(litellm, settings) or _tokens(response) == Tokens():
        return None
    try:
        return float(litellm.completion_cost(response, base_model=settings.name))
    except Exception:  # noqa: BLE001 - a reply that was paid for is not lost over its price
        return None
