from pathlib import Path
from typing import Any

import pytest

from gtarena.agents.llm.settings import TokenLimits
from gtarena.agents.presets import AgentPreset, all_presets
from gtarena.errors import UsageError
from gtarena.models.cache import default_cache_path
from gtarena.models.settings import ModelSettings
from gtarena.runs.plan import plan_matches, planned_games
from gtarena.runs.settings import CacheSettings, GameSettings, PlannedGame, RunSettings, SuiteSettings
from tests.support import team_games

PRESETS = {name: AgentPreset(name, settings) for name, settings in {
    "random": {"kind": "random"}, "mcts": {"kind": "mcts", "simulations": 5}, "tit_for_tat": {"kind": "tit_for_tat"},
}.items()}
PIG = PlannedGame(GameSettings("pig", {"winscore": 20}), ("random", "mcts"), 4, settings={"mcts": {"simulations": 2}})
NIM = PlannedGame(GameSettings("nim"), ("random",))
SUITE = SuiteSettings("small", (PIG, NIM))


def listed(**given: Any) -> list[PlannedGame]:
    return planned_games(RunSettings(**given))


def planned(**given: Any):
    return plan_matches(RunSettings(presets=PRESETS, **given))


def test_a_single_game_is_played_ten_times_by_the_model_and_random_play_and_a_suite_states_all_numbers():
    assert listed(game=GameSettings("kuhn_poker", {"players": 2})) == [
        PlannedGame(GameSettings("kuhn_poker", {"players": 2}), ("llm", "random"), 10)]
    assert {spec.suite for spec in planned(game=GameSettings("nim"), agents=("random",))} == {None}
    assert listed(suite=SUITE) == [PIG, NIM]
    entries = listed(suite=SUITE, agents=("mcts",), matches=1)
    assert [(entry.agents, entry.matches) for entry in entries] == [(("mcts",), 1)] * 2
    assert [entry.game.name for entry in listed(suite=SUITE, games=("nim",))] == ["nim"]


@pytest.mark.parametrize(("given", "message"), [
    ({}, r"nothing to play: give game=NAME or suite=NAME"),
    ({"suite": SUITE, "games": ("nim", "chess")}, r"games=chess is not in suite small \(it has: pig, nim\)"),
    ({"game": GameSettings("nim"), "suite": SUITE}, r"game=nim cannot be combined with a suite"),
    ({"game": GameSettings("nim"), "games": ("nim",)}, r"game=nim cannot be combined with a suite"),
    ({"suite": SuiteSettings("s", (PlannedGame(GameSettings("nim")),))}, r"the suite lists no agents for nim"),
    ({"suite": SUITE, "agents": ()}, r"agents=\[\] names no agent"),
    ({"suite": SUITE, "matches": 0}, r"matches=0 is not a whole number of at least 1")])
def test_what_makes_no_run_is_refused(given, message):
    with pytest.raises(UsageError, match=message):
        listed(**given)


def test_every_pair_of_agents_meets_so_many_times_and_settings_hold_for_their_game_alone():
    specs = planned(suite=SUITE)
    assert [spec.game for spec in specs] == ["pig"] * 4 + ["nim"] * 10
    assert {spec.suite for spec in specs} == {"small"}
    assert len({spec.match_id for spec in specs}) == 14
    assert len(planned(suite=SuiteSettings("small", (NIM, NIM)))) == 10
    specs = planned(suite=SuiteSettings("small", (PIG, PlannedGame(GameSettings("nim"), ("mcts",)))))
    seated = {(spec.game, seat.agent, seat.params.get("simulations")) for spec in specs for seat in spec.seats}
    assert seated == {("pig", "random", None), ("pig", "mcts", 2), ("nim", "mcts", 5)}

    def seeds(draws):
        return {spec.seed for spec in planned(suite=SUITE, games=("pig",), draws=draws)}

    assert (len(seeds("paired")), len(seeds("fresh"))) == (2, 4)


