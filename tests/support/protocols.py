"""Protocols of the providers that litellm calls, so that one server can speak any of them.

Answers are made in OpenAI's form. A protocol puts their text, token counts and errors to where its provider has them,
so that whatever a server does wrong, it does in every protocol.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Json = Any
Success = Callable[[Any, Any, Any], Json]  # of the text and the numbers of tokens in and out, whatever stands for them


@dataclass(frozen=True)
class Protocol:
    """Protocol of a provider, for a model with this name.

    ``variables`` are those of the environment that the provider needs, in which ``{key}`` stands for its key. ``path``
    is a pattern of the paths at which it answers. ``success`` and ``error`` return the JSON of answers, the latter from
    a message; without them they are OpenAI's. ``counts`` is false if litellm counts tokens itself, and does not pass on
    those of the provider.
    """

    model: str
    variables: Mapping[str, str]
    path: str = r"/v1/chat/completions"
    success: Success | None = None
    error: Callable[[str], Json] | None = None
    counts: bool = True

    def environment(self, key: str) -> dict[str, str]:
        """Returns the variables of the environment with a key."""
        return {name: value.format(key=key) for name, value in self.variables.items()}

    def answers(self, path: str) -> bool:
        """Checks that the provider answers at a path with replies."""
        return bool(re.fullmatch(self.path, path.partition("?")[0]))

    def spoken(self, body: str) -> str:
        """Returns a body of OpenAI's as the provider says it; what is neither a reply nor an error stays as it is."""
        try:
            said = json.loads(body)
            choice, usage = said["choices"][0], said.get("usage")
            text = choice["message"]["content"]
        except (ValueError, LookupError, TypeError, RecursionError):
            return self._refusal(body)
        if self.success is None:
            return body
        counts = [usage.get(name) if isinstance(usage, dict) else usage for name in _COUNTS]
        return json.dumps(self.success(text, *counts))

    def _refusal(self, body: str) -> str:
        try:
            message = json.loads(body)["error"]["message"]
        except (ValueError, LookupError, TypeError, RecursionError):
            return body
        return json.dumps(self.error(message)) if self.error else body

    def messages(self, payload: Json) -> list[dict[str, str]]:
        """Returns the chat of a request, all of it as one message where it is not in OpenAI's form."""
        if self.success is None:
            return list(payload["messages"])
        return [{"role": "user", "content": "\n".join(_texts(payload))}]


_COUNTS = ("prompt_tokens", "completion_tokens")


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _openai_like(provider: str, **variables: str) -> Protocol:
    return Protocol(f"{provider}/served", variables or {f"{provider.upper()}_API_KEY": "{key}"})


def _completion(text: Any, before: Any, after: Any) -> Json:
    return {"id": "1", "object": "text_completion", "created": 0, "model": "served",
            "choices": [{"index": 0, "text": text, "finish_reason": "stop", "logprobs": None}],
            "usage": {"prompt_tokens": before, "completion_tokens": after, "total_tokens": 18}}


def _anthropic(text: Any, before: Any, after: Any) -> Json:
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": "served", "stop_reason": "end_turn",
            "content": [{"type": "text", "text": text}], "usage": {"input_tokens": before, "output_tokens": after}}


def _anthropic_error(message: str) -> Json:
    return {"type": "error", "error": {"type": "error", "message": message}}


def _gemini(text: Any, before: Any, after: Any) -> Json:
    content = {"role": "model", "parts": [{"text": text}]}
    counts = {"promptTokenCount": before, "candidatesTokenCount": after, "totalTokenCount": 18}
    return {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "usageMetadata": counts}


def _cohere(text: Any, before: Any, after: Any) -> Json:
    message = {"role": "assistant", "content": [{"type": "text", "text": text}]}
    return {"id": "1", "finish_reason": "COMPLETE", "message": message,
            "usage": {"tokens": {"input_tokens": before, "output_tokens": after}}}


def _ollama_chat(text: Any, before: Any, after: Any) -> Json:
    return {"model": "served", "message": {"role": "assistant", "content": text}, "done": True, "done_reason": "stop",
            "prompt_eval_count": before, "eval_count": after}


def _ollama(text: Any, before: Any, after: Any) -> Json:
    return {"model": "served", "response": text, "done": True, "done_reason": "stop", "prompt_eval_count": before,
            "eval_count": after}


def _converse(text: Any, before: Any, after: Any) -> Json:
    return {"output": {"message": {"role": "assistant", "content": [{"text": text}]}}, "stopReason": "end_turn",
            "usage": {"inputTokens": before, "outputTokens": after, "totalTokens": 18}, "metrics": {"latencyMs": 1}}


def _llama(text: Any, before: Any, after: Any) -> Json:
    return {"generation": text, "prompt_token_count": before, "generation_token_count": after, "stop_reason": "stop"}


def _titan(text: Any, before: Any, after: Any) -> Json:
    results = [{"tokenCount": after, "outputText": text, "completionReason": "FINISH"}]
    return {"inputTextTokenCount": before, "results": results}


