import re
from dataclasses import replace

import pyspiel
import pytest

import adapters
from gtarena.agents.lineup import Lineup, called_seats, seat_model, seats_of
from gtarena.agents.llm.illegal_replies import IllegalMoves
from gtarena.agents.llm.settings import TokenLimits
from gtarena.agents.presets import AgentPreset, shipped_presets
from gtarena.errors import UsageError
from gtarena.models.settings import ModelSettings

KUHN = adapters.for_game(pyspiel.load_game("kuhn_poker"))
PRESETS = {name: AgentPreset(name, settings) for name, settings in {
    "random": {"kind": "random"},
    "mcts": {"kind": "mcts", "simulations": 1000},
    "always": {"kind": "always", "move": "???"},
    "human": {"kind": "human"},
    "llm": {"kind": "llm", "reasoning": "direct", "memory": "none"},
    "cot": {"kind": "llm", "reasoning": "cot", "memory": "none"},
}.items()}


def lineup(prompt: str = "v1", **model) -> Lineup:
    return Lineup(PRESETS, ModelSettings(**{"name": "openai/one", **model}), prompt, IllegalMoves())


def seats(*words: str, **model):
    return lineup(**model).seats(words, KUHN)


@pytest.mark.parametrize(("word", "params"), [
    ("mcts", {"kind": "mcts", "simulations": 1000}), ("always:Bet", {"kind": "always", "move": "Bet"}),
    ("human", {"kind": "human", "prompt": "v2"})])  # that of the run
def test_a_word_stands_for_its_config_and_an_argument_fills_the_setting_that_is_left_open(word, params):
    (seat,) = lineup(prompt="v2").seats([word], KUHN)
    assert (seat.agent, seat.model, seat.params) == (word, None, params)


SEARCH = {"kind": "mcts", "simulations": 1000, "uct_c": 2.0, "rollouts": 1, "solve": True}


@pytest.mark.parametrize(("changes", "held"), [
    ({}, SEARCH), ({"texts": 8}, SEARCH), ({"texts": 9}, SEARCH | {"texts": 9})])
def test_a_search_holds_the_number_of_its_texts_only_if_it_is_changed(changes, held):
    shipped = replace(lineup(), presets=shipped_presets()).with_settings({"mcts": changes})
    assert [seat.params for seat in shipped.seats(["mcts"], KUHN)] == [held]


def test_a_model_seat_holds_every_setting_that_can_change_its_answers():
    (seat,) = seats("cot", temperature=0.5, max_tokens=99, timeout=3.0)
    wording = seat.params.pop("wording")
    assert (seat.agent, seat.model) == ("cot", "openai/one")
    assert seat.params == {
        "kind": "llm", "reasoning": "cot", "memory": "none", "prompt": "v1",
        "illegal": {"policy": "forfeit", "retries": 2},
        "temperature": 0.5, "max_tokens": 99,
    }
    assert len(wording) == 12


@pytest.mark.parametrize("nothing", [None, "", "none"])
def test_no_instruction_is_held_under_one_name(nothing):
    shipped = replace(lineup(), presets=shipped_presets()).with_settings({"llm": {"reasoning": nothing}})
    (seat,) = shipped.seats(["llm"], KUHN)
    assert seat.params["reasoning"] == "none"


def test_a_model_seat_holds_the_rarer_settings_only_if_they_are_changed():
    rarer = {"reasoning_effort": "low", "structured": "off", "vision": "on", "logprobs": 0}
    (seat,) = seats("llm", **rarer)
    assert rarer.items() <= seat.params.items()
    assert "api_base" not in seat.params


def test_settings_that_are_newer_than_the_first_logs_are_held_only_if_they_are_changed():
    defaults, changed = {"rules": "look_up", "look_ups": 5, "observation": "text"}, {"rules": "full", "look_ups": 3}
    plain = seats("llm")
    for settings, held in ((defaults, {}), (changed, changed), ({**defaults, "look_ups": 3}, {"look_ups": 3})):
        presets = {"llm": AgentPreset("llm", {**PRESETS["llm"].settings, **settings})}
        (seat,) = Lineup(presets, ModelSettings("openai/one"), "v1", IllegalMoves()).seats(["llm"], KUHN)
        assert seat.params == plain[0].params | held


def test_another_model_is_named_behind_an_at_sign_and_not_sought_at_the_runs_own_address():
    one, other = seats("llm", "llm@ollama/llama3.1:8b", api_base="http://127.0.0.1:1/v1")
    assert (one.model, one.params["api_base"]) == ("openai/one", "http://127.0.0.1:1/v1")
    assert other.model == "ollama/llama3.1:8b"
    assert "api_base" not in other.params


def described(name: str, describer: str | None, observation: str = "described"):
    tic_tac_toe = adapters.for_game(pyspiel.load_game("tic_tac_toe"))
    shown = {"observation": observation, "describer": describer}
    presets = {"llm": AgentPreset("llm", {**PRESETS["llm"].settings, **shown})}
    model = ModelSettings(name, api_base="http://127.0.0.1:1/v1", vision="on")
    (seat,) = Lineup(presets, model, "v1", IllegalMoves()).seats(["llm"], tic_tac_toe)
    return model, seat