def test_a_number_of_players_holds_where_it_can_be_chosen_and_what_no_game_takes_is_found_out_beforehand():
    suite = SuiteSettings("s", (NIM, PlannedGame(GameSettings("el_farol", {"rounds": 2}), ("random",))))
    first, second = listed(suite=suite, players=3)
    assert first == NIM
    assert second.game == GameSettings("el_farol", {"rounds": 2, "players": 3})
    assert {(spec.game, len(spec.seats)) for spec in planned(suite=suite, players=3)} == {("nim", 2), ("el_farol", 3)}
    with pytest.raises(UsageError, match=r"^players=3: nim can only be played by a fixed number of players"):
        listed(suite=SuiteSettings("s", (PlannedGame(GameSettings("nim"), ("random",)),)), players=3)
    with pytest.raises(UsageError, match=r"^agent tit_for_tat: tit_for_tat cannot play nim"):
        planned(game=GameSettings("nim"), agents=("random", "tit_for_tat"))
    with pytest.raises(UsageError, match=r"^unknown prompt version 'nosuch' \(pig has: "):
        planned(suite=SUITE, agents=("random",), prompt="nosuch")
    mixed = SuiteSettings("mixed", (NIM, PlannedGame(GameSettings("othello"), ("random",))))
    assert planned(suite=mixed, prompt="paper")  # of nim alone


@pytest.mark.parametrize("agents", [("always:999",), ("fixed:nosuch/moves", "random"), ("null:always:999",)])
def test_a_move_that_no_position_knows_is_found_out_beforehand(agents):
    with pytest.raises(UsageError, match=r"^agent \S*: (always|fixed): '\w+' is not a legal move of nim here"):
        plan_matches(RunSettings(game=GameSettings("nim"), agents=agents))


def seatings(specs):
    return ["-".join(seat.agent for seat in spec.seats) for spec in specs]


def test_agents_meet_their_opponents_besides_each_other_and_fill_the_teams_of_a_game():
    specs = planned(game=GameSettings("nim"), agents=("mcts",), opponents=("random",), matches=2)
    assert seatings(specs) == ["mcts-random", "random-mcts"]
    specs = planned(game=GameSettings("nim"), agents=("mcts", "random"), opponents=("random",), matches=2)
    assert [spec.challengers for spec in specs] == [None, None]
    suite = SuiteSettings("s", (PlannedGame(GameSettings("nim"), ("mcts",), 1, ("random",)),))
    assert seatings(planned(suite=suite)) == ["mcts-random"]
    assert seatings(planned(suite=suite, opponents=(), agents=("mcts", "random"))) == ["mcts-random"]
    team_games.register()
    specs = planned(game=GameSettings("team_bidding"), agents=("random", "mcts"), matches=2)
    assert seatings(specs) == ["random-random-mcts-mcts", "mcts-mcts-random-random"]
    against = planned(game=GameSettings("team_bidding"), agents=("mcts",), opponents=("random",), matches=2)
    assert seatings(against) == ["mcts-mcts-random-random", "random-random-mcts-mcts"]
    game = GameSettings("el_farol", {"players": 3})
    specs = planned(game=game, agents=("mcts",), opponents=("random",), matches=3)
    assert seatings(specs) == ["mcts-random-random", "random-mcts-random", "random-random-mcts"]
    assert [spec.challengers for spec in specs] == [(0,), (1,), (2,)]


@pytest.mark.parametrize(("agents", "opponents", "measured"), [
    (("mcts",), ("random",), [(0,), (1,)]),
    (("mcts", "random"), ("random",), [(0,), (1,)]),  # random is not its own opponent
    (("mcts", "random"), ("mcts", "random"), [None, None]),  # each challenges the other in the same matches
])
def test_a_match_between_equal_agents_is_played_once_and_measures_all_who_challenge_in_it(agents, opponents, measured):
    specs = planned(game=GameSettings("nim"), agents=agents, opponents=opponents, matches=2, pairings="opponents")
    assert seatings(specs) == ["mcts-random", "random-mcts"]
    assert [spec.challengers for spec in specs] == measured


LIMITED = SuiteSettings("limited", (
    PlannedGame(GameSettings("nim"), ("llm", "tot"), 1, limits=TokenLimits(40, {"tree_of_thoughts": 256})),
    PlannedGame(GameSettings("pig"), ("llm", "tot"), 1)))


