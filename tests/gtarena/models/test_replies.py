import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.models import litellm_loader, prices, replies
from gtarena.models.base import Alternative, Reply, TokenCounts, TokenLogprob
from gtarena.models.raw_replies import RawReply, as_json, holds_text, raw_reply
from gtarena.models.replies import split_thinking
from gtarena.models.settings import ModelSettings

SETTINGS = ModelSettings("offline/first")


@pytest.mark.parametrize(("content", "answer", "thoughts"), [
    ("<think>a or b?</think>\n\nAnswer: a", "Answer: a", ["a or b?"]),
    ("\n <think>\none\n</think> <THINKING>two</THINKING>Answer: a", "Answer: a", ["one", "two"]),
    ("<reasoning>x</reasoning>", "", ["x"]), ("<think></think>\n\nAnswer: a", "Answer: a", [""]),
    ("Answer: a <think>or b?</think>", "Answer: a <think>or b?</think>", []),
    ("<think>never closed. Answer: a", "<think>never closed. Answer: a", []),
    ("<think>closed</thinking>Answer: a", "<think>closed</thinking>Answer: a", []),
    ("<thinking about it> Answer: a", "<thinking about it> Answer: a", []), ("", "", [])])
def test_only_complete_thinking_blocks_at_the_start_are_taken_off(content, answer, thoughts):
    assert split_thinking(content) == (answer, thoughts)


def test_very_many_blocks_closed_or_not_are_read_at_once() -> None:
    content = "<think>" * 100_000
    assert split_thinking(content) == (content, [])
    # Copying the rest of the text after every block would take minutes.
    assert split_thinking("<think></think>" * 150_000 + "Answer: a") == ("Answer: a", [""] * 150_000)


def response(content: str | None, finish_reason: str = "stop", usage: Any = None, **message: Any) -> Any:
    choice = SimpleNamespace(message=SimpleNamespace(content=content, **message), finish_reason=finish_reason)
    return SimpleNamespace(choices=[choice], usage=usage)


def test_a_response_becomes_a_reply_with_its_log_probabilities() -> None:
    details = SimpleNamespace(reasoning_tokens=6)
    usage = SimpleNamespace(prompt_tokens=5, completion_tokens=9, completion_tokens_details=details)
    given = response("<think>Hm.</think>Answer: a", "length", usage, reasoning_content="Which?")
    assert replies.read_reply(None, SETTINGS, given) == Reply(
        text="Answer: a", reasoning="Which?\n\nHm.", truncated=True, tokens_in=5, tokens_out=9, tokens_reasoning=6,
        cost=0.0)
    first = place("Answer", -0.5, place("Answer", -0.5), place("\ud83d", -2))
    assert read_logprobs(SimpleNamespace(content=[first, place(":", 0)])) == (
        TokenLogprob("Answer", -0.5, (Alternative("Answer", -0.5), Alternative("?", -2.0))), TokenLogprob(":", 0.0))


def place(token: str, logprob: Any, *top: Any) -> Any:
    return SimpleNamespace(token=token, logprob=logprob, top_logprobs=list(top) or None)


def read_logprobs(logprobs: Any) -> Any:
    given = response("Answer: a")
    given.choices[0].logprobs = logprobs
    return replies.read_reply(None, SETTINGS, given).logprobs


def test_a_secret_in_a_reply_is_hidden_and_nothing_else_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "my-own-secret")
    monkeypatch.setenv("OPENAI_API_BASE", "http://host/v1?k=by-query")
    given = response(" my-own-secret,\r\n by-query\t ", reasoning_content="Is it my-own-secret?")
    given.choices[0].logprobs = None
    reply = replies.read_reply(SimpleNamespace(model_cost={}, get_llm_provider=lambda name: (name, "openai", "", "")),
                               ModelSettings("openai/x"), given)
    assert (reply.text, reply.reasoning) == (" [hidden],\r\n [hidden]\t ", "Is it [hidden]?")


