"""Calls through litellm, over HTTP to a server on this machine."""

import asyncio
import json
import logging
import os
import threading
from dataclasses import replace
from typing import Any

import pytest

from adapters.replies.reply_forms import ReplyForm
from custom_games.action_specs.patterns import Pattern
from gtarena.errors import NoMoreCalls
from gtarena.models import client, litellm_loader
from gtarena.models.base import Alternative, ModelError, Reply, Request, TokenLogprob
from gtarena.models.client import LitellmModel, check_key
from gtarena.models.settings import ModelSettings
from tests.support import virtual_time
from tests.support.hostile_answers import HOSTILE
from tests.support.model_calls import Noted, closing, forget_providers, run
from tests.support.openai_server import OpenAIServer, Raw, Stream, chat, error
from tests.support.protocols import PROTOCOLS
from tests.support.stub_litellm import StubLitellm

NOBODY = "http://127.0.0.1:9/v1"
ASK = Request(
    messages=({"role": "system", "content": "Rules."}, {"role": "user", "content": "Legal moves: a | b"}),
    form=ReplyForm((Pattern("a"), Pattern("b"))))
SCHEMA = {
    "type": "object", "properties": {"move": {"type": "string"}}, "required": ["move"], "additionalProperties": False}


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_providers(monkeypatch)


def ask(server: OpenAIServer, request: Request = ASK, **settings: Any) -> Reply:
    model = LitellmModel(ModelSettings("openai/anything", api_base=server.api_base, **settings))
    return run(model.complete(request))


def failure(name: str, **settings: Any) -> ModelError:
    with pytest.raises(ModelError) as caught:
        run(LitellmModel(ModelSettings(name, **settings)).complete(ASK))
    assert name.partition("/")[0] in str(caught.value)
    assert caught.value.model == name
    assert len(str(caught.value).splitlines()) == 1
    return caught.value


def failure_at(server: OpenAIServer, answer: Raw, **settings: Any) -> ModelError:
    server.reply = lambda payload: answer
    before = len(server.received)
    found = failure("openai/anything", api_base=server.api_base, **settings)
    assert len(server.received) == before + 1  # nobody below us tries again
    return found


def a_choice(finish_reason: str = "stop", **message: Any) -> Raw:
    return chat("", choices=[{"index": 0, "message": {"role": "assistant"} | message, "finish_reason": finish_reason}])


async def ask_times(model: LitellmModel, times: int) -> list[Reply]:
    return [await model.complete(ASK) for _ in range(times)]


