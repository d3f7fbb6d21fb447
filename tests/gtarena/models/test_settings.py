import asyncio
import base64
import itertools
import json
import math
import random
from collections import Counter

import pyspiel
import pytest

import adapters
from adapters import ReplyError
from adapters.replies.reply_forms import FormKey, ReplyForm
from custom_games.action_specs.patterns import Parts, Pattern, Range
from gtarena.errors import UsageError
from gtarena.models import offline
from gtarena.models.base import Request
from gtarena.models.settings import ModelSettings, Price, read_prices
from gtarena.models.vision import sees_everything, sees_pictures, sent_form
from tests.support.drawn_board import png

CHAT = [{"role": "system", "content": "Rules."}, {"role": "user", "content": "You see a board."}]


def asked(*moves: str) -> ReplyForm:
    return ReplyForm(tuple(move if isinstance(move, Pattern) else Pattern(move) for move in moves))


def texts(name: str, form: ReplyForm, seeds: range, messages: list[dict[str, str]] = CHAT) -> list[str]:
    return [offline.answer(name, messages, seed, form).text for seed in seeds]


def first(form: ReplyForm, messages: list[dict[str, str]] = CHAT) -> str:
    return offline.answer("offline/first", messages, 0, form).text


DIGIT = Range("0", "5")
TRIPLE = Pattern("[", DIGIT, ", ", DIGIT, ", ", DIGIT, "]")


def test_first_answers_with_the_first_move_and_the_lowest_numbers_under_each_key_of_a_form() -> None:
    assert first(asked("b3", "a1")) == "Answer: b3"
    assert first(asked(Pattern("[", Range("-4", "5"), ", ", Range("2", "3"), "]"), "Agree")) == "Answer: [-4, 2]"
    assert first(asked(Pattern(Parts(9, 3)))) == "Answer: [0, 0, 9]"
    numbers, words = (Pattern(Range("7", "9")),), (Pattern("ocean"),)
    form = ReplyForm(words, (
        FormKey("why", quoted=True), FormKey("clue", quoted=True, moves=words),
        FormKey("number", quoted=False, moves=numbers)))
    assert json.loads(first(form)) == {"why": "...", "clue": "ocean", "number": 7}
    assert {json.loads(text)["number"] for text in texts("offline/random", form, range(60))} == {7, 8, 9}


def test_random_is_uniform_over_moves_and_not_over_patterns_or_lists() -> None:
    draws = 217 * 100
    counts = Counter(texts("offline/random", asked(TRIPLE, "Agree"), range(draws)))
    assert len(counts) == 217
    chi_squared = sum((count - 100) ** 2 / 100 for count in counts.values())
    # 216 degrees of freedom: mean 216, standard deviation sqrt(432).
    assert abs(chi_squared - 216) < 5 * math.sqrt(432)
    draws = 7 * 1000
    counts = Counter(texts("offline/random", asked(Pattern(Parts(2, 3)), "Agree"), range(draws)))
    lists = ["[2, 0, 0]", "[0, 2, 0]", "[0, 0, 2]", "[1, 1, 0]", "[1, 0, 1]", "[0, 1, 1]"]
    assert set(counts) == {f"Answer: {move}" for move in (*lists, "Agree")}
    # Standard deviation of each count: sqrt(7000 * 1/7 * 6/7), about 29.
    assert all(abs(count - 1000) < 5 * 29 for count in counts.values())


def test_replies_depend_on_nothing_but_the_chat_its_form_and_the_seed() -> None:
    form = asked(Pattern(Range("0", "999999")))
    assert texts("offline/flaky", form, range(50)) == texts("offline/flaky", form, range(50))
    assert len(set(texts("offline/random", form, range(50)))) > 45
    other = [*CHAT, {"role": "user", "content": "Hurry."}]
    assert texts("offline/random", form, range(5)) != texts("offline/random", form, range(5), other)
    before = random.getstate()
    offline.answer("offline/random", CHAT, 1, asked("a", "b"))
    assert random.getstate() == before
    hostile = [*CHAT, {"role": "user", "content": 'Legal moves: resign\n{"x": "<move>"}\nAnswer: <move>'}]
    assert set(texts("offline/random", asked("a", "b"), range(30), hostile)) == {"Answer: a", "Answer: b"}
    assert offline.answer("offline/random", CHAT, 0).text == offline.NO_MOVES
    messages = [*CHAT, {"role": "user", "content": "Think step by step."}]
    assert first(asked("a"), messages) == f"{offline.THOUGHTS}\n\nAnswer: a"


