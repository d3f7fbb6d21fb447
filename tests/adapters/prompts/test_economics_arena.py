"""Prompts of Economics Arena's games; ``test_sessions.py`` finds every number and winner again in random play."""

import json
import re

import pytest

from adapters.views import StructView
from tests.support.named_games import after, loaded, prompt_text

CONTEST, SEALED, ENGLISH = "beauty_contest", "second_price_auction", "english_auction"
NAMES = (CONTEST, SEALED, ENGLISH)
VERSIONS = ("equal", "rational", "v1", "v2")
SETTINGS = {CONTEST: "players=4,upper=70,ratio=1.25,prize=3.5,grid=0.5,runs=9",
            **dict.fromkeys((SEALED, ENGLISH), "players=3,assets=120,value_mean=60,runs=9")}
VALUES = (77, 55, 33)
# A run whose last player breaks the rules; bidder 0 wins: at 50 in the sealed auction, at 0 in the other.
RUN = {CONTEST: [2, 4, 6, 141], SEALED: [63, 50, 121], ENGLISH: [1, 0, 2]}

every_version = pytest.mark.parametrize("version", VERSIONS)
every_game = pytest.mark.parametrize("name", NAMES)


def state_of(name, parameters="", runs=0, values=VALUES):
    return after(f"{name}({SETTINGS[name]}{parameters})", *[] if name == CONTEST else values, *[RUN[name]] * runs)


def rules(name, version, parameters=""):
    state = state_of(name, parameters)
    return loaded(str(state.get_game())).prompt(state, 1, version)[0]["content"]


@every_game
def test_three_wordings_differ_in_what_they_say_of_the_others_alone(name):
    plain, rational, equal = (set(rules(name, version).splitlines()) for version in ("v1", "rational", "equal"))
    unpredictable = set() if name == CONTEST else {"Keep in mind that the situation is unpredictable."}
    assert plain - rational == plain - equal == unpredictable
    for version, said in ((rational, "perfectly rational"), (equal, "similarly rational")):
        (more,) = version - plain
        assert said in more
    assert not any(re.search("perfectly|similarly", line) for line in plain | {rules(name, "v2")})
    assert set(rules(name, "cot").splitlines()) == rational


def test_the_short_form_asks_for_the_two_numbers_alone():
    short, full = (prompt_text(state_of(CONTEST), 2, version) for version in ("cot", "rational"))
    form = '{"popular answer": <the number that the others are most likely to choose>, "answer": <move>}'
    assert form in short.splitlines()
    assert ("understanding" in full, "understanding" in short) == (True, False)
    assert short.split("End your reply")[0] == full.split("End your reply")[0]


@every_version
@every_game
def test_a_fee_is_told_where_there_is_one(name, version):
    assert re.search(r"(costs you|costs|pay) 2\.5 (points|units)", rules(name, version, ",entrance_fee=2.5"))
    assert not re.search(r"costs|\bpay \d", rules(name, version, ",entrance_fee=0.0"))


@every_version
def test_a_coarser_grid_is_told_and_numbers_with_decimals_are_one_range_that_is_explained(version):
    sealed, english = (prompt_text(state_of(name, f",{step}=5", values=(12, 12, 12)), 1, version)
                       for name, step in ((SEALED, "grid"), (ENGLISH, "increment")))
    assert "rounded to the nearest multiple of 5" in sealed
    assert re.search(r"starts at 5 and rises by 5|shows 5, then 10", english)
    assert prompt_text(after(CONTEST), 2, version).splitlines()[-2:] == [
        "Legal moves: 0.00..100.00",
        "(Here low..high stands for any number from low to high, rounded to the nearest multiple of 0.01.)"]
    assert loaded(CONTEST).parse('{"answer": 12.003}', after(CONTEST), 0) == [1200]
    assert "rounded to a whole number.)" in prompt_text(after(f"{CONTEST}(group=M,grid=1.0)", 17), 2, version)


@every_version
@every_game
def test_without_a_history_runs_do_not_show_at_all(name, version):
    first = prompt_text(state_of(name), 1, version)
    assert [prompt_text(state_of(name, runs=runs), 1, version) for runs in (1, 2)] == [first] * 2
    assert not re.search(r"\b9\b|before,|\bnew\b|stay the same", first)
    histories = ("choices",) if name == CONTEST else ("choices", "private")
    assert [prompt_text(state_of(name, f",history={history}"), 1, version) for history in histories] == [
        first] * len(histories)


@every_version
def test_a_history_tells_values_only_if_it_is_private_and_of_contests_choices_alone(version):
    def told(name, history, runs):
        return prompt_text(state_of(name, f",history={history}", runs), 1, version)

    for name in (SEALED, ENGLISH):
        assert "bidder 0: 77, bidder 1 (you): 55, bidder 2: 33" in told(name, "private", 1)
        for text in (told(name, "private", 0), told(name, "choices", 2)):
            assert not re.search(r"\b(77|33)\b", text)
    assert not re.search(r"won\b|payoff|points was|[Tt]arget", told(CONTEST, "choices", 1))


@every_version
@every_game
def test_who_gave_no_valid_answer_has_none_in_the_chat_and_is_told_so(name, version):
    state, player = state_of(name, ",history=choices", runs=1), len(RUN[name]) - 1
    messages = loaded(str(state.get_game())).chat(state, player, version)
    assert "assistant" not in {message["role"] for message in messages}
    assert re.search(r"no valid (number|bid|answer)\.|none that is valid", messages[1]["content"])
    assert re.search(rf" {player} \(you\): (no valid answer|dropped at 1)", messages[2]["content"])


@every_version
@pytest.mark.parametrize(("name", "keys", "later_keys"), [
    (CONTEST, ["understanding", "popular answer", "answer", "reason"], ["goal", "previous answer", "answer", "reason"]),
    (SEALED, ["understanding", "bid", "reason"], ["goal", "previous bid", "previous payoff", "bid", "reason"]),
    (ENGLISH, ["decision"], ["decision"])])
def test_form_and_schema_have_the_keys_of_the_paper_and_others_after_the_first_run(name, version, keys, later_keys):
    for runs, expected in enumerate((keys, later_keys)):
        state = state_of(name, ",history=choices", runs)
        adapter = loaded(str(state.get_game()))
        (form,) = [line for line in adapter.prompt(state, 1, version)[1]["content"].splitlines() if "<move>" in line]
        assert list(json.loads(re.sub(r'"?<[^<>]+>"?', "0", form))) == expected
        schema = adapter.reply_schema(state, 1, version)
        assert list(schema["properties"]) == schema["required"] == expected


def test_none_of_the_thousands_of_numbers_is_named_to_read_an_answer(monkeypatch):
    monkeypatch.setattr(StructView, "names", lambda *_: pytest.fail("a number was named"))
    for reply in ('{"answer": 5}', "Answer: 5"):
        assert loaded(CONTEST).parse(reply, after(CONTEST), 0) == [500]
