from typing import Any

import pytest

from gtarena.agents.llm.token_limits import TokenLimits
from gtarena.agents.presets import AgentPreset
from gtarena.errors import UsageError
from gtarena.models.settings import ModelSettings
from gtarena.runs.plan import plan, planned_games
from gtarena.runs.settings import GameSettings, PlannedGame, RunSettings, SuiteSettings
from tests.support import team_games

PRESETS = {name: AgentPreset(name, settings) for name, settings in {
    "random": {"kind": "random"},
    "mcts": {"kind": "mcts", "simulations": 5},
    "tit_for_tat": {"kind": "tit_for_tat"},
}.items()}
PIG = PlannedGame(GameSettings("pig", {"winscore": 20}), ("random", "mcts"), 4, settings={"mcts": {"simulations": 2}})
NIM = PlannedGame(GameSettings("nim"), ("random",))
SUITE = SuiteSettings("small", (PIG, NIM))


def listed(**given: Any) -> list[PlannedGame]:
    return planned_games(RunSettings(**given))


def planned(**given: Any):
    return plan(RunSettings(presets=PRESETS, **given))


def test_a_single_game_is_played_by_the_model_and_random_play_ten_times():
    assert listed(game=GameSettings("kuhn_poker", {"players": 2})) == [
        PlannedGame(GameSettings("kuhn_poker", {"players": 2}), ("llm", "random"), 10),
    ]


def test_a_suite_states_games_agents_and_numbers_of_matches():
    assert listed(suite=SUITE) == [PIG, NIM]


def test_agents_and_matches_of_the_command_take_the_place_of_the_suites():
    entries = listed(suite=SUITE, agents=("mcts",), matches=1)
    assert [(entry.agents, entry.matches) for entry in entries] == [(("mcts",), 1)] * 2


def test_part_of_a_suite_can_be_played():
    assert [entry.game.name for entry in listed(suite=SUITE, games=("nim",))] == ["nim"]


@pytest.mark.parametrize(("given", "message"), [
    ({}, r"nothing to play: give game=NAME or suite=NAME"),
    ({"suite": SUITE, "games": ("nim", "chess")}, r"games=chess is not in suite small \(it has: pig, nim\)"),
    ({"game": GameSettings("nim"), "suite": SUITE}, r"game=nim cannot be combined with a suite"),
    ({"game": GameSettings("nim"), "games": ("nim",)}, r"game=nim cannot be combined with a suite"),
    ({"suite": SuiteSettings("s", (PlannedGame(GameSettings("nim")),))}, r"the suite lists no agents for nim"),
    ({"suite": SUITE, "agents": ()}, r"agents=\[\] names no agent"),
    ({"suite": SUITE, "matches": 0}, r"matches=0 is not a whole number of at least 1"),
])
def test_what_makes_no_run_is_refused(given, message):
    with pytest.raises(UsageError, match=message):
        listed(**given)


def test_every_pair_of_agents_meets_so_many_times():
    specs = planned(suite=SUITE)
    assert [spec.game for spec in specs] == ["pig"] * 4 + ["nim"] * 10
    assert {spec.suite for spec in specs} == {"small"}
    assert len({spec.match_id for spec in specs}) == 14


def test_a_suites_setting_of_an_agent_holds_for_its_game_alone():
    specs = planned(suite=SuiteSettings("small", (PIG, PlannedGame(GameSettings("nim"), ("mcts",)))))
    seated = {(spec.game, seat.agent, seat.params.get("simulations")) for spec in specs for seat in spec.seats}
    assert seated == {("pig", "random", None), ("pig", "mcts", 2), ("nim", "mcts", 5)}


def test_a_number_of_players_holds_for_the_games_of_a_suite_that_let_one_choose_it():
    suite = SuiteSettings("s", (NIM, PlannedGame(GameSettings("el_farol", {"rounds": 2}), ("random",))))
    first, second = listed(suite=suite, players=3)
    assert first == NIM
    assert second.game == GameSettings("el_farol", {"rounds": 2, "players": 3})
    assert {(spec.game, len(spec.seats)) for spec in planned(suite=suite, players=3)} == {("nim", 2), ("el_farol", 3)}


