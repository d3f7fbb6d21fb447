"""Model that inspect calls, with its providers, keys, retries, limits, cache and log.

Import this module only where inspect_ai is installed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    ModelOutput,
    ResponseSchema,
)
from inspect_ai.model import Model as CalledModel
from inspect_ai.util import JSONSchema

from adapters import Message
from gtarena.models.base import Alternative, ModelError, Reply, Request, TokenLogprob

_KINDS: Mapping[str, Any] = {
    "system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
_CUT_OFF = ("max_tokens", "model_length")


class InspectModel:
    """Model of inspect that is sent the settings of a seat; inspect's own exceptions end the match.

    ``structured`` says whether the JSON schema of a reply is sent; providers that take none leave it out.
    """

    def __init__(self, model: CalledModel, settings: GenerateConfig, *, structured: bool = True) -> None:
        self._model, self._settings, self._structured = model, settings, structured

    async def complete(self, request: Request) -> Reply:
        output = await self._model.generate(list(map(_chat_message, request.messages)), config=self._config(request))
        if output.empty:
            raise ModelError(output.error or "the answer has no reply", "unreadable", str(self._model))
        return _read_reply(output)

    def _config(self, request: Request) -> GenerateConfig:
        asked: dict[str, Any] = {"max_tokens": request.max_tokens}
        if request.schema is not None and self._structured:
            schema = JSONSchema.model_validate(request.schema)
            asked["response_schema"] = ResponseSchema(name="reply", json_schema=schema, strict=True)
        if request.logprobs is not None:
            asked |= {"logprobs": True, "top_logprobs": request.logprobs}
        return self._settings.merge(GenerateConfig(**asked))


def _chat_message(message: Message) -> ChatMessage:
    content: str | list[Content] = message["content"]
    if "image" in message:
        content = [ContentText(text=message["content"]),
                   ContentImage(image=f"data:image/png;base64,{message['image']}")]
    return _KINDS[message["role"]](content=content)


def _read_reply(output: ModelOutput) -> Reply:
    usage = output.usage
    return Reply(
        text=output.completion, reasoning="\n\n".join(_thoughts(output.message)) or None,
        truncated=output.stop_reason in _CUT_OFF,
        tokens_in=usage and usage.input_tokens + sum(
            cached or 0 for cached in (usage.input_tokens_cache_read, usage.input_tokens_cache_write)),
        tokens_cache_read=usage and usage.input_tokens_cache_read, tokens_out=usage and usage.output_tokens,
        tokens_reasoning=usage and usage.reasoning_tokens,
        cost=usage and usage.total_cost, seconds=output.time or 0.0, logprobs=_logprobs(output))


def _thoughts(message: ChatMessageAssistant) -> Iterator[str]:
    for part in message.content if isinstance(message.content, list) else ():
        if isinstance(part, ContentReasoning):
            yield (part.summary or "") if part.redacted else part.reasoning


def _logprobs(output: ModelOutput) -> tuple[TokenLogprob, ...] | None:
    found = output.choices[0].logprobs
    return found and tuple(
        TokenLogprob(place.token, place.logprob, tuple(
            Alternative(other.token, other.logprob) for other in place.top_logprobs or ()))
        for place in found.content)