@pytest.mark.parametrize("content", [
    [place("my-own", -1), place("-secret", -1)], [place("a", -1, place("my-own-secret", -2))]])
def test_log_probabilities_whose_tokens_spell_a_secret_are_left_out(content, monkeypatch):
    assert read_logprobs(SimpleNamespace(content=content)) is not None
    monkeypatch.setenv("SOME_API_KEY", "my-own-secret")
    assert read_logprobs(SimpleNamespace(content=content)) is None


@pytest.mark.parametrize("impossible", [float("-inf"), float("nan"), -1e9, -9999.0])
def test_an_impossible_token_has_a_finite_log_probability(impossible: float) -> None:
    assert read_logprobs(SimpleNamespace(content=[place("a", impossible)])) == (TokenLogprob("a", -9999.0),)


@pytest.mark.parametrize("sent", [
    None, "x", SimpleNamespace(content=None), SimpleNamespace(tokens=["a"], token_logprobs=[-0.5]),
    SimpleNamespace(content=[place("a", None)]), SimpleNamespace(content=[{"token": "a"}])])
def test_a_reply_is_kept_without_log_probabilities_in_another_form(sent: Any) -> None:
    assert read_logprobs(sent) is None


def test_a_response_with_nothing_in_it_is_an_empty_reply_and_one_without_choices_is_none() -> None:
    usage = SimpleNamespace(prompt_tokens=0, completion_tokens=0)
    assert replies.read_reply(None, SETTINGS, response(None, usage=usage)) == Reply(text="", cost=0.0)
    with pytest.raises(IndexError):
        replies.read_reply(None, SETTINGS, SimpleNamespace(choices=[], usage=None))


@pytest.mark.parametrize(("counts", "found"), [
    ((5, 9), (5, 9, 0.25)), ((5, 0), (5, 0, 0.25)), ((0, 9), (None, None, None)), ((5, None), (None, None, None)),
    ((-1, 9), (None, None, None)), ((5, 10**9), (None, None, None))])
def test_what_litellm_refused_is_a_reply_with_its_counts_and_price_where_they_can_be_true(counts, found):
    litellm = priced(0.25)
    litellm.cost_per_token = lambda *given, **named: (0.125, 0.125)
    raw = RawReply("<think>Hm.</think>Answer: a", True, *counts)
    reply = replies.reply_from_raw(litellm, ModelSettings("openai/x"), raw)
    assert (reply.text, reply.reasoning, reply.truncated) == ("Answer: a", "Hm.", True)
    assert (reply.tokens_in, reply.tokens_out, reply.cost) == found


def test_a_model_with_a_listed_price_costs_that_price_and_an_unlisted_one_has_none() -> None:
    litellm = asyncio.run(litellm_loader.load_litellm())
    listed = {"litellm_provider": "openai", "mode": "chat", "input_cost_per_token": 2e-6, "output_cost_per_token": 5e-6}
    litellm.register_model({"openai/priced": listed})
    usage = litellm.Usage(prompt_tokens=11, completion_tokens=7, total_tokens=18)
    response = litellm.ModelResponse(model="gpt-4o-mini", usage=usage)
    counts = TokenCounts(11, 7)
    assert prices.response_price(litellm, ModelSettings("openai/priced"), response, counts) == pytest.approx(57e-6)
    assert prices.response_price(litellm, ModelSettings("openai/unpriced"), response, counts) is None
    assert prices.response_price(litellm, ModelSettings("ollama/no-such-model"), response, counts) is None


@pytest.mark.parametrize(("cached", "read"), [(0, 0), (8, 8), (11, 11), (12, None), (None, None)])
def test_tokens_from_the_provider_s_cache_are_counted_unless_there_are_more_than_tokens(cached, read):
    details = SimpleNamespace(cached_tokens=cached)
    usage = SimpleNamespace(prompt_tokens=11, completion_tokens=7, prompt_tokens_details=details)
    reply = replies.read_reply(priced(0.25), ModelSettings("openai/x"), response("Answer: a", usage=usage))
    assert (reply.tokens_in, reply.tokens_cache_read) == (11, read)