@pytest.mark.parametrize(("run", "nim", "pig"), [(None, (40, 256), (None, None)), (2000, (2000, 2000), (2000, 2000))])
def test_a_suites_limits_of_replies_hold_for_their_game_where_the_run_has_none(run, nim, pig):
    specs = plan_matches(RunSettings(suite=LIMITED, model=ModelSettings(max_tokens=run)))
    assert [(spec.game, *(seat.params["max_tokens"] for seat in spec.seats)) for spec in specs] == [
        ("nim", *nim), ("pig", *pig)]


def test_the_cache_is_a_file_of_the_users_or_off_and_a_run_has_the_all_presets_and_one_worker(tmp_path):
    assert CacheSettings().file == default_cache_path()
    with pytest.raises(UsageError, match=r"^cache\.path is an empty path"):
        assert CacheSettings(path="").file
    assert CacheSettings(path="~/replies.sqlite").file == Path.home() / "replies.sqlite"
    assert CacheSettings(enabled=False, path="replies.sqlite").file is None
    for settings in (CacheSettings(path=str(tmp_path / "c.sqlite")),
                     CacheSettings(enabled=False, path=str(tmp_path / "c.sqlite"))):
        assert settings.queues == tmp_path / "limits.sqlite"
    assert CacheSettings().queues.parent == CacheSettings().file.parent
    settings = RunSettings()
    assert settings.presets == all_presets()
    assert (settings.workers, settings.prompt, settings.pairings, settings.agents) == (1, "v1", "all", None)
    assert (settings.draws, settings.players) == ("paired", None)


@pytest.mark.parametrize("matches", [0, -1, "3", True, 2.0])
def test_a_game_of_a_suite_is_played_a_whole_number_of_times(matches):
    with pytest.raises(UsageError) as refused:
        PlannedGame(GameSettings("nim"), ("random",), matches)
    assert str(refused.value) == f"matches={matches!r} of nim is not a whole number of at least 1"


@pytest.mark.parametrize(("given", "message"), [
    ({"agents": ()}, "agents=[] names no agent: list at least one, as in agents=[llm,random]"),
    ({"pairings": "some"}, "pairings=some is not all or opponents or mixed"),
    ({"draws": "same"}, "draws=same is not paired or fresh"), ({"sides": "left"}, "sides=left is not rotated or drawn"),
    ({"matches": 0}, "matches=0 is not a whole number of at least 1"),
    ({"workers": 0}, "workers=0 is not a whole number of at least 1"),
    *(({"name": name}, f"name={name} names no folder of its own in results/: give the run a name, or leave it out")
      for name in ("", "..", "a/../..", "/tmp/elsewhere", " /elsewhere"))])
def test_values_that_make_no_run_are_refused_with_what_is_allowed(given, message):
    with pytest.raises(UsageError) as refused:
        RunSettings(**given)
    assert str(refused.value) == message


@pytest.mark.parametrize("name", [["a"], 3, None])
def test_a_game_is_named_by_a_text(name):
    with pytest.raises(UsageError, match=r"^game\.name=.* is not the name of a game"):
        GameSettings(name)


ADDRESS = "http://u:secret@127.0.0.1:1/v1"


@pytest.mark.parametrize(("model", "agents", "message"), [
    (ModelSettings(api_base=ADDRESS), ("llm@openai/a", "llm@ollama/b"),
     "model.api_base=http://127.0.0.1:1/v1 reaches no agent.*play with ollama/b, openai/a.*write agents=.llm. "
     "model.name=ollama/b"),
    (ModelSettings("openai/a", api_base=ADDRESS), ("llm@openai/a",), "reaches no agent"),
    (ModelSettings("openai/c"), ("llm@openai/a", "random"), "model.name=openai/c reaches no agent.*leave it out")])
def test_settings_of_the_runs_own_model_are_refused_if_all_that_play_are_named_after_an_at(model, agents, message):
    run = {"game": GameSettings("nim"), "presets": all_presets(), "model": model}
    with pytest.raises(UsageError, match=message):
        plan_matches(RunSettings(**run, agents=agents))
    for others in (("llm", *agents), ("random", "mcts"), ("human", "random")):
        assert plan_matches(RunSettings(**run, agents=others))
    assert plan_matches(RunSettings(**{**run, "model": ModelSettings(temperature=0)}, agents=agents))
