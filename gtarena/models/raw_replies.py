"""Replies as they stand in the bodies of answers, for those that litellm refuses for something odd beside the text.

A reply was paid for, so its text counts, whatever its role, its token counts or its bytes are.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Path = tuple[str | int, ...]

MOST_DIGITS = 20  # of a whole number
_JSON_TOOL = "json_tool_call"

# Places in the JSON of the providers' protocols, in the order in which they are looked at.
_TEXTS: Sequence[Path] = (
    ("choices", 0, "message", "content"),  # OpenAI, and most others
    ("choices", 0, "text"),
    ("candidates", 0, "content", "parts"),  # Gemini
    ("output", "message", "content"),  # Bedrock
    ("message", "content"),  # Cohere, Ollama
    ("content",),  # Anthropic
    ("response",),  # Ollama's completions
    ("text",),  # Cohere's first version
    ("results", 0, "generated_text"),  # watsonx
    ("generated_text",), (0, "generated_text"),  # Hugging Face
    ("output",),  # Replicate
    # Bedrock's families
    ("generation",), ("outputs", 0, "text"), ("generations", 0, "text"), ("completions", 0, "data", "text"),
    ("results", 0, "outputText"),
)
_ENDS: Sequence[Path] = (
    ("choices", 0, "finish_reason"), ("candidates", 0, "finishReason"), ("stopReason",), ("stop_reason",),
    ("done_reason",), ("finish_reason",), ("results", 0, "stop_reason"))
_CUT_OFF = ("length", "max_tokens", "model_length")
_TOKENS_IN: Sequence[Path] = (
    ("usage", "prompt_tokens"), ("usage", "input_tokens"), ("usage", "inputTokens"),
    ("usageMetadata", "promptTokenCount"), ("usage", "tokens", "input_tokens"), ("prompt_eval_count",))
_TOKENS_OUT: Sequence[Path] = (
    ("usage", "completion_tokens"), ("usage", "output_tokens"), ("usage", "outputTokens"),
    ("usageMetadata", "candidatesTokenCount"), ("usage", "tokens", "output_tokens"), ("eval_count",))


@dataclass(frozen=True)
class RawReply:
    """Text of a reply, true if the token limit ended it, and the token counts, ``None`` where they are no numbers."""

    text: str
    truncated: bool
    tokens_in: int | None
    tokens_out: int | None


def raw_reply(body: bytes) -> RawReply | None:
    """Returns the reply in the body of an answer, which is empty if only its end is stated.

    ``None`` means that the answer states an error, or holds neither, or something else in the place of the text.
    """
    answer = as_json(body)
    if isinstance(answer, dict) and answer.get("error"):
        return None
    ended = next((end for end in _values_at(answer, _ENDS) if isinstance(end, str)), "")
    text = _reply_text(answer)
    if text is None and ended and all(found is None for found in _values_at(answer, _TEXTS)):
        text = ""
    if text is None:
        return None
    return RawReply(text, ended.lower() in _CUT_OFF, _count(answer, _TOKENS_IN), _count(answer, _TOKENS_OUT))


def holds_text(body: bytes) -> bool:
    """Returns whether the body of an answer has a text where replies stand, also beside an error."""
    return bool(_reply_text(as_json(body)))


def as_json(body: bytes) -> Any:
    """Returns the JSON with which a body begins; ``None`` if it is none.

    Bytes that are no text are replaced, and whole numbers that no count can be are ``None``.
    """
    try:
        text = body.decode(json.detect_encoding(body), errors="replace")
        return _DECODER.raw_decode(text.lstrip())[0]
    except (ValueError, RecursionError):
        return None


def _whole_number(digits: str) -> int | None:
    # Python refuses to read numbers of thousands of digits.
    return int(digits) if len(digits) <= MOST_DIGITS else None


_DECODER = json.JSONDecoder(strict=False, parse_int=_whole_number)


def _reply_text(answer: Any) -> str | None:
    return next((text for found in _values_at(answer, _TEXTS) if (text := _text(found)) is not None), None)


def _values_at(answer: Any, places: Sequence[Path]) -> Iterator[Any]:
    """Yields what stands in those of the places that exist."""
    for path in places:
        value = answer
        try:
            for step in path:
                value = value[step]
        except (LookupError, TypeError):
            continue
        yield value


def _text(value: Any) -> str | None:
    """Returns a text, or the texts of a list of parts but for thoughts; ``None`` for anything else."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        return None
    said = [text for part in value if isinstance(text := _part_text(part), str)]
    return "".join(said) if said or not value else None


def _part_text(part: Any) -> Any:
    """Returns the text of a part, or the JSON of the tool call by which litellm asks some models for JSON."""
    if not isinstance(part, dict):
        return part
    call = part.get("toolUse", part)
    if isinstance(call, dict) and call.get("name") == _JSON_TOOL:
        return json.dumps(call.get("input"))
    return None if part.get("thought") else part.get("text")


def _count(answer: Any, places: Sequence[Path]) -> int | None:
    return next((count for count in _values_at(answer, places) if type(count) is int), None)
