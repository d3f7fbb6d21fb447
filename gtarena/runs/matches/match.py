"""Play of one match: chance is sampled, players are asked, their moves are checked and applied, all is recorded."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pyspiel

from adapters import Adapter
from gtarena import games
from gtarena.agents.base import Agent, Decision, Move, Penalty, Response, Seating, Unanswered
from gtarena.games.match_ends import dead_end, draw_outcome, finite_returns, nodes
from gtarena.logs.records import Call, Outcome, Step
from gtarena.runs.matches.match_state import MatchState
from gtarena.seeds import derive
from gtarena.system.concurrency import gather_results

NODES_AT_ONCE = 16  # after which other matches have their turn, if no agent made this one wait


@dataclass
class MatchProgress:
    """Mutable progress of one match; ``state`` is the one that it has reached."""

    state: pyspiel.State | None = None
    history: list[Step] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    returns: list[float] | None = None
    probabilities: tuple[float, ...] | None = None  # stated outside of a match
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
        NoMoreCalls: no further model call is allowed; the match has no result.
        AgentError: an agent returned an illegal action.
        UnplayableError: the game would never come to an end.
    """
    game = adapter.game
    agents = [
        make(Seating(game, player, derive(seed, match_id, "agent", player))) for player, make in enumerate(factories)
    ]
    chance = random.Random(derive(seed, "chance"))
    state, progress = game.new_initial_state(), progress or MatchProgress()
    progress.state = state
    match = MatchState(state, agents, progress.history)
    for number in nodes(state):
        if number % NODES_AT_ONCE == 0:
            await asyncio.sleep(0)
        if state.is_chance_node():
            match.apply_chance(draw_outcome(state, chance))
        elif not await _decide(match, adapter, agents, progress):
            return _settle_stopped(game, progress)
    progress.returns = finite_returns(state)
    return progress


async def _decide(match: MatchState, adapter: Adapter, agents: Sequence[Agent], progress: MatchProgress) -> bool:
    """Asks all players whose turn it is and applies their moves; returns false if a player gave none."""
    stated = frozenset(call.move_number for call in progress.calls if call.actions)
    decisions = [Decision(match.state, player, adapter, len(progress.history), stated) for player in match.movers()]
    if not decisions:
        raise dead_end(match.state)
    responses = await _await_responses(agents, decisions)
    players = [decision.player for decision in decisions]
    answered = _collect_answers(dict(zip(players, responses, strict=True)), progress)
    if progress.offender is not None:
        return False
    moves, charged = {}, []
    for decision in decisions:
        answer = answered[decision.player]
        moves[decision.player] = answer.actions if isinstance(answer, Move) else decision.charge()
        charged += [decision.player] * isinstance(answer, Penalty)
    match.apply(moves, charged)
    return True


async def _await_responses(
    agents: Sequence[Agent], decisions: Sequence[Decision]
) -> Sequence[Response | BaseException]:
    """Awaits all responses, even if one fails: cancelled model calls would cost money all the same."""
    if sum(not agents[decision.player].instant for decision in decisions) > 1:
        acting = (agents[decision.player].act(decision) for decision in decisions)
        return await gather_results(acting)
    # Tasks would take longer than the moves of agents that nobody has to wait for.
    return [await _await_response(agents[decision.player], decision) for decision in decisions]


async def _await_response(agent: Agent, decision: Decision) -> Response | Exception:
    try:
        return await agent.act(decision)
    except Exception as error:  # noqa: BLE001  (raised when all responses are there)
        return error


def _collect_answers(
    responses: Mapping[int, Response | BaseException], progress: MatchProgress
) -> dict[int, Move | Penalty]:
    """Returns the answers with which the match goes on, and records all model calls, even if it raises."""
    for response in responses.values():
        if not isinstance(response, BaseException):
            progress.calls.extend(response.calls)
    answered: dict[int, Move | Penalty] = {}
    for player, response in responses.items():
        if isinstance(response, BaseException):
            raise response
        if isinstance(response, Unanswered):
            raise response.error
        if isinstance(response, Move | Penalty):
            answered[player] = response
        elif progress.offender is None:
            progress.outcome, progress.offender, progress.error = response.outcome, player, response.reason
    return answered


def _settle_stopped(game: pyspiel.Game, progress: MatchProgress) -> MatchProgress:
    """Sets the returns of a match that a player stopped.

    A forfeit in a game of two teams loses the full stake: every seat of the offender's team gets the lowest utility,
    and the others the highest. Teams of a single seat each must be opponents, in a zero-sum or constant-sum game. Other
    stopped matches have no returns.
    """
    utility, teams = pyspiel.GameType.Utility, games.teams(game)
    opponents = game.get_type().utility in (utility.ZERO_SUM, utility.CONSTANT_SUM) or len(teams) > 2
    if progress.outcome == "forfeit" and opponents and len(set(teams)) == 2:
        lost = teams[progress.offender or 0]
        progress.returns = [game.min_utility() if team == lost else game.max_utility() for team in teams]
    return progress