def _as_text(message: str) -> Json:
    return {"error": message}


def _as_message(message: str) -> Json:
    return {"message": message}


def _watsonx_error(message: str) -> Json:
    return {"errors": [{"code": "error", "message": message}], "trace": "1", "status_code": 400}


def _databricks_error(message: str) -> Json:
    return {"error_code": "ERROR", "message": message}


_AZURE = {"AZURE_API_KEY": "{key}", "AZURE_API_VERSION": "2024-06-01"}
_SIGNED = {"AWS_ACCESS_KEY_ID": "AKIA0000000000000000", "AWS_SECRET_ACCESS_KEY": "{key}",
           "AWS_REGION_NAME": "eu-west-1"}
_BEARER = {"AWS_BEARER_TOKEN_BEDROCK": "{key}", "AWS_REGION_NAME": "eu-west-1"}
_WATSONX = {"WATSONX_TOKEN": "{key}", "WATSONX_PROJECT_ID": "1"}


def _bedrock(name: str, variables: Mapping[str, str], success: Success, *, counts: bool = True) -> Protocol:
    path = r"/v1/model/[^/]+/(converse|invoke)"
    return Protocol(f"bedrock/{name}", variables, path, success, _as_message, counts)


_CLAUDE = "anthropic.claude-3-sonnet-20240229-v1:0"


PROTOCOLS: Mapping[str, Protocol] = {
    **{provider: _openai_like(provider) for provider in (
        "openai", "azure_ai", "mistral", "deepseek", "groq", "openrouter", "hosted_vllm", "together_ai", "fireworks_ai",
        "deepinfra", "huggingface")},
    "openai_completions": Protocol(
        "text-completion-openai/served", {"OPENAI_API_KEY": "{key}"}, r"/v1/completions", _completion),
    "azure": Protocol("azure/served", _AZURE, r"/v1/openai/deployments/served/chat/completions"),
    "azure_completions": Protocol(
        "azure_text/served", _AZURE, r"/v1/openai/deployments/served/completions", _completion),
    "anthropic": Protocol(
        "anthropic/served", {"ANTHROPIC_API_KEY": "{key}"}, r"/v1/v1/messages", _anthropic, _anthropic_error),
    "gemini": Protocol("gemini/served", {"GEMINI_API_KEY": "{key}"}, r"/v1/models/served:generateContent", _gemini),
    "databricks": Protocol("databricks/served", {"DATABRICKS_API_KEY": "{key}"}, error=_databricks_error),
    "snowflake": Protocol("snowflake/served", {"SNOWFLAKE_JWT": "{key}", "SNOWFLAKE_ACCOUNT_ID": "1"},
                          r"/v1/api/v2/cortex/v1/chat/completions"),
    "cohere": Protocol("cohere_chat/served", {"COHERE_API_KEY": "{key}"}, r"/v1", _cohere, _as_message),
    "ollama": Protocol("ollama/served", {"OLLAMA_API_KEY": "{key}"}, r"/v1/api/generate", _ollama, _as_text),
    "ollama_chat": Protocol("ollama_chat/served", {"OLLAMA_API_KEY": "{key}"}, r"/v1/api/chat", _ollama_chat, _as_text),
    "bedrock_bearer": _bedrock(_CLAUDE, _BEARER, _converse), "bedrock_signed": _bedrock(_CLAUDE, _SIGNED, _converse),
    "bedrock_anthropic": _bedrock(f"invoke/{_CLAUDE}", _BEARER, _anthropic),
    "bedrock_llama": _bedrock("invoke/meta.llama3-70b-instruct-v1:0", _BEARER, _llama, counts=False),
    "bedrock_titan": _bedrock("invoke/amazon.titan-text-express-v1", _SIGNED, _titan, counts=False),
    "watsonx": Protocol("watsonx/served", _WATSONX, r"/v1/ml/v1/text/chat", error=_watsonx_error),
    "gigachat": Protocol("gigachat/served", {"GIGACHAT_ACCESS_TOKEN": "{key}"})}
OPENAI = PROTOCOLS["openai"]

# Providers for which litellm connects past its own asynchronous client, for the reply itself or for a token.
UNCONNECTED: Mapping[str, Mapping[str, str]] = {
    "nlp_cloud/served": {"NLP_CLOUD_API_KEY": "{key}"}, "petals/served": {}, "oobabooga/served": {},
    "maritalk/served": {"MARITALK_API_KEY": "{key}"}, "amazon_nova/served": {"AMAZON_NOVA_API_KEY": "{key}"},
    "custom/served": {},
    "watsonx/served": {
        "WATSONX_API_KEY": "{key}", "WATSONX_PROJECT_ID": "1", "WATSONX_IAM_URL": "{origin}/identity/token"},
    "gigachat/served": {"GIGACHAT_CREDENTIALS": "{key}", "GIGACHAT_AUTH_URL": "{origin}/oauth"}}