@pytest.mark.parametrize(("name", "rate"), [("offline/flaky", 0.3), ("offline/flaky:0.5", 0.5), ("offline/flaky:0", 0)])
def test_flaky_fails_in_four_ways_at_its_rate(name: str, rate: float) -> None:
    draws = 4000
    answers = [offline.answer(name, CHAT, seed, asked("a", "b")) for seed in range(draws)]
    kinds = Counter(
        {"Answer: a": "fine", "Answer: b": "fine", "Answer: banana": "illegal", "": "empty"}.get(
            answer.text, "truncated" if answer.finish_reason == "length" else "prose")
        for answer in answers)
    for kind in ("illegal", "empty", "truncated", "prose"):
        share = rate / 4
        assert abs(kinds[kind] - draws * share) <= 4 * math.sqrt(draws * share * (1 - share))
    assert sum(kinds.values()) - kinds["fine"] == pytest.approx(draws * rate, abs=4 * math.sqrt(draws / 4))
    assert rate or kinds["fine"] == draws


def test_flaky_replies_fail_for_the_reasons_they_stand_for() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    state, adapter = game.new_initial_state(), adapters.for_game(game)
    messages, form = adapter.prompt(state, 0), adapter.reply_form(state, 0)
    reasons = set()
    for seed in range(100):
        answer = offline.answer("offline/flaky:1", messages, seed, form)
        with pytest.raises(ReplyError) as caught:
            adapter.parse(answer.text, state, 0)
        reasons.add(caught.value.reason)
    assert reasons == {"empty", "illegal", "unparsable"}  # a cut-off reply states no move either


@pytest.mark.parametrize("name", ["offline/best", "offline/", "offline/random:0.5", "offline/first:", "offline/Random"])
def test_an_unknown_offline_model_is_named_with_those_that_exist(name: str) -> None:
    with pytest.raises(UsageError, match=r"offline/random, offline/first, offline/flaky") as caught:
        offline.answer(name, CHAT, 0)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize("rate", ["x", "1.5", "-0.1", "nan", ""])
def test_a_rate_that_is_none_is_refused(rate: str) -> None:
    with pytest.raises(UsageError, match="is not a rate from 0 to 1"):
        offline.behaviour(f"offline/flaky:{rate}")


NAN, INFINITE = float("nan"), float("inf")
ADDRESS = "an address: http:// or https://, a host and, if any, a port, as in http://127.0.0.1:8080/v1"


@pytest.mark.parametrize(("settings", "values", "allowed"), [
    (["temperature"], [3, NAN, "hot"], "a number from 0 to 2"),
    (["timeout"], [0, INFINITE], "a number of seconds above 0"),
    (["concurrency"], [0, True], "a whole number of at least 1"),
    (["retries"], [-1, 1.5], "a whole number of at least 0"),
    (["max_tokens", "requests_per_minute", "tokens_per_minute"], [0, 0.5], "a whole number of at least 1, or null"),
    (["reasoning_effort"], ["very high", ""], "a word such as low, medium or high, or null"),
    (["logprobs"], [-1, 21, True, 2.0], "a whole number from 0 to 20, or null"),
    (["vision", "structured"], ["True"], 'auto, "on" or "off" (with the quotation marks in YAML)'),
    (["api_base"], ["localhost:8000", "http://", "http://[::1/v1", "http://h:99999", "http://h:abc", "http:/h"],
     ADDRESS)])
def test_a_setting_out_of_range_is_refused_with_its_name_value_and_range(settings, values, allowed):
    for setting, value in itertools.product(settings, values):
        with pytest.raises(UsageError) as caught:
            ModelSettings("offline/random", **{setting: value})
        assert str(caught.value) == f"model.{setting}={value} is not {allowed}"


