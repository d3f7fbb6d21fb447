"""Records of matches, and the play that makes them."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from time import monotonic

from pydantic import JsonValue

import adapters
from adapters import Adapter
from gtarena import games, plugins
from gtarena.agents.lineup import AgentFactory, agent_factory
from gtarena.logs.prompt_texts import Texts
from gtarena.logs.records import ASKED_SCHEMA, SCHEMA, Asked, MatchRecord, Seat
from gtarena.models.base import Model
from gtarena.runs.asking.answering import answer_question
from gtarena.runs.asking.questions import Question
from gtarena.runs.matches.match import MatchProgress, play_match
from gtarena.runs.schedule import MatchSpec
from gtarena.system.checkout import commit


def utc_now() -> str:
    """Returns the time in UTC to the millisecond, as logs state it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class LoadedGames:
    """The games of a process's matches, with their adapters; matches share a game that cannot remember any of them."""

    def __init__(self) -> None:
        self._shared: dict[tuple[str, str], Adapter] = {}

    def adapter(self, spec: MatchSpec) -> Adapter:
        """Returns the adapter of a match's game.

        Raises:
            UsageError: the game or a parameter does not exist, or a value is not allowed.
        """
        if games.draws_for_itself(spec.game):
            return _adapter(spec)
        key = spec.game, json.dumps(spec.params, sort_keys=True)
        if key not in self._shared:
            self._shared[key] = _adapter(spec)
        return self._shared[key]


def _adapter(spec: MatchSpec) -> Adapter:
    return adapters.for_game(games.load(spec.game, spec.params, spec.seed))


async def record_match(
    spec: MatchSpec,
    adapter: Adapter,
    model_of: Callable[[Seat], Model],
    texts: Texts,
    progress: MatchProgress | None = None,
    factories: Sequence[AgentFactory] | None = None,
) -> MatchRecord:
    """Plays a match of the adapter's game, or asks its only question, and returns the record.

    ``progress`` has moves and calls even if this raises. ``factories`` make the agent of each seat; by default they
    make those that the seats name.

    Raises:
        ModelError: a model could not be reached.
        NoMoreCalls: no further model call is allowed.
        AgentError: an agent returned an illegal action.
    """
    started, began = utc_now(), monotonic()
    made = factories or [agent_factory(seat, model_of, texts) for seat in spec.seats]
    played = progress or MatchProgress()
    await _play(spec, adapter, made, played)
    return _record(spec, adapter, played, started, round(monotonic() - began, 3))


def _record(spec: MatchSpec, adapter: Adapter, played: MatchProgress, started: str, seconds: float) -> MatchRecord:
    return MatchRecord(
        schema_version=ASKED_SCHEMA if spec.question else SCHEMA,
        match_id=spec.match_id,
        key=spec.key,
        suite=spec.suite,
        game=spec.game,
        params=games.literal(spec.game, spec.params),
        seed=spec.seed,
        tags=_tags(spec),
        asked=_asked(spec.question, played) if spec.question else None,
        seats=list(spec.seats),
        teams=_teams(adapter),
        history=played.history,
        calls=played.calls,
        returns=played.returns,
        outcome=played.outcome,
        offender=played.offender,
        error=played.error,
        versions={**_versions(), **plugins.versions()},
        started=started,
        seconds=seconds,
    )


async def _play(
    spec: MatchSpec, adapter: Adapter, made: Sequence[AgentFactory], progress: MatchProgress
) -> None:
    """Plays a match, or asks its only question."""
    question = spec.question
    if question is None:
        await play_match(adapter, made, spec.seed, spec.match_id, progress)
    else:
        await answer_question(
            adapter, made[question.position.player], question, spec.seed, spec.match_id, progress)


def _asked(question: Question, answered: MatchProgress) -> Asked:
    inquiry, given = question.inquiry, answered.probabilities
    return Asked(
        player=question.position.player, moves=len(question.position.history), sample=question.sample,
        inquiry=inquiry.name if inquiry else None, options=list(inquiry.options) if inquiry else [],
        words=dict(inquiry.words) if inquiry else {}, probabilities=None if given is None else list(given))


def _teams(adapter: Adapter) -> list[int] | None:
    teams = list(games.teams(adapter.game))
    return None if teams == list(range(len(teams))) else teams


def _tags(spec: MatchSpec) -> dict[str, JsonValue]:
    """Returns the remarks on a match; ``challengers`` lists the seats that are measured, if not all are."""
    return {"run": spec.run, **({} if spec.challengers is None else {"challengers": list(spec.challengers)})}


@cache
def _versions() -> dict[str, str]:
    """Returns the versions of what plays, and the commit if this is a checkout."""
    packages = {package: version(package) for package in ("gtarena", "open_spiel")}
    with suppress(PackageNotFoundError):  # it comes with an extra
        packages["litellm"] = version("litellm")
    own = commit()
    return packages if own is None else {**packages, "commit": own}
