"""Contents of a plug-in besides its pyspiel games, which its module states."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adapters import Message, View
from adapters.images.drawing import Canvas

Draw = Callable[[Mapping[str, Any], Mapping[str, Any]], Canvas]
ReplyFunction = Callable[[Sequence[Message]], str | Awaitable[str]]


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """Contents of a plug-in, all by the names under which users find them.

    Attributes:
        folder: a folder with any of ``prompts`` (``GAME/VERSION.jinja``), ``conf`` (``agent``, ``suite`` and
            ``experiment``) and ``words`` (lists of words and topics), each as gtarena's own is laid out.
        views: what players see, for games whose states are not to be read as text, by short name of the game.
        pictures: functions ``draw(obs, game)`` of pictures for models and people, by short name of the game.
        boards: the same for people alone.
        agents: kinds of agents, each a function ``make(seating, **settings)`` that returns an agent or a
            ``pyspiel.Bot``. A kind is an agent's name, too, unless ``conf/agent`` has a file of that name.
        models: functions ``(messages) -> reply``, which play as models do, as in ``agents=[llm@NAME]``.
        schemes: subclasses of ``gtarena.agents.llm.schemes.base.Scheme``, under the names for ``scheme=NAME``.
        metrics: a ``gtarena.metrics.added_metrics.Metric`` each, whose tables reports show.
        suites: benchmarks, each a module or object that fulfils ``gtarena.suites.contract.Suite``.
    """

    folder: Path | None = None
    views: Mapping[str, View] = field(default_factory=dict)
    pictures: Mapping[str, Draw] = field(default_factory=dict)
    boards: Mapping[str, Draw] = field(default_factory=dict)
    agents: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    models: Mapping[str, ReplyFunction] = field(default_factory=dict)
    schemes: Mapping[str, type[Any]] = field(default_factory=dict)
    metrics: Mapping[str, Any] = field(default_factory=dict)
    suites: Mapping[str, Any] = field(default_factory=dict)
