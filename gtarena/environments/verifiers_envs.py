"""Environments of verifiers over :func:`gtarena.env`: an episode is a match, and each steered seat one of its agents.

The agents ``player0``, ``player1`` and so on are numbered as the game numbers its seats. What an agent's model is asked
are the messages of its turn and nothing else, as in a match: of every question a trace has a branch.
"""

import json
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import cache
from itertools import count
from typing import Any

from pydantic import Field, create_model

from gtarena.agents.llm.settings import IllegalMoves
from gtarena.environments.environment import OUTSIDE, Environment, Result, Turn, env
from gtarena.errors import UsageError, not_installed
from gtarena.models.litellm_loader import close_litellm
from gtarena.models.vision import sent_form

try:
    import verifiers.v1 as vf
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient
    from verifiers.v1.dialects.chat import message_to_wire
except ImportError as error:
    raise not_installed(__name__, "verifiers>=0.4", "verifiers") from error

TASKSET = "gtarena-matches"  # verifiers imports its plug-ins by such a name: that of the module gtarena_matches
MOST_PLAYERS = 10  # verifiers wants the agents of an environment named before its game is known

_USUAL = IllegalMoves()
_AGENT = vf.AgentConfig(runtime=vf.SubprocessConfig())  # in which nothing runs


class MatchData(vf.TaskData):  # type: ignore[misc]
    """Match to be played."""

    game: str
    seats: list[str | None] | None
    seed: int


class MatchTask(vf.Task[MatchData]):  # type: ignore[misc]
    """Task of all agents of a match, who are told it turn by turn."""


class MatchTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Arguments of :func:`gtarena.env`; where ``None`` cannot be written, a steered seat is ``llm@outside``."""

    id: str = TASKSET
    game: str = ""  # which verifiers wants to be optional
    seats: list[str | None] | None = None
    seed: int = 0
    prompt: str = "v1"
    model: dict[str, Any] = Field(default_factory=dict)
    illegal: IllegalMoves = _USUAL


class MatchTaskset(vf.Taskset[MatchTask, MatchTasksetConfig]):  # type: ignore[misc]
    """Matches without end, whose seeds follow each other."""

    INFINITE = True

    def load(self) -> Iterator[MatchTask]:
        game, seats = self.config.game, self.config.seats
        for seed in count(self.config.seed):
            data = MatchData(name=f"{game}#{seed}", game=game, seats=seats, seed=seed)
            yield MatchTask(data, self.config.task)


class MatchHarness(vf.Harness[vf.HarnessConfig]):  # type: ignore[misc]
    """Harness that asks a model one question, with the messages of a turn, and keeps no conversation."""

    EXECUTES_CODE = NEEDS_CONTAINER = False

    async def launch(self, ctx: vf.ModelContext, trace: vf.Trace, runtime: vf.Runtime, endpoint: str, secret: str,
                     mcp_urls: Mapping[str, str], data: vf.TaskData) -> vf.ProgramResult:
        if data.system_prompt:
            raise UsageError("a match has a system prompt of its own: set none")
        connections = DefaultAsyncHttpxClient(verify=_tls())
        async with AsyncOpenAI(base_url=endpoint, api_key=secret, timeout=None, http_client=connections) as client:
            await client.chat.completions.create(model=ctx.model, messages=list(map(message_to_wire, data.prompt)))
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")

    async def resume(self, ctx: vf.ModelContext, trace: vf.Trace, runtime: vf.Runtime, endpoint: str, secret: str,
                     mcp_urls: Mapping[str, str], data: vf.TaskData, messages: vf.Messages,
                     tool_interception_url: str | None = None) -> vf.ProgramResult:
        question = data.model_copy(update={"prompt": messages})
        return await self.launch(ctx, trace, runtime, endpoint, secret, mcp_urls, question)


@cache  # as it takes longer to make than a call in this process
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


class MatchEnvConfig(create_model(  # type: ignore[misc]
        "Players", __base__=vf.EnvConfig,
        **{f"player{seat}": (vf.AgentConfig, _AGENT) for seat in range(MOST_PLAYERS)})):
    """The taskset, and settings of each agent; those of seats that are not steered are without effect."""


class MatchEnv(vf.Env[MatchEnvConfig]):  # type: ignore[misc]
    """Environment whose episodes are matches.

    The trace of each agent has its return as the only reward, as the game pays it, which is ``None`` after a match
    without returns; ``trace.info`` has the ``seat`` and the ``record`` of the match.

    Raises:
        UsageError: as :func:`gtarena.env`, or a seat is steered beyond ``MOST_PLAYERS``.
    """

    def __init__(self, config: MatchEnvConfig) -> None:
        super().__init__(config)
        taskset = config.taskset
        match = self._match(MatchData(game=taskset.game, seats=taskset.seats, seed=taskset.seed))
        if max(match.steered) >= MOST_PLAYERS:
            raise UsageError(f"seat {max(match.steered)} of {taskset.game} is steered, but only the first "
                             f"{MOST_PLAYERS} can be: give the others to agents such as random")

    async def setup(self, agents: vf.Agents) -> None:
        """Excepts agents with models of their own from training, which is of the model of the run."""
        for seat in range(MOST_PLAYERS):
            getattr(agents, f"player{seat}").trainable = getattr(self.config, f"player{seat}").model is None

    async def run(self, task: MatchTask, agents: vf.Agents) -> None:
        environment = self._match(task.data)
        async with AsyncExitStack() as stack:
            players = {
                seat: await stack.enter_async_context(getattr(agents, f"player{seat}").interaction(task))
                for seat in environment.steered}
            turn = await environment.reset_async()
            while isinstance(turn, Turn):
                turn = await environment.step_async(await _ask(players[turn.seat], turn))
            for seat, player in players.items():
                _settle(player.trace, seat, turn)

    async def stop(self) -> None:
        """Closes the connections to models of other seats."""
        await close_litellm()

    def _match(self, match: MatchData) -> Environment:
        given = self.config.taskset
        return env(match.game, match.seats, match.seed, prompt=given.prompt, model=given.model, illegal=given.illegal)


async def _ask(player: vf.Interaction, turn: Turn) -> str:
    """Returns the reply of a player, which is empty if a limit has stopped it.

    Raises:
        EnvError: its model could not be reached; the episode has failed then.
    """
    if player.trace.is_completed:
        return ""
    segment = await player.turn([sent_form(message, OUTSIDE) for message in turn.messages])
    if player.trace.errors:
        raise vf.EnvError(f"{player.trace.agent.name} could not reply: {player.trace.last_error.message}")
    reply: str = segment.last_reply
    return reply


def _settle(trace: vf.Trace, seat: int, result: Result) -> None:
    """Writes the return of a seat and the record into its trace."""
    trace.info |= {"seat": seat, "record": json.loads(result.record.line())}
    if result.returns is None:
        trace.rewards["return"] = None
    else:
        trace.record_reward("return", result.returns[seat])


def load_environment(
    game: str, seats: Sequence[str | None] | None = None, seed: int = 0, *, prompt: str = "v1",
    model: Mapping[str, Any] | None = None, illegal: IllegalMoves = _USUAL, **players: Mapping[str, Any],
) -> MatchEnv:
    """Returns an environment of verifiers whose tasks are matches with the seeds from ``seed`` on.

    Args:
        game: as for :func:`gtarena.env`, like ``seats``, ``prompt``, ``model`` and ``illegal``.
        seats: for every seat an agent word, or ``None`` for an agent of verifiers.
        seed: of the first match.
        players: settings of agents, as in ``player1={"model": "gpt-5-mini"}``; by default the model of the run.

    Raises:
        UsageError: as :class:`MatchEnv`.
    """
    taskset = MatchTasksetConfig(
        game=game, seats=seats, seed=seed, prompt=prompt, model=dict(model or {}), illegal=illegal)
    return MatchEnv(MatchEnvConfig(taskset=taskset, **players))
