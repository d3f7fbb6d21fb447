import asyncio
import itertools
import math

import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401
from gtarena.agents.base import NoMove
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings
from gtarena.agents.strategies import Strategy
from gtarena.errors import UnplayableError
from gtarena.games import match_ends
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import ModelError
from gtarena.runs.matches.match import NODES_AT_ONCE, play_match
from gtarena.runs.matches.match_state import AgentError
from tests.support import endless_games, team_games
from tests.support.scripted import Script, ScriptedModel


def played(game: str, *agents: Script, seed: int = 0):
    adapter = adapters.for_game(pyspiel.load_game(game))
    return asyncio.run(play_match(adapter, [lambda seating, agent=agent: agent for agent in agents], seed))


def test_players_move_in_turn_until_the_game_is_over():
    result = played("tic_tac_toe", Script([0, 1, 2]), Script([3, 4]))
    assert [(step.player, step.action) for step in result.history] == [(0, 0), (1, 3), (0, 1), (1, 4), (0, 2)]
    assert (result.returns, result.outcome, result.history[0].name) == ([1.0, -1.0], "finished", "x(0,0)")
    result = played("turn_based_simultaneous_game(game=matrix_pd())", Script([1]), Script([1]))
    assert [step.player for step in result.history] == [0, 1]


def test_chance_follows_from_the_seed_alone_and_agents_draw_for_themselves_anew():
    deals = [[step.action for step in played("kuhn_poker", Script([0]), Script([0]), seed=seed).history[:2]]
             for seed in (0, 0, 1, 2, 3, 4, 5)]
    assert deals[0] == deals[1]
    assert len(set(map(tuple, deals))) > 1
    seeds: dict[str, list[int]] = {}
    deals = []
    for match_id in ("a", "b"):
        drawn = seeds.setdefault(match_id, [])

        def make(seating, drawn=drawn):
            drawn.append(seating.seed)
            return Script([0])

        adapter = adapters.for_game(pyspiel.load_game("kuhn_poker"))
        deals.append([step.action for step in asyncio.run(play_match(adapter, [make, make], 3, match_id)).history[:2]])
    assert deals[0] == deals[1]
    assert len({*seeds["a"], *seeds["b"]}) == 4


def test_a_decision_knows_which_moves_so_far_a_model_stated():
    def make(seating):
        model = ScriptedModel("Well.", "Answer: C1R2", "Well.", "Well.")
        return LlmAgent(seating, model, LlmSettings(policy="random", retries=1), InMemoryTexts())

    other = Script([0, 1, NoMove("invalid", "no move")])
    adapter = adapters.for_game(pyspiel.load_game("tic_tac_toe"))
    result = asyncio.run(play_match(adapter, [lambda seating: other, make], 1))
    assert [step.player for step in result.history] == [0, 1, 0, 1]
    assert [decision.stated for decision in other.decisions] == [set(), {1}, {1}]


def test_simultaneous_moves_are_asked_for_before_any_is_applied_and_players_told_what_others_did():
    one, two = Script([0, 1]), Script([1, 1])
    result = played("iterated_prisoners_dilemma(max_rounds=2,termination_probability=0.0)", one, two)
    assert one.histories == two.histories == ["", "0, 1"]
    assert result.returns == [0 + 1, 10 + 1]
    assert [(step.player, step.name) for step in result.history] == [
        (0, "Cooperate"), (1, "Defect"), (0, "Defect"), (1, "Defect")]
    one, two = Script([0]), Script([0])
    result = played("kuhn_poker", one, two)
    deal = [(-1, step.action) for step in result.history[:2]]
    assert one.told == [*deal, (1, 0)]
    assert two.told == [*deal, (0, 0)]
    assert [one.decisions[0].move_number, two.decisions[0].move_number] == [2, 3]


