import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import pyspiel
import pytest
from pydantic import Field

import adapters
import custom_games  # noqa: F401
import gtarena
from gtarena.agents import registry
from gtarena.agents.base import Agent, Seating
from gtarena.agents.eligibility import reason_not_playable
from gtarena.agents.lineup import Lineup, called_seats, seat_model, seats_of
from gtarena.agents.llm.schemes import reason_not_usable
from gtarena.agents.llm.settings import IllegalMoves, TokenLimits
from gtarena.agents.presets import AgentPreset, all_presets
from gtarena.agents.registry import KINDS
from gtarena.agents.setting_types import require_type
from gtarena.cli.listings import game_listing
from gtarena.cli.listings.help_text import help_text
from gtarena.cli.settings import composing, gated_hydra, hydra_config
from gtarena.errors import UsageError
from gtarena.models.settings import ModelSettings
from gtarena.plugins import loading
from gtarena.system import checkout
from gtarena.system.checkout import config_folder
from tests.support.chat_game import small_talk
from tests.support.commands import Command
from tests.support.compound_games import clue, duet

KUHN = adapters.for_game(pyspiel.load_game("kuhn_poker"))
PRESETS = {name: AgentPreset(name, settings) for name, settings in {
    "random": {"kind": "random"}, "mcts": {"kind": "mcts", "simulations": 1000},
    "always": {"kind": "always", "move": "???"}, "human": {"kind": "human"},
    "llm": {"kind": "llm", "reasoning": "direct", "memory": "none"},
    "cot": {"kind": "llm", "reasoning": "cot", "memory": "none"}}.items()}


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
    shipped = replace(lineup(), presets=all_presets()).with_settings({"mcts": changes})
    assert [seat.params for seat in shipped.seats(["mcts"], KUHN)] == [held]


def test_a_model_seat_holds_every_setting_that_can_change_its_answers_and_rarer_ones_if_they_are_changed() -> None:
    (seat,) = seats("cot", temperature=0.5, max_tokens=99, timeout=3.0)
    wording = seat.params.pop("wording")
    assert (seat.agent, seat.model) == ("cot", "openai/one")
    assert seat.params == {
        "kind": "llm", "reasoning": "cot", "memory": "none", "prompt": "v1",
        "illegal": {"policy": "forfeit", "retries": 2}, "temperature": 0.5, "max_tokens": 99}
    assert len(wording) == 12
    rarer = {"reasoning_effort": "low", "structured": "off", "vision": "on", "logprobs": 0}
    (seat,) = seats("llm", **rarer)
    assert rarer.items() <= seat.params.items()
    assert "api_base" not in seat.params
    defaults, changed = {"rules": "look_up", "look_ups": 5, "observation": "text"}, {"rules": "full", "look_ups": 3}
    plain = seats("llm")
    for settings, held in ((defaults, {}), (changed, changed), ({**defaults, "look_ups": 3}, {"look_ups": 3})):
        presets = {"llm": AgentPreset("llm", {**PRESETS["llm"].settings, **settings})}
        (seat,) = Lineup(presets, ModelSettings("openai/one"), "v1", IllegalMoves()).seats(["llm"], KUHN)
        assert seat.params == plain[0].params | held


@pytest.mark.parametrize("nothing", [None, "", "none"])
def test_no_instruction_is_held_under_one_name(nothing):
    shipped = replace(lineup(), presets=all_presets()).with_settings({"llm": {"reasoning": nothing}})
    (seat,) = shipped.seats(["llm"], KUHN)
    assert seat.params["reasoning"] == "none"


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


def test_a_star_stands_for_several_seats_and_an_at_sign_for_another_model_at_its_own_address() -> None:
    assert [seat.agent for seat in seats("llm*3", "random", "cot@a/b*2")] == ["llm"] * 3 + ["random"] + ["cot"] * 2
    one, other = seats("llm", "llm@ollama/llama3.1:8b", api_base="http://127.0.0.1:1/v1")
    assert (one.model, one.params["api_base"]) == ("openai/one", "http://127.0.0.1:1/v1")
    assert other.model == "ollama/llama3.1:8b"
    assert "api_base" not in other.params


