"""Client and messages of OpenEnv for a match: the other half of :mod:`gtarena.environments.openenv_server`."""

from typing import Any

from pydantic import Field

from adapters import Message
from gtarena.errors import UsageError, not_installed
from gtarena.logs.records import MatchRecord

try:
    from openenv.core import EnvClient
    from openenv.core import env_server as env_server  # for the server too
    from openenv.core.client_types import StepResult
except ImportError as error:
    raise not_installed("gtarena's side of OpenEnv", "openenv-core", "openenv") from error


class MatchAction(env_server.Action):  # type: ignore[misc]
    """Reply of the seat that is asked, as a model would give it."""

    reply: str


class MatchObservation(env_server.Observation):  # type: ignore[misc]
    """Turn of a steered seat, with the fields of :class:`gtarena.Turn`, or the end of the match with its record.

    ``rewards`` are what each seat got since the observation before; ``reward`` is that of the seat that has replied,
    and ``None`` after a reset.
    """

    seat: int | None = None
    messages: list[Message] = Field(default_factory=list)
    reply_schema: dict[str, Any] | None = None
    legal: list[str] = Field(default_factory=list)
    rewards: list[float] = Field(default_factory=list)
    record: MatchRecord | None = None


class MatchState(env_server.State):  # type: ignore[misc]
    """Game and seed of a session's match; ``step_count`` counts its replies, nudged ones included."""

    game: str
    seed: int | None = None


class MatchClient(EnvClient):  # type: ignore[misc]
    """Client of a server that ``openenv_server.create_app`` makes; its ``sync()`` is one that is not asynchronous."""

    def _step_payload(self, action: MatchAction) -> dict[str, Any]:
        if not isinstance(action, MatchAction):
            raise UsageError(f"{action!r:.80} is no action: pass MatchAction(reply=...)")
        return dict(action.model_dump())

    def _parse_result(self, payload: dict[str, Any]) -> StepResult:
        observation = MatchObservation(**payload["observation"], done=payload["done"], reward=payload["reward"])
        return StepResult(observation, observation.reward, observation.done)

    def _parse_state(self, payload: dict[str, Any]) -> MatchState:
        return MatchState(**payload)