def test_tokens_from_the_provider_s_cache_cost_what_litellm_lists_for_them(tmp_path) -> None:
    litellm = asyncio.run(litellm_loader.load_litellm())
    listed = {"litellm_provider": "openai", "mode": "chat", "input_cost_per_token": 2e-6, "output_cost_per_token": 5e-6,
              "cache_read_input_token_cost": 5e-7}
    litellm.register_model({"openai/rereading": listed})
    usage = litellm.Usage(prompt_tokens=11, completion_tokens=7, total_tokens=18,
                          prompt_tokens_details={"cached_tokens": 8})
    answer = litellm.ModelResponse(model="gpt-4o-mini", usage=usage)
    counts = TokenCounts(11, 7, None, 8)
    assert prices.response_price(litellm, ModelSettings("openai/rereading"), answer, counts) == pytest.approx(45e-6)
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({"openai/rereading": {**listed, "cache_read_input_token_cost": 1e-6}}))
    stated = ModelSettings("openai/rereading", prices=str(path))
    assert prices.response_price(litellm, stated, answer, counts) == pytest.approx(49e-6)


@pytest.mark.parametrize(("settings", "priced"), [
    (ModelSettings("offline/random"), True), (ModelSettings("openai/gpt-4o-mini"), True),
    (ModelSettings("openai/gpt-4o-mini", "http://127.0.0.1:9/v1"), False),
    (ModelSettings("openai/no-such-model"), False), (ModelSettings("ollama/gpt-4o-mini"), False)], ids=str)
def test_only_listed_models_at_their_provider_s_address_have_a_price(settings, priced, monkeypatch):
    for variable in ("OPENAI_API_BASE", "OPENAI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    assert prices.is_priced(asyncio.run(litellm_loader.load_litellm()), settings) == priced


def priced(price: float) -> Any:
    """Returns a stand-in for litellm at which every response has this price."""
    return SimpleNamespace(
        model_cost={"openai/x": {"litellm_provider": "openai"}},
        get_llm_provider=lambda name: ("x", "openai", None, None), completion_cost=lambda *given, **named: price)


@pytest.mark.parametrize(("counts", "found", "said"), [
    ((5, 9, 6), (5, 9, 6), ""), ((5, 0, None), (5, 0, None), ""), ((10**8, 10**8, None), (10**8, 10**8, None), ""),
    ((-3000, 9, None), (None, None, None), "prompt -3000, completion 9"),
    ((5, -1, None), (None, None, None), "prompt 5, completion -1"),
    ((5, 9, -6), (None, None, None), "prompt 5, completion 9, reasoning -6"),
    ((10**8 + 1, 9, None), (None, None, None), "prompt 100000001, completion 9"),
    ((5, 10**400, None), (None, None, None), f"prompt 5, completion 1{'0' * 19}")])
@pytest.mark.parametrize("price", [0.25, -0.01, float("inf"), float("nan")])
def test_counts_that_cannot_be_are_unknown_with_their_cost_and_so_is_a_price_that_cannot_be(counts, found, said, price):
    prompt, completion, reasoning = counts
    details = SimpleNamespace(reasoning_tokens=reasoning)
    usage = SimpleNamespace(prompt_tokens=prompt, completion_tokens=completion, completion_tokens_details=details)
    given = response("Answer: a", usage=usage)
    reply = replies.read_reply(priced(price), ModelSettings("openai/x"), given)
    assert (reply.tokens_in, reply.tokens_out, reply.tokens_reasoning) == found
    assert reply.cost == (None if said or price != 0.25 else 0.25)
    assert replies.impossible_counts(given) == said


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
    "Ollama's completions": {"response": "a", "done_reason": "length", "prompt_eval_count": 5, "eval_count": 3}}


