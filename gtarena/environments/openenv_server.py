"""OpenEnv's server over :func:`gtarena.env`: every session has an environment, and an episode is a match.

The server is told its game and seats when it is made; a client steers the seats that are ``None``, each in its turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any
from uuid import uuid4

from gtarena.environments.environment import Result, Turn, env
from gtarena.environments.openenv_client import MatchAction, MatchObservation, MatchState, env_server
from gtarena.errors import UsageError, not_installed
from gtarena.logs.records import MatchRecord
from gtarena.models.litellm_loader import close_litellm

try:
    from starlette.requests import HTTPConnection
    from starlette.responses import JSONResponse
    from starlette.websockets import WebSocketDisconnect
except ImportError as error:
    raise not_installed("gtarena's side of OpenEnv", "starlette", "openenv") from error


class MatchEnvironment(env_server.Environment):  # type: ignore[misc]
    """Environment of one session, which plays a match after the other."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, seats: Sequence[str | None] | None, seeds: Iterator[int], **named: Any) -> None:
        super().__init__()
        self._match, self._seeds = env(game, seats, **named), seeds
        self._state = MatchState(game=game)

    @property
    def state(self) -> MatchState:
        """The state of the match that was begun last."""
        return self._state

    def reset(self, seed: int | None = None, episode_id: str | None = None, **others: object) -> MatchObservation:
        """Begins a match with this seed, or else with the server's next one.

        Raises:
            UsageError: the seed is no whole number from 0, or something else is given.
            ModelError: the model of another seat could not be reached.
        """
        state = self._next_state(seed, episode_id, others)
        return self._begin(state, self._match.reset(state.seed))

    async def reset_async(self, seed: int | None = None, episode_id: str | None = None, **others: object
                          ) -> MatchObservation:
        state = self._next_state(seed, episode_id, others)
        return self._begin(state, await self._match.reset_async(state.seed))

    def step(self, action: MatchAction, timeout_s: float | None = None, **others: object) -> MatchObservation:
        """Gives the reply of the seat that is asked.

        Raises:
            UsageError: none is asked.
            ModelError: the model of another seat could not be reached.
        """
        return self._go_on(self._asked_seat(), self._match.step(action.reply))

    async def step_async(self, action: MatchAction, timeout_s: float | None = None, **others: object
                         ) -> MatchObservation:
        return self._go_on(self._asked_seat(), await self._match.step_async(action.reply))

    def _next_state(self, seed: int | None, episode_id: str | None, others: Mapping[str, object]) -> MatchState:
        if others:
            raise UsageError(f"a match takes a seed and an episode_id, not {', '.join(others)}: the server has set the "
                             "game, the seats and their settings")
        if seed is not None and (type(seed) is not int or seed < 0):
            raise UsageError(f"seed={seed!r:.80} is no whole number from 0")
        return MatchState(game=self._state.game, seed=next(self._seeds) if seed is None else seed,
                          episode_id=episode_id or str(uuid4()))

    def _begin(self, state: MatchState, turn: Turn | Result) -> MatchObservation:
        self._state = state
        return _observe(turn, None)

    def _asked_seat(self) -> int:
        if isinstance(self._match.turn, Turn):
            return self._match.turn.seat
        raise UsageError("no reply is asked for: begin a match with reset, in the same session of /ws (of requests to "
                         "/reset and /step each has an environment of its own)")

    def _go_on(self, seat: int, turn: Turn | Result) -> MatchObservation:
        self._state.step_count += 1
        return _observe(turn, turn.rewards[seat])


def create_app(game: str, seats: Sequence[str | None] | None = None, seed: int = 0, *, sessions: int = 64,
               **named: Any) -> Any:
    """Returns OpenEnv's application, to be served by ``uvicorn.run`` and the like.

    Args:
        game: as for :func:`gtarena.env`, like ``seats`` and all that is ``named``.
        seed: of the first match that a client begins without one; the next ones follow it, whoever begins them.
        sessions: the number of clients that may be connected at once.

    Raises:
        UsageError: the game, an agent or a setting does not exist, or there is not one agent for each seat.
    """
    seeds = count(seed)

    def environment() -> MatchEnvironment:
        return MatchEnvironment(game, seats, seeds, **named)

    environment()  # tells mistakes before a client comes
    app = env_server.create_app(environment, MatchAction, MatchObservation, game, max_concurrent_envs=sessions)
    app.add_exception_handler(UsageError, _refuse)
    app.add_exception_handler(WebSocketDisconnect, _let_go)
    app.router.on_shutdown.append(close_litellm)
    return app


def _observe(turn: Turn | Result, reward: float | None) -> MatchObservation:
    if isinstance(turn, Result):
        record = MatchRecord.model_validate_json(turn.record.line())  # without secrets
        return MatchObservation(done=True, reward=reward, rewards=list(turn.rewards), record=record)
    schema = None if turn.schema is None else dict(turn.schema)
    return MatchObservation(reward=reward, seat=turn.seat, messages=list(turn.messages), reply_schema=schema,
                            legal=list(turn.legal), rewards=list(turn.rewards))


async def _refuse(request: HTTPConnection, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": str(error)}, status_code=400)


async def _let_go(socket: HTTPConnection, error: Exception) -> None:
    """Ends a session whose client left first, whose socket OpenEnv would close a second time, which is an error."""
