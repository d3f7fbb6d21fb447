"""Plays one match: samples chance, asks every player to move, checks and applies the moves, records everything."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pyspiel

from adapters import Adapter
from custom_games.rules import CHANCE
from gtarena import games
from gtarena.agents.base import Agent, Decision, Move, Response, Seating, Unanswered
from gtarena.logs.records import Call, Outcome, Step
from gtarena.seeds import derive


class AgentError(Exception):
    """Illegal action returned by an agent, which is a fault of its code."""


@dataclass
class MatchProgress:
    """Mutable progress of one match."""

    history: list[Step] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    returns: list[float] | None = None
    outcome: Outcome = "finished"
    offender: int | None = None
    error: str | None = None


async def play_match(
    adapter: Adapter,
    factories: Sequence[Callable[[Seating], Agent]],
    seed: int,
    match_id: str = "",
    progress: MatchProgress | None = None,
) -> MatchProgress:
    """Plays one match from the start of the adapter's game, with one agent factory per seat.

    Chance is drawn from the seed alone, so that agents that are compared meet the same chance. The agents' own draws
    also depend on ``match_id``: an agent that meets two opponents at the same deal decides twice, instead of having one
    decision counted twice. Everything is recorded in ``progress``, even if this raises.

    Raises:
        ModelError: a model could not be reached; the match has no result.
        BudgetSpent: the budget allows no further model call; the match has no result.
        AgentError: an agent returned an illegal action.
    """
    game = adapter.game
    agents = [
        make(Seating(game, player, derive(seed, match_id, "agent", player))) for player, make in enumerate(factories)
    ]
    chance = random.Random(derive(seed, "chance"))
    state, progress = game.new_initial_state(), progress or MatchProgress()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            _apply(state, CHANCE, chance.choices(outcomes, weights)[0], agents, progress)
        elif not await _decide(state, adapter, agents, progress):
            return _stopped(game, progress)
    progress.returns = list(state.returns())
    return progress


async def _decide(
    state: pyspiel.State, adapter: Adapter, agents: Sequence[Agent], progress: MatchProgress
) -> bool:
    """Asks all players whose turn it is and applies their moves; returns false if a player gave none."""
    simultaneous = state.is_simultaneous_node()
    movers = [p for p in range(len(agents)) if state.legal_actions(p)] if simultaneous else [state.current_player()]
    decisions = [Decision(state, player, adapter, len(progress.history)) for player in movers]
    # All responses are awaited even if one fails: cancelled model calls would cost money all the same.
    responses = await asyncio.gather(
        *(agents[decision.player].act(decision) for decision in decisions), return_exceptions=True
    )
    moves = _moves(dict(zip(movers, responses, strict=True)), progress)
    if progress.offender is not None:
        return False
    if simultaneous:
        _apply_jointly(state, {player: move.actions for player, move in moves.items()}, progress)
    else:
        for action in moves[movers[0]].actions:
            _apply(state, movers[0], action, agents, progress)
    return True


def _moves(responses: Mapping[int, Response | BaseException], progress: MatchProgress) -> dict[int, Move]:
    """Returns the moves among the players' responses and records all their model calls, even if it raises."""
    for response in responses.values():
        if not isinstance(response, BaseException):
            progress.calls.extend(response.calls)
    moves: dict[int, Move] = {}
    for player, response in responses.items():
        if isinstance(response, BaseException):
            raise response
        if isinstance(response, Unanswered):
            raise response.error
        if isinstance(response, Move):
            moves[player] = response
        elif progress.offender is None:
            progress.outcome, progress.offender, progress.error = response.outcome, player, response.reason
    return moves


def _apply(state: pyspiel.State, player: int, action: int, agents: Sequence[Agent], progress: MatchProgress) -> None:
    if player != CHANCE:
        _check(state, player, action)
    for seat, agent in enumerate(agents):
        if seat != player:
            agent.inform(state, player, action)
    progress.history.append(Step(player=player, action=action, name=state.action_to_string(player, action)))
    state.apply_action(action)


def _apply_jointly(state: pyspiel.State, moves: dict[int, tuple[int, ...]], progress: MatchProgress) -> None:
    joint = [0] * state.num_players()
    for player, actions in moves.items():
        (joint[player],) = actions
        _check(state, player, joint[player])
        name = state.action_to_string(player, joint[player])
        progress.history.append(Step(player=player, action=joint[player], name=name))
    state.apply_actions(joint)


def _check(state: pyspiel.State, player: int, action: int) -> None:
    # pyspiel does not check actions, and illegal ones make some of its games write out of bounds.
    if state.current_player() not in (player, pyspiel.PlayerId.SIMULTANEOUS) or (
        action not in state.legal_actions(player)
    ):
        raise AgentError(f"the agent in seat {player} chose action {action}, which is not legal there")


def _stopped(game: pyspiel.Game, progress: MatchProgress) -> MatchProgress:
    """Sets the returns of a match that a player stopped.

    A forfeit in a zero-sum or constant-sum game of two teams (often of one seat each) loses the full stake: every seat
    of the offender's team gets the lowest utility, and the others the highest. Other stopped matches have no returns.
    """
    utility, teams = pyspiel.GameType.Utility, games.teams(game)
    fixed_sum = game.get_type().utility in (utility.ZERO_SUM, utility.CONSTANT_SUM)
    if progress.outcome == "forfeit" and fixed_sum and len(set(teams)) == 2:
        lost = teams[progress.offender or 0]
        progress.returns = [game.min_utility() if team == lost else game.max_utility() for team in teams]
    return progress
