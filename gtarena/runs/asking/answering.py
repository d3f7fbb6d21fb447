"""Answer of an agent to a question outside of a match."""

from collections.abc import Callable

from adapters import Adapter
from custom_games.framework.states import legal_actions
from gtarena.agents.base import Agent, Decision, Move, NoMove, Penalty, Response, Seating, Unanswered
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.inquiries import Estimate
from gtarena.errors import UsageError
from gtarena.games.match_ends import dead_end
from gtarena.logs.records import Step
from gtarena.runs.asking.positions import set_up
from gtarena.runs.asking.questions import Question
from gtarena.runs.matches.match import MatchProgress
from gtarena.runs.matches.match_state import AgentError, MatchState
from gtarena.seeds import derive

UNUSABLE = "no usable answer, for which the rules charge the player"


class _Nobody(Agent):
    """Agent of the other seats, who decide nothing."""

    async def act(self, decision: Decision) -> Response:
        raise dead_end(decision.state)


async def answer_question(
    adapter: Adapter, make: Callable[[Seating], Agent], question: Question, seed: int, match_id: str,
    progress: MatchProgress,
) -> MatchProgress:
    """Asks an agent, made anew, a question; records in ``progress`` what was before, its calls and its answer.

    The agent's draws depend on the ``seed`` and on ``match_id``, as in a match.

    Raises:
        ModelError: a model could not be reached.
        NoMoreCalls: no further model call is allowed.
        UsageError: an agent without a model is asked an inquiry.
        ValueError: the position does not exist.
        AgentError: the agent returned an illegal move.
    """
    position, game = question.position, adapter.game
    agent = make(Seating(game, position.player, derive(seed, match_id, "agent", position.player)))
    seats = [agent if seat == position.player else _Nobody() for seat in range(game.num_players())]
    progress.state = game.new_initial_state()
    match = MatchState(progress.state, seats, progress.history)
    set_up(match, position)
    decision = Decision(progress.state, position.player, adapter, len(progress.history))
    answer = await (agent.act(decision) if question.inquiry is None else _inquire(agent, decision, question))
    progress.calls += answer.calls
    match answer:
        case Unanswered():
            raise answer.error
        case NoMove():
            progress.outcome, progress.offender, progress.error = answer.outcome, position.player, answer.reason
        case Penalty():
            progress.outcome, progress.offender, progress.error = "invalid", position.player, UNUSABLE
        case Estimate():
            progress.probabilities = answer.probabilities
        case Move():
            _require_legal(decision, tuple(answer.actions))
            progress.history += _steps(decision, answer)
    return progress


async def _inquire(agent: Agent, decision: Decision, question: Question) -> Estimate | NoMove | Unanswered:
    if not isinstance(agent, LlmAgent) or question.inquiry is None:
        raise UsageError(f"{type(agent).__name__} states no probabilities: only agents with a model do")
    return await agent.inquire(decision, question.inquiry)


def _require_legal(decision: Decision, actions: tuple[int, ...]) -> None:
    spec = decision.adapter.view.action_spec(decision.state, decision.player)
    if spec is None:
        legal = len(actions) == 1 and actions[0] in legal_actions(decision.state, decision.player)
    else:
        legal = spec.move_end(actions) == len(actions) and all(
            action in spec.legal_actions(actions[:place]) for place, action in enumerate(actions))
    if not legal:
        raise AgentError(f"the agent chose the actions {list(actions)}, which are no legal move there")


def _steps(decision: Decision, move: Move) -> list[Step]:
    """Returns the steps of a move as a match would log them."""
    state, player = decision.state, decision.player
    return [Step(player=player, action=None, name=choice) if isinstance(choice, str)
            else Step(player=player, action=choice, name=state.action_to_string(player, choice))
            for choice in decision.choices(move.actions)]
