import asyncio
import itertools
import math

import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401
from gtarena.agents.base import NoMove
from gtarena.agents.strategies import Strategy
from gtarena.errors import UnplayableError
from gtarena.games import match_ends
from gtarena.models.base import ModelError
from gtarena.runs.matches.match import NODES_AT_ONCE, play_match
from gtarena.runs.matches.table import AgentError
from tests.support import endless_games, team_games
from tests.support.scripted import Script


def played(game: str, *agents: Script, seed: int = 0):
    adapter = adapters.for_game(pyspiel.load_game(game))
    return asyncio.run(play_match(adapter, [lambda seating, agent=agent: agent for agent in agents], seed))


def test_players_alternate_until_somebody_has_three_in_a_row():
    result = played("tic_tac_toe", Script([0, 1, 2]), Script([3, 4]))
    assert [(step.player, step.action) for step in result.history] == [(0, 0), (1, 3), (0, 1), (1, 4), (0, 2)]
    assert result.returns == [1.0, -1.0]
    assert result.outcome == "finished"
    assert result.history[0].name == "x(0,0)"


def test_chance_follows_from_the_seed_alone():
    deals = [
        [step.action for step in played("kuhn_poker", Script([0]), Script([0]), seed=seed).history[:2]]
        for seed in (0, 0, 1, 2, 3, 4, 5)
    ]
    assert deals[0] == deals[1]
    assert len(set(map(tuple, deals))) > 1


def test_simultaneous_moves_are_asked_for_before_any_of_them_is_applied():
    one, two = Script([0, 1]), Script([1, 1])
    result = played("iterated_prisoners_dilemma(max_rounds=2,termination_probability=0.0)", one, two)
    assert one.histories == two.histories == ["", "0, 1"]
    assert result.returns == [0 + 1, 10 + 1]
    assert [(step.player, step.name) for step in result.history] == [
        (0, "Cooperate"), (1, "Defect"), (0, "Defect"), (1, "Defect")]


def test_players_are_told_what_chance_and_the_others_did_but_not_their_own_moves():
    one, two = Script([0]), Script([0])
    result = played("kuhn_poker", one, two)
    deal = [(-1, step.action) for step in result.history[:2]]
    assert one.told == [*deal, (1, 0)]
    assert two.told == [*deal, (0, 0)]


def test_move_numbers_count_the_history_before_a_decision():
    one, two = Script([0]), Script([0])
    played("kuhn_poker", one, two)
    assert [one.decisions[0].move_number, two.decisions[0].move_number] == [2, 3]


@pytest.mark.parametrize(("offender", "returns"), [(0, [-2.0, 2.0]), (1, [2.0, -2.0])])
def test_a_forfeited_zero_sum_game_is_lost_at_the_full_stake(offender, returns):
    agents = [Script([0]), Script([0])]
    agents[offender] = Script([NoMove("forfeit", "no legal move")])
    result = played("kuhn_poker", *agents)
    assert (result.outcome, result.offender, result.error) == ("forfeit", offender, "no legal move")
    assert result.returns == returns


def test_neither_an_invalid_match_nor_a_forfeit_in_a_general_sum_game_has_returns():
    assert played("kuhn_poker", Script([NoMove("invalid", "x")]), Script([])).returns is None
    result = played("iterated_prisoners_dilemma", Script([NoMove("forfeit", "x")]), Script([0]))
    assert (result.returns, result.offender) == (None, 0)


def test_an_illegal_action_of_an_agent_never_reaches_the_game():
    with pytest.raises(AgentError, match="seat 1 chose action 0"):
        played("tic_tac_toe", Script([0]), Script([0]))
    with pytest.raises(AgentError, match="seat 0 chose action 99"):
        played("tic_tac_toe", Script([99]), Script([]))
    with pytest.raises(AgentError, match="seat 1 chose action 2"):
        played("iterated_prisoners_dilemma", Script([0]), Script([2]))


def test_an_unreachable_model_leaves_the_match_without_a_result_after_all_answers_are_in():
    two = Script([0])
    with pytest.raises(ModelError):
        played("iterated_prisoners_dilemma", Script([ModelError("no connection")]), two)
    assert len(two.decisions) == 1


def test_a_game_in_turn_based_form_asks_one_player_after_the_other():
    result = played("turn_based_simultaneous_game(game=matrix_pd())", Script([1]), Script([1]))
    assert [step.player for step in result.history] == [0, 1]


def test_agents_meet_the_same_chance_in_two_matches_of_one_seed_but_draw_for_themselves_anew():
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


@pytest.mark.parametrize(("game", "offender", "returns"), [
    ("team_bidding", 1, [0, 0, 1, 1]),
    ("team_bidding", 2, [1, 1, 0, 0]),
    ("team_bidding(lineup=crossed)", 2, [0, 1, 0, 1]),
    ("team_bidding(lineup=trio)", 0, None),
    ("lone_bidding", 0, [0, 1, 1]),
    ("lone_bidding(lone=1)", 2, [0, 1, 0]),
    ("iterated_prisoners_dilemma", 0, None),
])
def test_a_forfeit_in_a_game_of_two_opposing_teams_scores_0_for_the_offenders_team_and_1_for_the_other(
    game, offender, returns
):
    team_games.register()
    agents = [Script([0]) for _ in range(pyspiel.load_game(game).num_players())]
    agents[offender] = Script([NoMove("forfeit", "no legal move")])
    result = played(game, *agents)
    assert (result.outcome, result.offender, result.returns) == ("forfeit", offender, returns)


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
    pyspiel.load_game("goofspiel(num_cards=0)"),
], ids=str)
def test_a_position_where_nobody_can_move_ends_the_match_with_an_error(game):
    with pytest.raises(UnplayableError, match="cannot be played: a match comes to a position without legal moves"):
        first_actions(game)


def test_a_payoff_that_is_no_number_is_no_result():
    with pytest.raises(UnplayableError, match="a match pays nan, nan"):
        first_actions(endless_games.walk(steps=4, pays=math.nan))
