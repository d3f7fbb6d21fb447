"""Texts in bodies of every protocol, whole and damaged."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.models.raw_replies import RawReply, as_json, holds_text, raw_reply

BODIES: dict[str, Any] = {
    "OpenAI": {"choices": [{"message": {"role": "assistant", "content": "a"}, "finish_reason": "length"}],
               "usage": {"prompt_tokens": 5, "completion_tokens": 3}},
    "Anthropic": {"role": "assistant", "stop_reason": "max_tokens", "usage": {"input_tokens": 5, "output_tokens": 3},
                  "content": [{"type": "thinking", "thinking": "b"}, {"type": "text", "text": "a"}]},
    "Gemini": {"candidates": [{"content": {"role": "model", "parts": [{"text": "b", "thought": True}, {"text": "a"}]},
                               "finishReason": "MAX_TOKENS"}],
               "usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 3}},
    "Bedrock": {"output": {"message": {"role": "assistant", "content": [{"text": "a"}]}}, "stopReason": "max_tokens",
                "usage": {"inputTokens": 5, "outputTokens": 3}},
    "Cohere": {"message": {"role": "assistant", "content": [{"type": "text", "text": "a"}]},
               "finish_reason": "MAX_TOKENS", "usage": {"tokens": {"input_tokens": 5, "output_tokens": 3}}},
    "Ollama's chats": {"message": {"role": "assistant", "content": "a"}, "done_reason": "length",
                       "prompt_eval_count": 5, "eval_count": 3},
    "Ollama's completions": {"response": "a", "done_reason": "length", "prompt_eval_count": 5, "eval_count": 3},
}


@pytest.mark.parametrize("protocol", BODIES)
def test_a_text_is_found_in_every_protocol_with_its_end_and_its_counts(protocol: str) -> None:
    assert raw_reply(json.dumps(BODIES[protocol]).encode()) == RawReply("a", True, 5, 3)


@pytest.mark.parametrize("body", [
    {"text": "a"}, {"results": [{"generated_text": "a"}]}, [{"generated_text": "a"}], {"generated_text": "a"},
    {"output": ["a", ""]}, {"choices": [{"text": "a"}]}, {"choices": [{"message": {"content": ["", "a"]}}]},
    {"generation": "a"}, {"outputs": [{"text": "a"}]}, {"results": [{"outputText": "a"}]}], ids=str)
def test_a_text_without_anything_else_is_a_reply_of_unknown_size(body: Any) -> None:
    assert raw_reply(json.dumps(body).encode()) == RawReply("a", False, None, None)


@pytest.mark.parametrize("counts", ["many", None, [1, 2], {"prompt_tokens": 1.5, "completion_tokens": True}, {}])
def test_counts_that_are_no_whole_numbers_are_unknown(counts: Any) -> None:
    body = BODIES["OpenAI"] | {"usage": counts}
    assert raw_reply(json.dumps(body).encode()) == RawReply("a", True, None, None)


@pytest.mark.parametrize("body", [
    b"", b"{", b"<html>a</html>", b"null", b"7", b'"a"', b"[]", b"{}", b'{"choices": []}', b'{"choices": "a"}',
    b'{"choices": [{"message": {"content": null}}]}', b'{"choices": [{"message": {"content": [{"type": "image"}]}}]}',
    b'{"choices": [{"message": {"content": {"say": "a"}}, "finish_reason": "stop"}]}',
    b'{"error": {"message": "boom"}, "choices": [{"message": {"content": "a"}}]}', b'{"error": "boom", "text": "a"}',
    b"[" * 100_000, b'{"choices": ' + b"9" * 10_000 + b"}"], ids=lambda body: str(body[:30]))
def test_a_body_without_a_text_or_with_an_error_holds_no_reply(body: bytes) -> None:
    assert raw_reply(body) is None


def test_damaged_bytes_and_bare_control_characters_cost_only_themselves() -> None:
    assert raw_reply(b'{"text": "a\xff\nb"}') == RawReply("a\ufffd\nb", False, None, None)
    assert as_json(b'\xef\xbb\xbf {"a": NaN}').keys() == {"a"}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["choices", "message", "content", "text", "output", "usage", "error", "finish_reason"]), inner))


@given(body=st.binary() | anything.map(lambda value: json.dumps(value).encode()))
def test_no_body_breaks_the_reader(body: bytes) -> None:
    found = raw_reply(body)
    assert found is None or isinstance(found.text, str)


@pytest.mark.parametrize(("body", "truncated"), [
    (b'{"choices": [{"message": {"content": null}, "finish_reason": "length"}]}', True),
    (b'{"candidates": [{"content": {"role": "model"}, "finishReason": "MAX_TOKENS"}]}', True),
    (b'{"content": [], "stop_reason": "refusal"}', False), (b'{"error": null, "response": ""}', False)])
def test_an_answer_that_has_ended_without_a_text_is_an_empty_reply(body: bytes, truncated: bool) -> None:
    assert raw_reply(body) == RawReply("", truncated, None, None)


@pytest.mark.parametrize(("body", "holds"), [
    (b'{"error": {"message": "boom"}, "choices": [{"message": {"content": "a"}}]}', True),
    (b'{"error": {"message": "boom"}, "response": ""}', False), (b'{"error": "boom"}', False), (b"", False)])
def test_a_text_is_seen_beside_an_error(body: bytes, holds: bool) -> None:
    assert holds_text(body) is holds


@pytest.mark.parametrize("parts", [
    [{"type": "tool_use", "name": "json_tool_call", "input": {"move": "a"}}],
    [{"text": ""}, {"toolUse": {"name": "json_tool_call", "input": {"move": "a"}}}]])
def test_the_tool_call_by_which_json_was_asked_for_is_the_text(parts: Any) -> None:
    found = raw_reply(json.dumps({"content": parts}).encode())
    assert found is not None
    assert json.loads(found.text) == {"move": "a"}


@pytest.mark.parametrize("after", ["", "\n", "\x00", " [DONE]", '\n{"text": "b"}'])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_body_may_be_followed_by_anything_and_be_in_any_unicode(after: str, encoding: str) -> None:
    assert raw_reply(f'{{"text": "\u00e4"}}{after}'.encode(encoding)) == RawReply("\u00e4", False, None, None)


def test_a_number_beyond_all_counts_is_none_of_them() -> None:
    body = b'{"text": "a", "usage": {"prompt_tokens": ' + b"9" * 5_000 + b', "completion_tokens": 3}}'
    assert raw_reply(body) == RawReply("a", False, None, 3)