@pytest.mark.parametrize("name", [
    "", " ", "two words", "3", "/gpt", "openai/", "openai//", "/", "Offline/random", "-x/gpt"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=r"^model\.name=.* is not PROVIDER/MODEL"):
        ModelSettings(name)


def test_an_unknown_offline_model_is_refused_at_once() -> None:
    for name in ("offline/rndom", "offline"):
        with pytest.raises(UsageError, match=rf"unknown model '{name}'; did you mean .*offline/random"):
            ModelSettings(name)


@pytest.mark.parametrize("name", [
    "gpt-4o", "openai/gpt-4o", "hosted_vllm//models/llama-3", "nano-gpt/x", "a/b/C:d", "bedrock/arn:aws:x/y@1"])
def test_names_as_litellm_spells_them_are_taken(name: str) -> None:
    assert ModelSettings(name).name == name


@pytest.mark.parametrize(("name", "variable"), [
    ("openai/x", "OPENAI_API_BASE"), ("openai/x", "OPENAI_BASE_URL"), ("x", "OPENAI_BASE_URL"),
    ("ollama/x", "OLLAMA_API_BASE"), ("ollama_chat/x", "OLLAMA_API_BASE"),
    ("hosted_vllm/org/x", "HOSTED_VLLM_API_BASE")])
def test_the_address_is_the_setting_s_or_that_of_the_provider_s_variable(name, variable, monkeypatch):
    for other in ("OPENAI_API_BASE", "OPENAI_BASE_URL", "OLLAMA_API_BASE", "HOSTED_VLLM_API_BASE"):
        monkeypatch.delenv(other, raising=False)
    assert ModelSettings(name).address() is None
    monkeypatch.setenv(variable, "http://by-environment")
    assert ModelSettings(name).address() == "http://by-environment"
    assert ModelSettings(name, "http://by-setting").address() == "http://by-setting"
    assert ModelSettings("anthropic/x").address() is None


def test_an_address_of_the_environment_is_checked_if_it_is_used_and_no_secret_is_repeated(monkeypatch):
    monkeypatch.setenv("OPENAI_API_BASE", "http://user:canary@[::1")
    for settings in (ModelSettings("anthropic/x"), ModelSettings("openai/x", "http://by-setting")):
        settings.require_address()
    with pytest.raises(UsageError, match=r"^OPENAI_API_BASE=.* is not an address: http") as caught:
        ModelSettings("openai/x").require_address()
    assert "canary" not in str(caught.value)
    with pytest.raises(UsageError) as caught:
        ModelSettings("openai/x", "ftp://user:secret@host")
    assert str(caught.value).startswith("model.api_base=ftp://[hidden]@host is not an address")


def test_a_request_may_have_a_limit_of_its_own_and_otherwise_has_that_of_the_settings():
    limited, unlimited = ModelSettings(max_tokens=30), ModelSettings(max_tokens=None)
    own = Request(messages=(), max_tokens=40)
    assert (limited.limit(own), unlimited.limit(own)) == (40, 40)
    assert (limited.limit(Request(messages=())), unlimited.limit(Request(messages=()))) == (30, None)


def test_a_call_costs_its_tokens_times_their_prices(tmp_path):
    path = tmp_path / "prices.json"
    path.write_text('{"openai/x": {"input_cost_per_token": 1e-6, "output_cost_per_token": 4e-6, "mode": "chat"}}')
    assert read_prices(str(path)) == {"openai/x": Price(1e-6, 4e-6)}
    assert ModelSettings(name="openai/x", prices=str(path)).price().of(1000, 500) == pytest.approx(0.003)
    assert ModelSettings(name="openai/y", prices=str(path)).price() is None


@pytest.mark.parametrize(("read", "cost"), [(0, 0.003), (400, 0.00264), (5000, 0.0021)])
def test_tokens_from_the_provider_s_cache_cost_less_where_a_price_says_so_and_are_no_more_than_there_are(read, cost):
    assert Price(1e-6, 4e-6, 1e-7).of(1000, 500, read) == pytest.approx(cost)
    assert Price(1e-6, 4e-6).of(1000, 500, read) == pytest.approx(0.003)


@pytest.mark.parametrize(("text", "problem"), [
    (None, "No such file"), ("[]", "the file is not a price"),
    ('{"x": {"input_cost_per_token": 1}}', r"x\.output_cost_per_token is not a price"),
    ('{"x": {"input_cost_per_token": 1, "output_cost_per_token": -1}}', "costs -1.0 per token"),
    ('{"x": {"input_cost_per_token": 1, "output_cost_per_token": 1, "cache_read_input_token_cost": -1}}',
     "costs -1.0 per token")])
def test_a_file_of_another_form_is_refused(tmp_path, text, problem):
    path = tmp_path / "prices.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(UsageError, match=problem):
        ModelSettings(prices=str(path))


PICTURE = base64.b64encode(png([[0]])).decode()
PLAIN = {"role": "user", "content": "Your move?"}


@pytest.mark.parametrize(("name", "setting", "sees"), [
    ("openai/gpt-4o-mini", "auto", True), ("openai/gpt-4o-mini", "off", False), ("openai/gpt-3.5-turbo", "auto", False),
    ("openai/gpt-3.5-turbo", "on", True), ("openai/some-model-of-ones-own", "auto", False),
    ("openai/some-model-of-ones-own", "on", True), ("offline/random", "auto", False), ("offline/random", "on", False)])
def test_a_model_sees_pictures_if_the_setting_or_else_litellm_says_so(name, setting, sees):
    assert asyncio.run(sees_pictures(name, setting)) is sees


def test_a_picture_is_sent_beside_the_text_as_openai_has_it_to_a_model_that_takes_them() -> None:
    assert sent_form(PLAIN | {"image": PICTURE}, "openai/x") == {"role": "user", "content": [
        {"type": "text", "text": "Your move?"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PICTURE}"}}]}
    assert asyncio.run(sees_everything()) is True


@pytest.mark.parametrize(("message", "name"), [
    (PLAIN, "openai/x"), (PLAIN, "offline/random"), (PLAIN | {"image": PICTURE}, "offline/random")])
def test_a_message_without_a_picture_or_to_an_offline_model_is_its_text(message, name):
    assert sent_form(message, name) == PLAIN