@pytest.mark.parametrize(("body", "found"), [
    *((body, RawReply("a", True, 5, 3)) for body in BODIES.values()),
    *((body, RawReply("a", False, None, None)) for body in (
        {"text": "a"}, {"results": [{"generated_text": "a"}]}, [{"generated_text": "a"}], {"generated_text": "a"},
        {"output": ["a", ""]}, {"choices": [{"text": "a"}]}, {"choices": [{"message": {"content": ["", "a"]}}]},
        {"generation": "a"}, {"outputs": [{"text": "a"}]}, {"results": [{"outputText": "a"}]})),
    *((BODIES["OpenAI"] | {"usage": counts}, RawReply("a", True, None, None))
      for counts in ("many", None, [1, 2], {"prompt_tokens": 1.5, "completion_tokens": True}, {})),
    # An answer that has ended without a text is an empty reply.
    *((body, RawReply("", True, None, None)) for body in (
        {"choices": [{"message": {"content": None}, "finish_reason": "length"}]},
        {"candidates": [{"content": {"role": "model"}, "finishReason": "MAX_TOKENS"}]})),
    *((body, RawReply("", False, None, None)) for body in (
        {"content": [], "stop_reason": "refusal"}, {"error": None, "response": ""})),
    *((body, None) for body in (
        b"", b"{", b"<html>a</html>", None, 7, "a", [], {}, {"choices": []}, {"choices": "a"}, b"[" * 100_000,
        {"choices": [{"message": {"content": None}}]}, {"choices": [{"message": {"content": [{"type": "image"}]}}]},
        {"choices": [{"message": {"content": {"say": "a"}}, "finish_reason": "stop"}]},
        {"error": {"message": "boom"}, "choices": [{"message": {"content": "a"}}]}, {"error": "boom", "text": "a"},
        b'{"choices": ' + b"9" * 10_000 + b"}"))], ids=lambda value: str(value)[:40])
def test_a_text_is_found_in_every_protocol_with_its_end_and_its_counts_unless_there_is_an_error(body, found):
    assert raw_reply(body if isinstance(body, bytes) else json.dumps(body).encode()) == found


def test_damage_costs_only_itself_and_a_number_beyond_all_counts_is_none_of_them() -> None:
    assert raw_reply(b'{"text": "a\xff\nb"}') == RawReply("a\ufffd\nb", False, None, None)
    assert as_json(b'\xef\xbb\xbf {"a": NaN}').keys() == {"a"}
    body = b'{"text": "a", "usage": {"prompt_tokens": ' + b"9" * 5_000 + b', "completion_tokens": 3}}'
    assert raw_reply(body) == RawReply("a", False, None, 3)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["choices", "message", "content", "text", "output", "usage", "error", "finish_reason"]), inner))


@given(body=st.binary() | anything.map(lambda value: json.dumps(value).encode()))
def test_no_body_breaks_the_reader(body: bytes) -> None:
    found = raw_reply(body)
    assert found is None or isinstance(found.text, str)


@pytest.mark.parametrize(("body", "holds"), [
    (b'{"error": {"message": "boom"}, "choices": [{"message": {"content": "a"}}]}', True),
    (b'{"error": {"message": "boom"}, "response": ""}', False), (b'{"error": "boom"}', False), (b"", False)])
def test_a_text_is_seen_beside_an_error(body: bytes, holds: bool) -> None:
    assert holds_text(body) is holds


@pytest.mark.parametrize("parts", [
    [{"type": "tool_use", "name": "json_tool_call", "input": {"move": "a"}}],
    [{"text": ""}, {"toolUse": {"name": "json_tool_call", "input": {"move": "a"}}}]])
def test_the_tool_call_by_which_json_was_asked_for_is_the_text(parts: Any) -> None:
    assert json.loads(raw_reply(json.dumps({"content": parts}).encode()).text) == {"move": "a"}


@pytest.mark.parametrize("after", ["", "\n", "\x00", " [DONE]", '\n{"text": "b"}'])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_body_may_be_followed_by_anything_and_be_in_any_unicode(after: str, encoding: str) -> None:
    assert raw_reply(f'{{"text": "\u00e4"}}{after}'.encode(encoding)) == RawReply("\u00e4", False, None, None)
