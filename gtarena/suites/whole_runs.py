"""Whole runs from Python, with the settings that the command line makes."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from gtarena import plugins
from gtarena.agents.agent_objects import AgentObject, as_plugin
from gtarena.agents.presets import AgentPreset
from gtarena.errors import UsageError
from gtarena.logs.writer import only_writer
from gtarena.runs.resume import RunResult, play_missing
from gtarena.runs.settings import RunSettings
from gtarena.suites.reporting import report_run


def run(
    settings: RunSettings, folder: str | Path, *, agents: Mapping[str, AgentObject] | None = None
) -> RunResult:
    """Plays the matches of a run that its folder does not hold yet, and writes the report there, as a command does.

    Args:
        settings: those of the run, such as :func:`gtarena.compose_settings` returns.
        folder: the folder of the run, for its logs and its report.
        agents: agents of this program by the names for ``settings.agents``, as for :func:`gtarena.play`; a function is
            the model of its name, as in ``llm@NAME``. A bot or an agent that is given as an object plays one match at a
            time, and of a class every match gets a new one.

    Returns:
        The numbers of matches; ``check()`` raises if one is unfinished. :func:`gtarena.load_records` reads them.

    Raises:
        UsageError: a setting is not allowed, or objects are to play in several processes.
        OSError: the folder cannot be written.
    """
    if agents and settings.workers > 1:
        raise UsageError(f"workers={settings.workers}: agents that are given as objects play in this process; set "
                         "workers=1, or bring them in a plug-in")
    plugins.load(settings.plugins)
    own, place = as_plugin(agents or {}), Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    with plugins.adding(own), only_writer(place):
        presets = {**settings.presets, **{kind: AgentPreset(kind, {"kind": kind}) for kind in own.agents}}
        result = play_missing(replace(settings, presets=presets), place)
        if result.played or result.present:
            report_run([place], place, settings.name, settings=settings.report)
    return result