def test_a_key_is_looked_for_once(openai_server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    litellm, looked = asyncio.run(litellm_loader.load_litellm()), []
    find = litellm.validate_environment
    monkeypatch.setattr(litellm, "validate_environment", lambda name: looked.append(name) or find(name))
    run(ask_times(LitellmModel(ModelSettings("openai/anything", api_base=openai_server.api_base)), 2))
    assert looked == ["openai/anything"]
    assert [request.headers["authorization"] for request in openai_server.received] == ["Bearer none"] * 2


def test_a_key_that_was_missing_is_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    model = LitellmModel(ModelSettings("openai/anything"))
    with pytest.raises(ModelError, match="no API key"):
        run(model.complete(ASK))
    monkeypatch.setenv("OPENAI_API_BASE", NOBODY)
    with pytest.raises(ModelError, match="nothing answers"):
        run(model.complete(ASK))


def test_a_server_of_ones_own_needs_no_key_and_is_given_what_was_asked(openai_server: OpenAIServer) -> None:
    reply = ask(openai_server, temperature=0.25, max_tokens=77)
    (received,) = openai_server.received
    assert reply.text in ("Answer: a", "Answer: b")
    assert (reply.tokens_in, reply.tokens_out, reply.truncated, reply.reasoning) == (11, 7, False, None)
    assert reply.seconds > 0
    assert received.headers["authorization"] == f"Bearer {client.NO_KEY}"
    assert received.payload == {
        "model": "anything", "messages": list(ASK.messages), "temperature": 0.25, "max_tokens": 77}


@pytest.mark.parametrize(("settings", "own", "limit"), [(77, 40, 40), (None, 40, 40), (None, None, None)])
def test_a_request_has_its_own_limit_or_none(openai_server, settings, own, limit):
    ask(openai_server, replace(ASK, max_tokens=own), max_tokens=settings)
    assert openai_server.received[0].payload.get("max_tokens") == limit


PLACES = [
    {"token": "Answer", "logprob": -0.5, "top_logprobs": [{"token": "I", "logprob": -2.0}]},
    {"token": ": a", "logprob": 0.0, "top_logprobs": []}]


@pytest.mark.parametrize("number", [0, 1])
def test_log_probabilities_are_asked_for_and_read(openai_server: OpenAIServer, number: int) -> None:
    message, logprobs = {"role": "assistant", "content": "Answer: a"}, {"content": PLACES, "refusal": None}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": logprobs}
    openai_server.reply = lambda payload: chat("", choices=[choice])
    reply = ask(openai_server, logprobs=number)
    (received,) = openai_server.received
    assert (received.payload["logprobs"], received.payload["top_logprobs"]) == (True, number)
    assert reply.logprobs == (TokenLogprob("Answer", -0.5, (Alternative("I", -2.0),)), TokenLogprob(": a", 0.0))


def test_a_request_may_ask_for_one_token_and_its_log_probabilities_whatever_the_settings(openai_server):
    ask(openai_server, replace(ASK, max_tokens=1, logprobs=2), max_tokens=50, logprobs=20)
    (received,) = openai_server.received
    assert [received.payload[name] for name in ("max_tokens", "logprobs", "top_logprobs")] == [1, True, 2]


@pytest.mark.parametrize(
    ("answer", "refused"),
    [(error(400, "this server knows no such thing"), True),
     (error(403, "You are not allowed to request logprobs from this model."), True),
     (error(501, "not implemented"), True), (error(500, "Failed to parse grammar"), True),
     (error(500, "no logprobs here"), True), (Raw("<html>logprobs, a schema</html>", 500), False),
     (error(400, "too long", "context_length_exceeded"), False), (error(401, "wrong key"), False),
     (error(404, "no such model"), True), (error(429, "slowly"), False), (error(500, "out of order"), False)],
    ids=lambda answer: str(getattr(answer, "status", "")))
def test_a_refused_request_is_told_from_other_failures(openai_server, answer, refused):
    assert failure_at(openai_server, answer).refused is refused


def test_a_model_without_log_probabilities_is_refused_before_any_request(openai_server: OpenAIServer) -> None:
    refused = failure("ollama_chat/llama3.1", api_base=openai_server.api_base, logprobs=5)
    assert (refused.kind, refused.refused) == ("setup", True)
    assert str(refused) == (
        "ollama_chat/llama3.1: it does not accept these settings; change them under model.* (ollama_chat does not "
        "support parameters: ['logprobs', 'top_logprobs'], for model=llama3.1.)")
    assert openai_server.received == []


def test_the_key_of_one_provider_never_goes_to_another(openai_server, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "canary-anthropic")
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-this-server")
    ask(openai_server)
    (received,) = openai_server.received
    assert received.headers["authorization"] == "Bearer key-of-this-server"
    assert "canary" not in repr(received)


BLOCKS = [{"type": "thinking", "thinking": "one", "signature": "s"}, {"type": "redacted_thinking", "data": "xyz"}]


@pytest.mark.parametrize(("answer", "text", "reasoning", "truncated"), [
    (a_choice("length", content=None), "", None, True),  # cut off before its first word
    (a_choice(content=None), "", None, False),
    (a_choice(content="Answer: a", reasoning_content="because"), "Answer: a", "because", False),
    (a_choice(content="<think>a or b?</think><think>a.</think>\n\nAnswer: a"), "Answer: a", "a or b?\n\na.", False),
    (a_choice(content="Answer: a", thinking_blocks=BLOCKS), "Answer: a", "one", False),
    # Thinking that was not closed stays for the parser to refuse.
    (a_choice("length", content="<think>Answer: a"), "<think>Answer: a", None, True),
    (a_choice(content="\ud83d Answer: a", reasoning_content="\udc00"), "? Answer: a", "?", False),
])
def test_a_reply_is_kept_apart_from_its_thinking_and_is_marked_if_it_was_cut_off(
        openai_server, answer, text, reasoning, truncated):
    openai_server.reply = lambda payload: answer
    reply = ask(openai_server)
    assert (reply.text, reply.reasoning, reply.truncated) == (text, reasoning, truncated)


@pytest.mark.parametrize(("usage", "counts"), [
    ({"prompt_tokens": 5, "completion_tokens": 9, "completion_tokens_details": {"reasoning_tokens": 6}}, (5, 9, 6)),
    (..., (None, None, None)),  # unknown, not 0
    ({"prompt_tokens": 5, "completion_tokens": 0, "total_tokens": 5}, (5, 0, None))])
def test_tokens_are_counted_as_far_as_the_server_does(openai_server, usage, counts):
    openai_server.reply = lambda payload: chat("Answer: a", usage=usage)
    reply = ask(openai_server)
    assert (reply.tokens_in, reply.tokens_out, reply.tokens_reasoning, reply.cost) == (*counts, None)


def sent(server: OpenAIServer, name: str = "openai/anything", **settings: Any) -> dict[str, Any]:
    run(LitellmModel(ModelSettings(name, api_base=server.api_base, **settings)).complete(ASK))
    return server.received[-1].payload


def test_what_is_set_is_sent_with_the_schema_in_strict_form_and_nothing_else(openai_server: OpenAIServer) -> None:
    ask(openai_server, replace(ASK, schema=SCHEMA))
    assert openai_server.received[0].payload["response_format"] == {
        "type": "json_schema", "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True}}
    assert set(sent(openai_server, temperature=None)) == {"model", "messages", "max_tokens"}
    assert sent(openai_server, reasoning_effort="low")["reasoning_effort"] == "low"
    found = failure("openai/gpt-4o-mini", api_base=openai_server.api_base, reasoning_effort="low")
    assert "does not accept these settings" in str(found)


@pytest.mark.parametrize("name", ["openai/gpt-4o-mini", "openai/anything"])
def test_a_model_at_ones_own_address_has_no_price_whatever_it_is_called(name, openai_server, monkeypatch):
    openai_server.reply = lambda payload: chat("Answer: a", model="gpt-4o-mini")
    assert run(LitellmModel(ModelSettings(name, api_base=openai_server.api_base)).complete(ASK)).cost is None
    monkeypatch.setenv("OPENAI_BASE_URL", openai_server.api_base)
    monkeypatch.setenv("OPENAI_API_KEY", "some-key")
    assert run(LitellmModel(ModelSettings(name)).complete(ASK)).cost is None


@pytest.mark.parametrize(("answer", "kind", "says"), [
    (error(403, "not for you"), "setup", "may not use this model"),
    (error(404, "no model here"), "setup", "check model.name and model.api_base"),
    (error(400, "what is that"), "setup", "refused the request"),
    (Raw("{}", 302), "setup", "refused the request"),  # it says not where to
    (error(400, "This model's maximum context length is 10 tokens."), "setup", "chat is too long"),
    (error(402, "pay first"), "setup", "no credit left"),
    (error(413, "too large"), "setup", "refused the request"),
    (error(429, "You exceeded your current quota", "insufficient_quota"), "setup", "no credit left"),
    (Raw("<html><body>Bad gateway</body></html>", 502, "text/html"), "temporary", "server failed"),
    (Raw("{", 200), "unreadable", "server's answer cannot be read"),
    (Raw(" ", 200), "unreadable", "(it is empty)"),
    (chat("", choices=...), "unreadable", "(it holds no text)"),
])
def test_what_the_server_does_wrong_is_named_in_one_line(openai_server, answer, kind, says):
    found = failure_at(openai_server, answer)
    assert (found.kind, says in str(found)) == (kind, True), str(found)


def test_a_call_ends_at_the_deadline_without_the_time_that_it_waited_for_its_turn(monkeypatch):
    StubLitellm(60).replace_litellm(monkeypatch)

    async def deadline() -> tuple[str, float]:
        with pytest.raises(ModelError) as caught:
            await LitellmModel(ModelSettings("openai/x", timeout=0.5)).complete(ASK)
        return str(caught.value), virtual_time.now()

    message, seconds = virtual_time.run(deadline())
    assert message == "openai/x: no reply within model.timeout=0.5 s"
    assert seconds == pytest.approx(0.5)
    litellm = StubLitellm(0.4)
    litellm.replace_litellm(monkeypatch)
    model = LitellmModel(ModelSettings("openai/x", concurrency=2, timeout=0.5))

    async def simultaneous() -> list[Reply]:
        return await asyncio.gather(*(model.complete(ASK) for _ in range(6)))

    assert [reply.seconds for reply in virtual_time.run(simultaneous())] == pytest.approx([0.4] * 6)
    assert (litellm.calls, litellm.most_at_once) == ([0, 0, 0.4, 0.4, 0.8, 0.8], 2)


@pytest.mark.parametrize("name", ["openai/gpt-4o-mini", "gpt-4o-mini", "anthropic/claude-3-5-haiku-latest"])
def test_a_missing_key_is_named_before_anything_is_sent(name: str) -> None:
    variable = "ANTHROPIC_API_KEY" if name.startswith("anthropic") else "OPENAI_API_KEY"
    found = failure(name)
    assert str(found) == f"{name}: no API key; set the environment variable {variable}"
    assert found.kind == "setup"


def test_a_key_can_be_checked_without_a_call(openai_server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelError, match="set the environment variable OPENAI_API_KEY"):
        run(check_key(ModelSettings("openai/gpt-4o-mini")))
    run(check_key(ModelSettings("openai/anything", api_base=openai_server.api_base)))
    run(check_key(ModelSettings("offline/random")))
    monkeypatch.setenv("OPENAI_API_KEY", "some-key")
    run(check_key(ModelSettings("openai/gpt-4o-mini")))
    assert not openai_server.received


def test_a_blank_key_is_a_missing_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "")
    found = failure("openai/gpt-4o-mini")
    assert ("API key is blank" in str(found), found.kind) == (True, "setup")


@pytest.mark.filterwarnings("ignore:Items? .* `ReadOnly`:UserWarning")  # pytest lifts the filter that the import sets
def test_a_model_that_runs_on_this_machine_needs_no_key() -> None:
    assert "nothing answers" in str(failure("ollama/llama3.1", api_base="http://127.0.0.1:9"))


def test_what_no_model_could_answer_is_refused_before_anything_is_sent() -> None:
    found = failure("opnai/gpt-4o-mini")
    assert "unknown model provider 'opnai'; did you mean openai" in str(found)
    assert found.kind == "setup"
    found = failure("openai/o1", api_base=NOBODY, temperature=0.5)
    assert "does not accept these settings" in str(found)
    assert "temperature=0.5" in str(found)
    assert found.kind == "setup"


def test_no_secret_reaches_a_message_or_a_log(openai_server, monkeypatch, caplog):
    caplog.set_level(logging.INFO)
    monkeypatch.setenv("OPENAI_API_KEY", "canary-in-env")
    monkeypatch.setenv("HF_TOKEN", "canary-token")
    echo = "canary-in-env sk-proj-canary_1*****ary Bearer canary-b canary-token http://canary-u:canary-p@h"
    found = failure_at(openai_server, error(401, f"Incorrect API key provided: {echo}"))
    assert "Incorrect API key provided" in str(found)
    assert "canary" not in str(found)
    # Where a long text is cut, no part of a secret may be left over.
    assert "canary" not in str(failure_at(openai_server, error(401, "x" * 290 + "canary-in-env")))
    assert found.__cause__ is None
    assert found.__suppress_context__  # a printed traceback stops here
    assert not caplog.records  # httpx would log addresses, which hold the key for some providers
    assert "canary" not in str(failure("openai/x", api_base="http://canary-u:canary-p@127.0.0.1:9/v1"))


PROVIDERS = ("openai", "hosted_vllm")
SLACK = 16 * 2**20  # bytes that the two ends of a connection on this machine may hold back


def hostile(server: OpenAIServer, name: str, provider: str = "openai", **settings: Any) -> ModelError:
    server.respond = HOSTILE[name]  # type: ignore[method-assign]
    found = failure(f"{provider}/anything", api_base=server.api_base, **settings)
    assert len(server.received) == 1
    return found


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("name", ["large_reply", "endless_reply", "endless_spaces", "gzip_bomb"])
def test_an_answer_without_end_is_given_up_at_its_limit(name, provider, openai_server):
    found = hostile(openai_server, name, provider, max_tokens=1000)
    assert found.kind == "unreadable"
    assert str(found) == (
        f"{provider}/anything: its server's answer is longer than model.max_tokens and model.logprobs can need "
        "(more than 2,225,152 bytes)")
    assert openai_server.bytes_sent < 2_225_152 + SLACK


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(("name", "kind", "says"), [
    *((f"{name}_error", "temporary", "its server failed") for name in ("large", "endless", "gzip_bomb", "megabyte")),
    ("endless_refusal", "setup", "its API key was refused")])
def test_of_an_error_without_end_the_beginning_is_read_and_its_status_kept(openai_server, name, kind, says, provider):
    found = hostile(openai_server, name, provider)
    assert (found.kind, says in str(found)) == (kind, True), str(found)
    assert len(str(found)) < 500
    assert openai_server.bytes_sent < SLACK


@pytest.mark.parametrize("name", ["nested_gzip_bomb", "deep_lists", "long_number", "broken_gzip", "empty_body"])
def test_an_answer_that_is_no_chat_cannot_be_read(name: str, openai_server: OpenAIServer) -> None:
    assert hostile(openai_server, name).kind == "unreadable"


def odd(**changes: Any) -> Raw:
    message = {"role": "assistant", "content": "Answer: a"} | changes.pop("message", {})
    return chat("", choices=[{"index": 0, "message": message, "finish_reason": "stop"} | changes])


ODD = {
    **{name: HOSTILE[name] for name in HOSTILE if name.startswith("usage_")},
    **{f"role {role!r}": (lambda request, role=role: odd(message={"role": role}))
       for role in ("bot", "", None, 7, ["assistant"], {})},
    "no role": lambda request: chat("", choices=[{"message": {"content": "Answer: a"}}]),
    "parts": lambda request: odd(message={"content": [{"type": "text", "text": "Answer"}, {"text": ": a"}]}),
    "parts with a thought": lambda request: odd(
        message={"content": [{"type": "thinking", "thinking": "b?"}, {"type": "text", "text": "Answer: a"}]}),
    "parts that are texts": lambda request: odd(message={"content": ["Answer", ": a"]}),
    "ended otherwise": lambda request: odd(finish_reason={"reason": "stop"}),
    "an index": lambda request: odd(index="first"), "log-probabilities": lambda request: odd(logprobs="many"),
    "no number": lambda request: Raw(chat("Answer: a").body.replace('"created": 0', '"created": NaN')),
    "another type": lambda request: replace(chat("Answer: a"), content_type="text/html"),
    "a header": lambda request: replace(chat("Answer: a"), headers={"X-Odd": "\xff", "Retry-After": "\xfe soon"}),
    "a status": lambda request: replace(chat("Answer: a"), status=299),
    "no error": lambda request: chat("Answer: a", error=None),
    "spaces before": lambda request: Raw("\n\n  " + chat("Answer: a").body),
    "a mark before": lambda request: Raw("\ufeff" + chat("Answer: a").body),
    "a number of many digits": lambda request: Raw(
        chat("Answer: a").body.replace('"created": 0', f'"created": {"9" * 5000}')),
    "something behind": lambda request: Raw(chat("Answer: a").body + "\n[DONE]")}


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_text_in_a_success_is_a_reply_whatever_else_is_odd(provider, openai_server):
    async def each() -> None:
        model = LitellmModel(ModelSettings(f"{provider}/anything", api_base=openai_server.api_base))
        for made, (name, respond) in enumerate(ODD.items(), start=1):
            openai_server.respond = respond
            reply = await model.complete(ASK)
            assert (reply.text, reply.retries, len(openai_server.received)) == ("Answer: a", 0, made), name
            for count in (reply.tokens_in, reply.tokens_out):
                assert count is None or (type(count) is int and count >= 0), name

    run(each())


def test_a_text_of_which_one_byte_is_damaged_is_a_reply(openai_server: OpenAIServer) -> None:
    whole = chat("Answer: a \u00e9").body
    encoded = json.dumps(json.loads(whole), ensure_ascii=False).encode().replace("\u00e9".encode(), b"\xff")
    openai_server.respond = lambda request: Stream(lambda: iter([encoded]))  # type: ignore[method-assign]
    assert ask(openai_server).text == "Answer: a \ufffd"


@pytest.mark.parametrize("thinking", [[], {}, 1.5, True])
def test_a_text_that_litellm_has_overlooked_is_the_reply(thinking: Any, openai_server: OpenAIServer) -> None:
    said = {"model": "x", "response": "Answer: a", "thinking": thinking, "done": True, "done_reason": "stop",
            "prompt_eval_count": 5, "eval_count": 3}
    openai_server.protocol = PROTOCOLS["ollama"]
    openai_server.respond = lambda request: Raw(json.dumps(said))  # type: ignore[method-assign]
    reply = run(LitellmModel(ModelSettings("ollama/x", api_base=openai_server.api_base)).complete(ASK))
    assert (reply.text, reply.tokens_in, reply.tokens_out) == ("Answer: a", 5, 3)


def test_what_leaves_is_counted_and_may_be_kept_back_also_within_a_call(openai_server, monkeypatch):
    """A call of several requests, as that of a provider whose tokens are fetched first."""
    litellm = asyncio.run(litellm_loader.load_litellm())
    real = litellm.acompletion

    async def thrice(**arguments: Any) -> Any:
        await real(**arguments)
        await real(**arguments)
        return await real(**arguments)

    async def at_most_two() -> None:
        if len(openai_server.received) == 2:
            raise NoMoreCalls("two are enough")

    monkeypatch.setattr(litellm, "acompletion", thrice)
    assert ask(openai_server).retries == 2
    openai_server.received.clear()
    settings = ModelSettings("openai/anything", api_base=openai_server.api_base)
    with pytest.raises(NoMoreCalls, match="two are enough") as caught:
        run(LitellmModel(settings, leave=at_most_two).complete(ASK))
    assert caught.value.requests == len(openai_server.received) == 2


@pytest.mark.parametrize("name", ["usage_negative", "usage_huge", "usage_absurd", "usage_details_negative"])
def test_impossible_token_counts_are_unknown_and_doubted_once(openai_server, caplog, name):
    openai_server.respond = HOSTILE[name]
    for reply in run(ask_times(LitellmModel(ModelSettings("openai/anything", api_base=openai_server.api_base)), 3)):
        assert reply.text == "Answer: a"
        assert (reply.tokens_in, reply.tokens_out, reply.tokens_reasoning, reply.cost) == (None, None, None, None)
    (record,) = caplog.records
    assert record.getMessage().startswith("openai/anything: its server reports impossible token counts (prompt ")
    assert len(record.getMessage()) < 250


@pytest.mark.parametrize(("provider", "variable"), [("openai", "OPENAI"), ("hosted_vllm", "HOSTED_VLLM")])
@pytest.mark.parametrize("key", ["my-own-key\n", "\u201cmy-own-key\u201d"])
def test_a_key_that_cannot_be_sent_is_named_by_its_variable(key, provider, variable, openai_server, monkeypatch):
    monkeypatch.setenv(f"{variable}_API_KEY", key)
    found = failure(f"{provider}/anything", api_base=openai_server.api_base)
    assert found.kind == "setup"
    assert f"set {variable}_API_KEY again" in str(found)
    assert "my-own-key" not in str(found)
    assert not openai_server.received


def ask_at_once(server: OpenAIServer, calls: int, concurrency: int) -> list[Reply]:
    model = LitellmModel(ModelSettings("openai/anything", api_base=server.api_base, concurrency=concurrency))

    async def simultaneous() -> list[Reply]:
        return await asyncio.gather(*(model.complete(ASK) for _ in range(calls)))

    return run(simultaneous())


def test_as_many_calls_run_at_once_as_the_limit_allows(openai_server: OpenAIServer) -> None:
    five_at_once = threading.Barrier(5)
    openai_server.reply = lambda payload: f"Answer: {five_at_once.wait(timeout=60)}"
    assert len(ask_at_once(openai_server, calls=20, concurrency=5)) == 20
    assert openai_server.most_at_once == 5


def test_a_model_can_be_called_again_after_closing_and_runs_leave_no_open_files(openai_server: OpenAIServer) -> None:
    model = LitellmModel(ModelSettings("openai/anything", api_base=openai_server.api_base))

    async def twice() -> None:
        await closing(model.complete(ASK))
        await closing(model.complete(ASK))

    asyncio.run(twice())

    def open_files() -> int:
        # The server is in this process: its end of a connection is closed when the thread that serves it ends.
        for thread in threading.enumerate():
            if "process_request_thread" in thread.name:
                thread.join(timeout=10)
        return len(os.listdir("/dev/fd"))

    ask_at_once(openai_server, calls=8, concurrency=8)
    before = open_files()
    for _ in range(3):
        ask_at_once(openai_server, calls=8, concurrency=8)
    assert abs(open_files() - before) <= 2


def test_every_request_that_is_noted_has_its_end_noted_too(openai_server: OpenAIServer) -> None:
    answers = iter([error(500, "broken"), Raw("no JSON"), chat("a")])
    openai_server.reply = lambda payload: next(answers)
    meter = Noted()
    model = LitellmModel(ModelSettings("openai/anything", api_base=openai_server.api_base), meter)

    async def ask_three_times() -> None:
        for _ in range(2):
            with pytest.raises(ModelError):
                await model.complete(ASK)
        await model.complete(ASK)

    run(ask_three_times())
    assert meter.told == ["leaves", 1, "leaves", 1, "leaves", "a"]
