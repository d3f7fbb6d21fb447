from typing import Any

import pytest

from gtarena.agents.lineup import Lineup, maker
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import Memory
from gtarena.models.settings import ModelSettings
from gtarena.runs.plan import Entry, entries, plan

CONFIGS = {
    "random": {"kind": "random"},
    "mcts": {"kind": "mcts", "simulations": 5},
    "tit_for_tat": {"kind": "tit_for_tat"},
}
SUITE = {"name": "small", "games": [
    {"game": "pig(winscore=20)", "agents": ["random", "mcts"], "matches": 4, "agent": {"mcts": {"simulations": 2}}},
    {"game": "nim", "agents": ["random"]},
]}


def settings(**given: Any) -> dict[str, Any]:
    return {"game": None, "suite": None, "games": None, "agents": None, "matches": None, "seed": 0,
            "opponents": None, "pairings": "all", **given}


def planned(**given: Any):
    lineup = Lineup(CONFIGS, ModelSettings(), "v1", {"policy": "forfeit", "retries": 2})
    return plan(settings(**given), lineup, lambda seat: maker(seat, None, Memory()))


def test_a_single_game_is_played_by_the_model_and_random_play_ten_times():
    assert entries(settings(game={"name": "kuhn_poker", "players": 2})) == [
        Entry("kuhn_poker", {"players": 2}, ("llm", "random"), 10),
    ]


def test_a_suite_states_games_agents_and_numbers_of_matches():
    assert entries(settings(suite=SUITE)) == [
        Entry("pig", {"winscore": 20}, ["random", "mcts"], 4, settings={"mcts": {"simulations": 2}}),
        Entry("nim", {}, ["random"], 10),
    ]


def test_agents_and_matches_of_the_command_take_the_place_of_the_suites():
    given = settings(suite=SUITE, agents=["mcts"], matches=1)
    assert [(entry.agents, entry.matches) for entry in entries(given)] == [(["mcts"], 1)] * 2


def test_part_of_a_suite_can_be_played():
    assert [entry.game for entry in entries(settings(suite=SUITE, games=["nim"]))] == ["nim"]


@pytest.mark.parametrize(("given", "message"), [
    ({}, r"nothing to play: give game=NAME or suite=NAME"),
    ({"suite": SUITE, "games": ["nim", "chess"]}, r"games=chess is not in suite small \(it has: pig, nim\)"),
    ({"game": {"name": "nim"}, "suite": SUITE}, r"game=nim leaves no room for a suite"),
    ({"game": {"name": "nim"}, "games": ["nim"]}, r"game=nim leaves no room for a suite"),
    ({"suite": SUITE, "agents": []}, r"agents=\[\] names nobody"),
    ({"suite": SUITE, "matches": 0}, r"matches=0 is not a whole number of at least 1"),
])
def test_what_makes_no_run_is_refused(given, message):
    with pytest.raises(UsageError, match=message):
        entries(settings(**given))


def test_every_pair_of_agents_meets_so_many_times():
    specs = planned(suite=SUITE)
    assert [spec.game for spec in specs] == ["pig"] * 4 + ["nim"] * 10
    assert {spec.suite for spec in specs} == {"small"}
    assert len({spec.match_id for spec in specs}) == 14


def test_a_suites_setting_of_an_agent_holds_for_its_game_alone():
    specs = planned(suite={"name": "small", "games": [SUITE["games"][0], {"game": "nim", "agents": ["mcts"]}]})
    seated = {(spec.game, seat.agent, seat.params.get("simulations")) for spec in specs for seat in spec.seats}
    assert seated == {("pig", "random", None), ("pig", "mcts", 2), ("nim", "mcts", 5)}


def test_a_match_that_is_listed_twice_is_played_once():
    twice = {"name": "small", "games": [SUITE["games"][1]] * 2}
    assert len(planned(suite=twice)) == 10


def test_a_single_game_belongs_to_no_suite():
    assert {spec.suite for spec in planned(game={"name": "nim"}, agents=["random"])} == {None}


def test_an_agent_that_cannot_play_a_game_is_found_out_beforehand():
    with pytest.raises(UsageError, match=r"^agent tit_for_tat: tit_for_tat cannot play nim"):
        planned(game={"name": "nim"}, agents=["random", "tit_for_tat"])


def seatings(specs):
    return ["-".join(seat.agent for seat in spec.seats) for spec in specs]


def test_agents_meet_their_opponents_besides_each_other():
    specs = planned(game={"name": "nim"}, agents=["mcts"], opponents=["random"], matches=2)
    assert seatings(specs) == ["mcts-random", "random-mcts"]


def test_a_suites_opponents_can_be_replaced():
    suite = {"name": "s", "games": [{"game": "nim", "agents": ["mcts"], "opponents": ["random"], "matches": 1}]}
    assert seatings(planned(suite=suite)) == ["mcts-random"]
    assert seatings(planned(suite=suite, opponents=[], agents=["mcts", "random"])) == ["mcts-random"]