@pytest.mark.parametrize(("word", "message"), [
    ("mtcs", "unknown agent 'mtcs'; did you mean mcts? (choose from: always, cot, human, llm, mcts, random)"),
    ("always", "agent always needs its move: write always:MOVE"), ("mcts:5", "agent 'mcts:5': mcts takes no argument"),
    ("mcts@openai/x", "agent 'mcts@openai/x': mcts plays without a model"),
    ("llm*x", "agent 'llm*x' is not of the form NAME"), ("", "agent '' is not of the form NAME"),
    (["llm", "random"], "agent ['llm', 'random'] is not of the form NAME"),
    ("llm*1001", "agent 'llm*1001' takes more than 1,000 seats"), (f"llm*{'9' * 5000}", "takes more than 1,000 seats"),
    ("llm@offline/rondom", "unknown model 'offline/rondom'; did you mean offline/random"),
    *((word, "duplicates no agent: write null:AGENT") for word in ("null", "null:", "null@openai/two")),
    ("null:null:llm", "duplicates a duplicate: write null:llm"), ("null:human", "a person has no duplicate"),
    ("null:lm", "unknown agent 'lm'"), ("null:mcts@openai/two", "mcts plays without a model")])
def test_words_that_mean_nothing_are_refused_with_what_is_allowed(word, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        seats(word)
    with pytest.raises(UsageError, match=r"unknown prompt version 'v9'.*kuhn_poker has: paper, v1, v2"):
        lineup(prompt="v9").seats(["llm"], KUHN)
    with pytest.raises(UsageError, match=r"v2; `gtarena import prompts PROGRAM DIR` makes it from a checkout of a"
                                         r" game's program: .*gtbench of github.com/jinhaoduan/GTBench"):
        lineup(prompt="published").seats(["llm"], KUHN)


@pytest.mark.parametrize(("words", "seats"), [
    (["llm"], 1), (["llm@ollama/llama3.1*4", "random"], 5), (["fixed:91", " llm*9 "], 10), (["llm*0", "no word!"], 2)])
def test_words_stand_for_so_many_seats(words, seats):
    assert seats_of(words) == seats


def test_a_seat_is_called_at_its_whole_address_and_states_no_key_and_recorded_openings_if_it_plays_them() -> None:
    whole = "http://someone:password@127.0.0.1:1/v1?subscription=by-query"
    model = ModelSettings("openai/one", api_base=whole)
    one, other = Lineup(PRESETS, model, "v1", IllegalMoves()).seats(["llm", "llm@openai/two"], KUHN)
    assert one.params["api_base"] == "http://127.0.0.1:1/v1"
    assert seat_model(model, one) == model
    assert seat_model(model, other) == ModelSettings("openai/two")
    # Its matches have the ids that they have at the same address without a key.
    assert [one] == seats("llm", api_base="http://127.0.0.1:1/v1")
    defender, plain = replace(lineup(), presets=all_presets()).seats(["defender", "llm"], KUHN)
    assert defender.params["openings"] == "recorded"
    assert "openings" not in plain.params


@pytest.mark.parametrize(("run", "limit"), [(None, 40), (2000, 2000)])
def test_a_suites_limit_of_a_reply_holds_where_the_model_has_none(run, limit):
    limited = lineup(max_tokens=run).with_settings({}, TokenLimits(40))
    assert [seat.params["max_tokens"] for seat in limited.seats(["llm", "cot@openai/other"], KUHN)] == [limit, limit]


@pytest.mark.parametrize("word", ["llm", "cot@openai/two", "mcts", "always:pass", "llm*2"])
def test_a_null_agent_differs_from_its_original_in_the_name_alone(word):
    originals, duplicates = seats(word, temperature=0.7), seats(f"null:{word}", temperature=0.7)
    assert [seat.agent for seat in duplicates] == [f"null:{seat.agent}" for seat in originals]
    assert [(seat.model, seat.params) for seat in duplicates] == [(seat.model, seat.params) for seat in originals]


def seated(kind: str, **settings: Any) -> Agent:
    return registry.make_agent(kind, Seating(pyspiel.load_game("kuhn_poker"), 0, 1), settings)


@pytest.mark.parametrize(("kind", "settings"), [
    ("mcts", {"simulations": 1, "uct_c": 2, "solve": False}), ("ismcts", {"simulations": 3, "worlds": 2}),
    *(("always", {"move": move}) for move in ("Bet", 1)),
    *(("fixed", {"moves": moves}) for moves in ("Bet/Pass", ["Bet", 0]))])
def test_settings_of_the_right_kind_are_taken(kind: str, settings: dict[str, Any]) -> None:
    assert isinstance(seated(kind, **settings), Agent)


@pytest.mark.parametrize(("kind", "settings", "message"), [
    ("mcts", {"simulations": "abc"}, r"^simulations=abc is not a whole number from 1 to 2147483647$"),
    ("mcts", {"uct_c": float("nan")}, r"^uct_c=nan is not a number of at least 0$"),
    ("mcts", {"solve": 1}, r"^solve=1 is not true or false$"),
    ("always", {"move": None}, r"^move=None is not text or a whole number$"),
    ("fixed", {"moves": 3}, r"^moves=3 is not text"),
    ("mcts", {"simulation": 3}, r"^unknown setting 'simulation'; did you mean simulations\? \(mcts has: simulations, "),
    ("random", {"seed": 3}, r"^unknown setting 'seed' \(random has: none\)$"),
    ("mcts", {"texts": 0}, r"^texts=0 is not a whole number from 1"),
    ("ismcts", {"worlds": -2}, r"^worlds=-2 is not a whole number from 1"),
    *((kind, {}, rf"^{kind} needs its {setting}: add it, as \+agent\.NAME\.{setting}=VALUE$")
      for kind, setting in (("always", "move"), ("fixed", "moves")))])
def test_other_settings_are_refused_with_what_is_allowed(kind: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        seated(kind, **settings)


def test_only_settings_that_came_later_are_not_always_logged() -> None:
    for kind, held in (("mcts", {}), ("random", {"texts": 8}), ("llm", {"texts": 8})):
        assert registry.settings_to_log(kind, {"texts": 8}) == held
    assert registry.settings_to_log("mcts", {"texts": 9}) == {"texts": 9}


def test_the_list_of_agents_is_quick_to_import() -> None:
    heavy = {"litellm", "pandas", "matplotlib"}
    code = f"import sys, gtarena.agents.registry; print(sorted({heavy!r} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


COUNT = Annotated[int, Field(ge=1, le=9)]
WEIGHT = Annotated[float, Field(ge=0, allow_inf_nan=False)]


@pytest.mark.parametrize(("value", "hint"), [
    (1, COUNT), (9, COUNT), (2, WEIGHT), (0.5, WEIGHT), (None, str | None), ("a", Literal["a", "b"]),
    (-1, COUNT | Literal[-1]), (["a", 1], str | Sequence[str | int]), (False, bool)])
def test_values_of_the_type_pass(value, hint):
    require_type("x", value, hint)


@pytest.mark.parametrize(("value", "hint", "allowed"), [
    (0, COUNT, "a whole number from 1 to 9"), (True, COUNT, "a whole number from 1 to 9"),
    ("3", COUNT, "a whole number from 1 to 9"), (float("nan"), WEIGHT, "a number of at least 0"),
    (float("inf"), WEIGHT, "a number of at least 0"), (5, str | None, "text"), ("c", Literal["a", "b"], "a or b"),
    (-2, COUNT | Literal[-1], "a whole number from 1 to 9 or -1"), (5, str | Sequence[str | int], "text or a list"),
    (1, bool, "true or false")])
def test_other_values_are_refused_with_what_is_allowed(value, hint, allowed):
    with pytest.raises(UsageError) as refused:
        require_type("x", value, hint)
    assert str(refused.value) == f"x={value} is not {allowed}"


@pytest.fixture
def _brief(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Adds the file ``conf/agent/brief.yaml``, a quick search."""
    folder = tmp_path / "conf"
    shutil.copytree(config_folder(), folder)
    (folder / "agent" / "brief.yaml").write_text("description: a quick search\nkind: mcts\nsimulations: 3\n")
    for module in (loading, composing, gated_hydra):
        monkeypatch.setattr(module, "config_folder", lambda: folder)
    hydra_config.register_configs_of.cache_clear()
    yield
    hydra_config.register_configs_of.cache_clear()


@pytest.mark.usefixtures("_brief")
def test_a_new_file_is_a_new_agent_everywhere(command: Command, tmp_path: Path) -> None:
    assert "  brief                                    a quick search\n" in help_text()
    (able,) = [line for line in game_listing.one_game("nim") if line.startswith("Agents")]
    assert ", brief, " in able
    assert "  not brief: it needs a game with terminal rewards" in list(game_listing.one_game("coop_box_pushing"))
    settings = {"kind": "mcts", "simulations": 3}
    assert gtarena.play("nim", ["brief", "random"]).seats[0].params == settings
    assert command("game=nim", "agents=[brief]", "agent.brief.simulations=2", "matches=1").code == 0
    (line,) = (tmp_path / "results" / "nim" / "matches.jsonl").read_text().splitlines()
    assert json.loads(line)["seats"][0]["params"] == {**settings, "simulations": 2}


def test_a_preset_has_a_kind_first_and_a_description_apart_in_a_file_of_its_name() -> None:
    preset = AgentPreset.from_config("brief", {"description": "quick", "kind": "mcts", "simulations": 3})
    assert list(preset.settings.items()) == [("kind", "mcts"), ("simulations", 3)]
    assert (preset.name, preset.kind, preset.description) == ("brief", "mcts", "quick")
    with pytest.raises(UsageError, match=r"^agent brief has no kind: set agent.brief.kind$"):
        _ = AgentPreset("brief", {"simulations": 3}).kind
    for preset in all_presets().values():
        assert preset.kind in {*registry.KINDS, "llm", "human"}
        assert next(iter(preset.settings)) == "kind"
        assert preset.description
        assert "\n" not in preset.description
    assert set(all_presets()) == {path.stem for path in (config_folder() / "agent").iterdir()}


def test_an_installation_without_its_settings_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkout, "__file__", str(tmp_path / "gtarena" / "system" / "checkout.py"))
    both = f"{tmp_path / 'gtarena' / 'conf'} or {tmp_path / 'conf'}"
    with pytest.raises(UsageError, match=rf"^the folder of settings is missing \({both}\): install gtarena again$"):
        config_folder()


TWO_AT_ONCE = "it needs two players who choose at the same time"
SAME_MOVES = "it needs the same moves for both players in every round"
NOT_SOLVED = "the game is too large to solve exactly, or no solver supports it"
ONE_AT_A_TIME = "it needs hidden information and players who move one at a time"
SPOKEN = "its players say free texts, among which it cannot search"
BOTH_CAN_MAKE = "it needs moves that both players can make, and its players say free texts"
TALK, CLUE, DUET = small_talk(), clue(), duet()


@pytest.mark.parametrize(("kind", "game", "reason"), [
    *(("tit_for_tat", game, None) for game in (
        "iterated_prisoners_dilemma", "iterated_prisoners_dilemma(max_rounds=1)", "matrix_pd",
        "repeated_game(stage_game=matrix_rps(),num_repetitions=4)", "el_farol(players=2)")),
    *(("tit_for_tat", game, TWO_AT_ONCE) for game in ("el_farol", "tic_tac_toe", TALK)),
    ("tit_for_tat", DUET, BOTH_CAN_MAKE), ("grim", DUET, BOTH_CAN_MAKE), ("grim", "matching_pennies_3p", TWO_AT_ONCE),
    # A card that has been played is gone, and the two have played different ones.
    ("grim", "goofspiel(num_cards=4)", SAME_MOVES),
    *(("mcts", game, None) for game in ("tic_tac_toe", "el_farol", "goofspiel(num_cards=4)", TALK, DUET)),
    ("mcts", "repeated_game(stage_game=matrix_rps(),num_repetitions=4)", "it needs a game with terminal rewards"),
    *((kind, "mfg_crowd_modelling", "a mean-field game has no separate players") for kind in ("mcts", "random")),
    ("random", "tic_tac_toe", None), ("random", DUET, None),
    ("ismcts", "kuhn_poker", None), ("ismcts", "negotiation", None),
    *(("ismcts", game, ONE_AT_A_TIME) for game in ("tic_tac_toe", "el_farol", DUET)),
    ("ismcts", TALK, SPOKEN), ("ismcts", CLUE, SPOKEN),
    ("ismcts", "tarok", "it needs a game that states what each player knows and lists its chance outcomes"),
    ("solver", "nim", None), ("solver", "kuhn_poker", None),
    *(("solver", game, NOT_SOLVED) for game in ("kuhn_poker(players=3)", "chess", "el_farol", TALK)),
    ("rational", TALK, "the game defines no optimal strategy"),
], ids=str)
def test_each_kind_says_what_it_can_play(kind: str, game: Any, reason: str | None) -> None:
    assert reason_not_playable(kind, pyspiel.load_game(game) if isinstance(game, str) else game) == reason


@pytest.mark.parametrize(("kind", "game", "message"), [
    ("tit_for_tat", "el_farol", f"tit_for_tat cannot play el_farol: {TWO_AT_ONCE}"),
    ("grim", "tic_tac_toe", f"grim cannot play tic_tac_toe: {TWO_AT_ONCE}"),
    ("mcts", "coop_box_pushing", "mcts cannot play coop_box_pushing: it needs a game with terminal rewards"),
    ("ismcts", "pig", f"ismcts cannot play pig: {ONE_AT_A_TIME}")])
def test_an_agent_refuses_a_game_that_it_cannot_play(kind: str, game: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        KINDS[kind](Seating(pyspiel.load_game(game), 0, 1))
    assert str(refused.value) == message


def test_a_scheme_that_analyses_others_needs_several_of_them():
    assert reason_not_usable("pgm", pyspiel.load_game("tic_tac_toe")) == "it needs more than two players"
    assert reason_not_usable("pgm", pyspiel.load_game("kuhn_poker", {"players": 3})) is None
    assert reason_not_usable("single", pyspiel.load_game("tic_tac_toe")) is None