def test_a_seat_whose_pictures_are_described_calls_two_models_the_other_at_its_own_address_unless_it_is_the_same():
    model, seat = described("openai/one", "openai/eyes")
    assert seat.params["describer"] == "openai/eyes"
    one, other = called_seats(seat)
    assert one == seat
    assert seat_model(model, other) == replace(model, name="openai/eyes", api_base=None)
    assert other.params["vision"] == "on"
    model, seat = described("openai/one", "openai/one")
    assert [seat_model(model, called) for called in called_seats(seat)] == [model]


@pytest.mark.parametrize("observation", ["text", "image"])
def test_a_describer_is_held_and_called_only_where_positions_are_described(observation):
    one, other, none = (
        described("openai/one", describer, observation)[1] for describer in ("openai/eyes", "offline/random", None))
    assert one == other == none
    assert called_seats(one) == [one]


def test_a_model_that_describes_and_reads_is_called_once_more_than_the_seats_own_and_others_each_by_itself():
    (seat,) = seats("llm")

    def called(**settings: str) -> list[str]:
        return [str(each.model) for each in called_seats(seat.model_copy(update={"params": settings}))]

    assert called(describer="openai/a", reader="openai/a") == [seat.model, "openai/a"]
    assert called(describer=seat.model, reader="openai/a") == [seat.model, "openai/a"]
    assert called(describer="openai/b", reader="openai/a") == [seat.model, "openai/a", "openai/b"]


def test_a_star_stands_for_several_seats():
    assert [seat.agent for seat in seats("llm*3", "random", "cot@a/b*2")] == ["llm"] * 3 + ["random"] + ["cot"] * 2


@pytest.mark.parametrize(("word", "message"), [
    ("mtcs", "unknown agent 'mtcs'; did you mean mcts? (choose from: always, cot, human, llm, mcts, random)"),
    ("always", "agent always needs its move: write always:MOVE"),
    ("mcts:5", "agent 'mcts:5': mcts takes no argument"),
    ("mcts@openai/x", "agent 'mcts@openai/x': mcts plays without a model"),
    ("llm*x", "agent 'llm*x' is not of the form NAME"),
    ("", "agent '' is not of the form NAME"),
    (["llm", "random"], "agent ['llm', 'random'] is not of the form NAME"),
    ("llm*1001", "agent 'llm*1001' takes more than 1,000 seats"),
    (f"llm*{'9' * 5000}", "takes more than 1,000 seats"),
    ("llm@offline/rondom", "unknown model 'offline/rondom'; did you mean offline/random"),
    *((word, "duplicates no agent: write null:AGENT") for word in ("null", "null:", "null@openai/two")),
    ("null:null:llm", "duplicates a duplicate: write null:llm"),
    ("null:human", "a person has no duplicate"),
    ("null:lm", "unknown agent 'lm'"),
    ("null:mcts@openai/two", "mcts plays without a model"),
])
def test_words_that_mean_nothing_are_refused_with_what_is_allowed(word, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        seats(word)
    with pytest.raises(UsageError, match=r"unknown prompt version 'v9'.*kuhn_poker has: paper, v1, v2"):
        lineup(prompt="v9").seats(["llm"], KUHN)


@pytest.mark.parametrize(("words", "seats"), [
    (["llm"], 1), (["llm@ollama/llama3.1*4", "random"], 5), (["fixed:91", " llm*9 "], 10), (["llm*0", "no word!"], 2)])
def test_words_stand_for_so_many_seats(words, seats):
    assert seats_of(words) == seats


def test_a_seat_states_its_address_without_what_may_be_a_key_and_is_called_at_the_whole_one():
    whole = "http://someone:password@127.0.0.1:1/v1?subscription=by-query"
    model = ModelSettings("openai/one", api_base=whole)
    one, other = Lineup(PRESETS, model, "v1", IllegalMoves()).seats(["llm", "llm@openai/two"], KUHN)
    assert one.params["api_base"] == "http://127.0.0.1:1/v1"
    assert seat_model(model, one) == model
    assert seat_model(model, other) == ModelSettings("openai/two")
    # Its matches have the ids that they have at the same address without a key.
    assert [one] == seats("llm", api_base="http://127.0.0.1:1/v1")


@pytest.mark.parametrize(("run", "limit"), [(None, 40), (2000, 2000)])
def test_a_suites_limit_of_a_reply_holds_where_the_model_has_none(run, limit):
    limited = lineup(max_tokens=run).with_settings({}, TokenLimits(40))
    assert [seat.params["max_tokens"] for seat in limited.seats(["llm", "cot@openai/other"], KUHN)] == [limit, limit]


def test_a_defender_states_that_it_plays_recorded_openings_and_others_state_nothing():
    shipped = replace(lineup(), presets=shipped_presets())
    defender, plain = shipped.seats(["defender", "llm"], KUHN)
    assert defender.params["openings"] == "recorded"
    assert "openings" not in plain.params


@pytest.mark.parametrize("word", ["llm", "cot@openai/two", "mcts", "always:pass", "llm*2"])
def test_a_null_agent_differs_from_its_original_in_the_name_alone(word):
    originals, duplicates = seats(word, temperature=0.7), seats(f"null:{word}", temperature=0.7)
    assert [seat.agent for seat in duplicates] == [f"null:{seat.agent}" for seat in originals]
    assert [(seat.model, seat.params) for seat in duplicates] == [(seat.model, seat.params) for seat in originals]
