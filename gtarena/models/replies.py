"""Replies in litellm's responses: text, thinking, log-probabilities and token counts."""

import math
import re
from collections.abc import Sequence
from typing import Any

from gtarena.models import prices
from gtarena.models.base import Alternative, Reply, TokenCounts, TokenLogprob
from gtarena.models.raw_replies import RawReply
from gtarena.models.settings import ModelSettings
from gtarena.system.redaction import address_secrets, hide_outside_secrets

IMPOSSIBLE = -9999.0  # the log-probability with which OpenAI marks tokens far outside of the most probable ones

# Servers without a parser for reasoning leave the thinking in front of the answer.
_THINKING_BLOCK = re.compile(r"\s*<(think|thinking|reasoning)>(.*?)</\1>\s*", re.DOTALL | re.IGNORECASE)

MOST_TOKENS = 10**8  # of one request; the longest contexts hold a tenth of it


def read_reply(litellm: Any, settings: ModelSettings, response: Any) -> Reply:
    """Returns the reply in a response of litellm's.

    Raises:
        LookupError, AttributeError, TypeError: the response has no text where litellm puts it.
    """
    choice, secrets, tokens = response.choices[0], address_secrets(settings.address()), _token_counts(response)
    text, reasoning = _text_and_reasoning(choice.message.content or "", _reported_thinking(choice.message), secrets)
    return Reply(
        text=text,
        reasoning=reasoning,
        truncated=choice.finish_reason == "length",
        tokens_in=tokens.prompt,
        tokens_out=tokens.completion,
        tokens_cache_read=tokens.cache_read,
        tokens_reasoning=tokens.reasoning,
        cost=prices.response_price(litellm, settings, response, tokens),
        logprobs=_without_secrets(_logprobs(choice), secrets),
    )


def reply_from_raw(litellm: Any, settings: ModelSettings, found: RawReply) -> Reply:
    """Returns the reply that litellm has refused to read; its token counts are unknown unless all can be true."""
    text, reasoning = _text_and_reasoning(found.text, "", address_secrets(settings.address()))
    counts = TokenCounts(found.tokens_in, found.tokens_out)
    if None in counts[:2] or _impossible(counts) or not counts.prompt:
        return Reply(text=text, reasoning=reasoning, truncated=found.truncated)
    price = prices.tokens_price(litellm, settings, counts.prompt, counts.completion or 0)
    return Reply(text=text, reasoning=reasoning, truncated=found.truncated, tokens_in=counts.prompt,
                 tokens_out=counts.completion, cost=price)


def _text_and_reasoning(content: str, thinking: str, secrets: Sequence[str]) -> tuple[str, str | None]:
    """Returns the text and the reasoning of a reply, without secrets."""
    text, blocks = split_thinking(content)
    reasoning = "\n\n".join(filter(None, [thinking, *blocks]))
    shown = (hide_outside_secrets(_valid_unicode(each), secrets) for each in (text, reasoning))
    return next(shown), next(shown) or None


def split_thinking(content: str) -> tuple[str, list[str]]:
    """Returns the content without the thinking blocks at its start, and the text of those blocks."""
    blocks, start = [], 0
    while block := _THINKING_BLOCK.match(content, start):
        blocks.append(block[2].strip())
        start = block.end()
    return content[start:], blocks


def _reported_thinking(message: Any) -> str:
    """Returns the thinking that the server reports in fields of its own."""
    blocks = getattr(message, "thinking_blocks", None) or []
    thinking = "\n\n".join(filter(None, (block.get("thinking") for block in blocks)))
    reported = getattr(message, "reasoning_content", None)
    return reported if reported and isinstance(reported, str) else thinking


def _logprobs(choice: Any) -> tuple[TokenLogprob, ...] | None:
    """Returns the log-probabilities of a choice, ``None`` if the server sent none in the form of chats."""
    try:
        return tuple(
            TokenLogprob(*_token(place), tuple(Alternative(*_token(other)) for other in place.top_logprobs or ()))
            for place in choice.logprobs.content)
    except (AttributeError, TypeError):  # a reply that was paid for is kept without them
        return None


def _without_secrets(
    logprobs: tuple[TokenLogprob, ...] | None, secrets: Sequence[str]
) -> tuple[TokenLogprob, ...] | None:
    """Returns log-probabilities as they are, or ``None`` if their tokens spell a secret, which they would give away."""
    places = logprobs or ()
    alternatives = [other.token for place in places for other in place.top]
    spelt = ["".join(place.token for place in places), *alternatives]
    return logprobs if all(hide_outside_secrets(text, secrets) == text for text in spelt) else None


def _token(place: Any) -> tuple[str, float]:
    # JSON has no infinity, and some servers send it for what cannot be.
    logprob = max(float(place.logprob), IMPOSSIBLE) if math.isfinite(place.logprob) else IMPOSSIBLE
    return _valid_unicode(place.token), logprob


def _valid_unicode(text: str) -> str:
    # JSON may spell half of a surrogate pair, which cannot be written to a file.
    return text.encode(errors="replace").decode()


def _token_counts(response: Any) -> TokenCounts:
    counts = _reported_counts(response)
    # litellm fills in zeros for missing counts, and every prompt has tokens.
    if not counts.prompt or impossible_counts(response):
        return TokenCounts()
    return counts if (counts.cache_read or 0) <= counts.prompt else counts._replace(cache_read=None)


def _reported_counts(response: Any) -> TokenCounts:
    usage = getattr(response, "usage", None)
    if usage is None:
        return TokenCounts()
    answer, prompt = (getattr(usage, f"{part}_tokens_details", None) for part in ("completion", "prompt"))
    return TokenCounts(
        usage.prompt_tokens, usage.completion_tokens, getattr(answer, "reasoning_tokens", None),
        getattr(prompt, "cached_tokens", None))


def impossible_counts(response: Any) -> str:
    """Returns the server's token counts as text if one is negative or absurdly large, and nothing if all can be."""
    return _impossible(_reported_counts(response))


def _impossible(counts: TokenCounts) -> str:
    if all(count is None or 0 <= count <= MOST_TOKENS for count in counts):
        return ""
    return ", ".join(f"{name} {str(count)[:20]}" for name, count in counts._asdict().items() if count is not None)