def test_a_number_of_players_is_refused_where_no_game_has_this_parameter():
    with pytest.raises(UsageError, match=r"^players=3: nim can only be played by a fixed number of players"):
        listed(suite=SuiteSettings("s", (PlannedGame(GameSettings("nim"), ("random",)),)), players=3)


def test_draws_can_be_fresh_in_every_match_of_a_table():
    def seeds(draws):
        return {spec.seed for spec in planned(suite=SUITE, games=("pig",), draws=draws)}

    assert (len(seeds("paired")), len(seeds("fresh"))) == (2, 4)


def test_a_match_that_is_listed_twice_is_played_once():
    assert len(planned(suite=SuiteSettings("small", (NIM, NIM)))) == 10


def test_a_single_game_belongs_to_no_suite():
    assert {spec.suite for spec in planned(game=GameSettings("nim"), agents=("random",))} == {None}


def test_an_agent_that_cannot_play_a_game_is_found_out_beforehand():
    with pytest.raises(UsageError, match=r"^agent tit_for_tat: tit_for_tat cannot play nim"):
        planned(game=GameSettings("nim"), agents=("random", "tit_for_tat"))


@pytest.mark.parametrize("agents", [("always:999",), ("fixed:nosuch/moves", "random"), ("null:always:999",)])
def test_a_move_that_no_position_knows_is_found_out_beforehand(agents):
    with pytest.raises(UsageError, match=r"^agent \S*: (always|fixed): '\w+' is not a legal move of nim here"):
        plan(RunSettings(game=GameSettings("nim"), agents=agents))


def test_a_prompt_version_that_no_game_of_the_run_has_is_refused_whoever_plays():
    with pytest.raises(UsageError, match=r"^unknown prompt version 'nosuch' \(pig has: "):
        planned(suite=SUITE, agents=("random",), prompt="nosuch")
    mixed = SuiteSettings("mixed", (NIM, PlannedGame(GameSettings("othello"), ("random",))))
    assert planned(suite=mixed, prompt="paper")  # of nim alone


def seatings(specs):
    return ["-".join(seat.agent for seat in spec.seats) for spec in specs]


def test_agents_meet_their_opponents_besides_each_other():
    specs = planned(game=GameSettings("nim"), agents=("mcts",), opponents=("random",), matches=2)
    assert seatings(specs) == ["mcts-random", "random-mcts"]


def test_a_suites_opponents_can_be_replaced():
    suite = SuiteSettings("s", (PlannedGame(GameSettings("nim"), ("mcts",), 1, ("random",)),))
    assert seatings(planned(suite=suite)) == ["mcts-random"]
    assert seatings(planned(suite=suite, opponents=(), agents=("mcts", "random"))) == ["mcts-random"]


def test_two_agents_fill_a_game_of_two_teams_whatever_the_number_of_seats():
    team_games.register()
    specs = planned(game=GameSettings("team_bidding"), agents=("random", "mcts"), matches=2)
    assert seatings(specs) == ["random-random-mcts-mcts", "mcts-mcts-random-random"]
    against = planned(game=GameSettings("team_bidding"), agents=("mcts",), opponents=("random",), matches=2)
    assert seatings(against) == ["mcts-mcts-random-random", "random-random-mcts-mcts"]


def test_in_a_game_of_three_an_agent_challenges_a_table_of_its_opponents():
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


def test_agents_who_also_meet_each_other_are_both_measured_there():
    specs = planned(game=GameSettings("nim"), agents=("mcts", "random"), opponents=("random",), matches=2)
    assert [spec.challengers for spec in specs] == [None, None]


LIMITED = SuiteSettings("limited", (
    PlannedGame(GameSettings("nim"), ("llm", "tot"), 1, limits=TokenLimits(40, {"tree_of_thoughts": 256})),
    PlannedGame(GameSettings("pig"), ("llm", "tot"), 1)))


@pytest.mark.parametrize(("run", "nim", "pig"), [(None, (40, 256), (None, None)), (2000, (2000, 2000), (2000, 2000))])
def test_a_suites_limits_of_replies_hold_for_their_game_where_the_run_has_none(run, nim, pig):
    specs = plan(RunSettings(suite=LIMITED, model=ModelSettings(max_tokens=run)))
    assert [(spec.game, *(seat.params["max_tokens"] for seat in spec.seats)) for spec in specs] == [
        ("nim", *nim), ("pig", *pig)]
