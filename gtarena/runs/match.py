"""One match: chance, simultaneous and sequential nodes, and what every player did there."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pyspiel

from adapters import Adapter
from gtarena.agents.base import Agent, Answer, Decision, Move, Seating, Unanswered
from gtarena.logs.records import Call, Outcome, Step
from gtarena.seeds import derive

CHANCE: int = pyspiel.PlayerId.CHANCE


class AgentError(Exception):
    """An agent broke its contract: it returned an action that is not legal."""


@dataclass
class Played:
    """What a match has come to so far."""

    history: list[Step] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    returns: list[float] | None = None
    outcome: Outcome = "finished"
    offender: int | None = None
    error: str | None = None


async def play(
    adapter: Adapter,
    make_agents: Sequence[Callable[[Seating], Agent]],
    seed: int,
    match_id: str = "",
    played: Played | None = None,
) -> Played:
    """Plays one match from the start of the adapter's game, one agent maker per seat.

    Chance is drawn from the seed alone, so agents that are compared meet the same chance. What agents draw for
    themselves depends on ``match_id`` as well: an agent that meets two opponents at the same deal makes two
    decisions, and not one that counts twice. What happens is put down in ``played``, where it can be found also if
    this raises.

    Raises:
        ModelError: a model could not be reached; the match has no result.
        BudgetSpent: nothing is left for a model call; the match has no result.
        AgentError: an agent returned an illegal action.
    """
    game = adapter.game
    agents = [
        make(Seating(game, player, derive(seed, match_id, "agent", player))) for player, make in enumerate(make_agents)
    ]
    chance = random.Random(derive(seed, "chance"))
    state, played = game.new_initial_state(), played or Played()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            _apply(state, CHANCE, chance.choices(outcomes, weights)[0], agents, played)
        elif not await _decide(state, adapter, agents, played):
            return _stopped(game, played)
    played.returns = list(state.returns())
    return played


async def _decide(
    state: pyspiel.State, adapter: Adapter, agents: Sequence[Agent], played: Played
) -> bool:
    """Asks everybody who is to move, at once, and applies the answers; false if somebody gave no move."""
    together = state.is_simultaneous_node()
    movers = [p for p in range(len(agents)) if state.legal_actions(p)] if together else [state.current_player()]
    decisions = [Decision(state, player, adapter, len(played.history)) for player in movers]
    # All answers are awaited even if one fails: cancelled model calls would still have to be paid for.
    answers = await asyncio.gather(
        *(agents[decision.player].act(decision) for decision in decisions), return_exceptions=True
    )
    moves = _moves(dict(zip(movers, answers, strict=True)), played)
    if played.offender is not None:
        return False
    if together:
        _apply_jointly(state, {player: move.actions for player, move in moves.items()}, played)
    else:
        for action in moves[movers[0]].actions:
            _apply(state, movers[0], action, agents, played)
    return True


def _moves(answers: Mapping[int, Answer | BaseException], played: Played) -> dict[int, Move]:
    """The moves among the players' answers; every model call is put down, whatever else happened."""
    for answer in answers.values():
        if not isinstance(answer, BaseException):
            played.calls.extend(answer.calls)
    moves: dict[int, Move] = {}
    for player, answer in answers.items():
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, Unanswered):
            raise answer.error
        if isinstance(answer, Move):
            moves[player] = answer
        elif played.offender is None:
            played.outcome, played.offender, played.error = answer.outcome, player, answer.reason
    return moves


def _apply(state: pyspiel.State, player: int, action: int, agents: Sequence[Agent], played: Played) -> None:
    if player != CHANCE:
        _check(state, player, action)
    for seat, agent in enumerate(agents):
        if seat != player:
            agent.inform(state, player, action)
    played.history.append(Step(player=player, action=action, name=state.action_to_string(player, action)))
    state.apply_action(action)


def _apply_jointly(state: pyspiel.State, moves: dict[int, tuple[int, ...]], played: Played) -> None:
    joint = [0] * state.num_players()
    for player, actions in moves.items():
        (joint[player],) = actions
        _check(state, player, joint[player])
        name = state.action_to_string(player, joint[player])
        played.history.append(Step(player=player, action=joint[player], name=name))
    state.apply_actions(joint)


def _check(state: pyspiel.State, player: int, action: int) -> None:
    # pyspiel accepts illegal actions, and some of its games then write out of bounds.
    if state.current_player() not in (player, pyspiel.PlayerId.SIMULTANEOUS) or (
        action not in state.legal_actions(player)
    ):
        raise AgentError(f"the agent in seat {player} chose action {action}, which is not legal there")


def _stopped(game: pyspiel.Game, played: Played) -> Played:
    """A forfeited zero-sum game of two players is a loss at its full stake; no other stop has returns."""
    zero_sum = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    if played.outcome == "forfeit" and zero_sum and game.num_players() == 2:
        winner = 1 - (played.offender or 0)
        played.returns = [game.max_utility() if seat == winner else game.min_utility() for seat in (0, 1)]
    return played