def test_an_illegal_action_of_an_agent_never_reaches_the_game_and_an_invalid_match_has_no_returns():
    for game, first, second, fault in (("tic_tac_toe", [0], [0], "1 chose action 0"),
                                       ("tic_tac_toe", [99], [], "0 chose action 99"),
                                       ("iterated_prisoners_dilemma", [0], [2], "1 chose action 2")):
        with pytest.raises(AgentError, match=f"seat {fault}"):
            played(game, Script(first), Script(second))
    assert played("kuhn_poker", Script([NoMove("invalid", "x")]), Script([])).returns is None
    with pytest.raises(UnplayableError, match="a match pays nan, nan"):
        first_actions(endless_games.walk(steps=4, pays=math.nan))


@pytest.mark.parametrize(("game", "offender", "returns"), [
    ("kuhn_poker", 0, [-2, 2]), ("kuhn_poker", 1, [2, -2]),  # the full stake of a zero-sum game
    ("iterated_prisoners_dilemma", 0, None), ("team_bidding", 1, [0, 0, 1, 1]), ("team_bidding", 2, [1, 1, 0, 0]),
    ("team_bidding(lineup=crossed)", 2, [0, 1, 0, 1]), ("team_bidding(lineup=trio)", 0, None),
    ("lone_bidding", 0, [0, 1, 1]), ("lone_bidding(lone=1)", 2, [0, 1, 0])])
def test_a_forfeit_is_lost_by_the_offenders_side_where_there_are_two(game, offender, returns):
    team_games.register()
    agents = [Script([0]) for _ in range(pyspiel.load_game(game).num_players())]
    agents[offender] = Script([NoMove("forfeit", "no legal move")])
    result = played(game, *agents)
    assert (result.outcome, result.offender, result.returns) == ("forfeit", offender, returns)
    assert result.error == "no legal move"


def test_a_match_that_nobody_has_to_wait_for_lets_others_have_their_turn():
    turns = []

    def act(decision):
        turns.append("match")
        return decision.legal_actions[:1]

    async def beside() -> None:
        match = asyncio.create_task(play_match(
            adapters.for_game(pyspiel.load_game("connect_four")), [lambda seating: Strategy(act)] * 2, 0))
        while not match.done():
            turns.append("other")
            await asyncio.sleep(0)

    asyncio.run(beside())
    longest = max(map(len, "".join(turn[0] for turn in turns).split("o")))
    assert turns.count("match") > longest == NODES_AT_ONCE


@pytest.mark.parametrize("instant", [True, False])
def test_all_are_asked_even_if_one_fails(instant):
    players = [Script([ModelError("the model is out", "temporary", "m")]), Script([1])]
    for player in players:
        player.instant = instant
    with pytest.raises(ModelError):
        played("iterated_prisoners_dilemma(max_rounds=2,termination_probability=0.0)", *players)
    assert [len(player.decisions) for player in players] == [1, 1]


def first_actions(game: pyspiel.Game):
    adapter = adapters.for_game(game)
    return asyncio.run(play_match(adapter, [lambda seating: Script(itertools.repeat(0))] * game.num_players(), 0))


@pytest.mark.parametrize("game", [endless_games.walk, endless_games.joint_walk])
def test_a_match_goes_on_for_as_long_as_any_match_of_the_game_may_and_then_fails(game, monkeypatch):
    monkeypatch.setattr(match_ends, "LEAST", 100)
    assert first_actions(game(steps=100)).returns == [0.0, 0.0]
    with pytest.raises(UnplayableError, match=r"walk\(.*\) cannot be played: a match has not ended after 100 moves"):
        first_actions(game(steps=101))


@pytest.mark.parametrize("game", [
    endless_games.walk(gap=0), endless_games.walk(gap=3), endless_games.joint_walk(gap=0),
    endless_games.joint_walk(gap=3), pyspiel.load_game("nim(pile_sizes=-1;0)"),
    pyspiel.load_game("goofspiel(num_cards=0)")], ids=str)
def test_a_position_where_nobody_can_move_ends_the_match_with_an_error(game):
    with pytest.raises(UnplayableError, match="cannot be played: a match comes to a position without legal moves"):
        first_actions(game)
