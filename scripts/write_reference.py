"""Writes docs/settings.md and docs/command_line.md from the program: `python scripts/write_reference.py`.

Names, types and defaults of settings are those of the typed settings, and a line on each is in scripts/settings.yaml.
"""

import contextlib
import io
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from inspect import Parameter, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin
from unittest.mock import patch

import yaml

from gtarena.agents.llm.schemes import all_schemes
from gtarena.agents.llm.settings import IllegalMoves, LlmSettings
from gtarena.agents.registry import kinds
from gtarena.agents.setting_types import _words
from gtarena.cli.listings.help_text import help_text
from gtarena.cli.verbs import VERBS
from gtarena.models.budget import Limits
from gtarena.models.settings import ModelSettings
from gtarena.runs.settings import CacheSettings, ReportSettings, RunSettings

DOCS = Path(__file__).resolve().parents[1] / "docs"
MEANINGS = Path(__file__).with_name("settings.yaml")
GROUPS = {"model": ModelSettings, "cache": CacheSettings, "budget": Limits, "illegal": IllegalMoves,
          "report": ReportSettings}
OF_A_RUN = {"prompt", "policy", "retries", "disguise"}  # settings of a seat that are stated for the run
WIDTH = 100  # columns of a terminal
LARGEST = 2**31 - 1  # which is no limit in practice
WRITTEN = "This page is written by `python scripts/write_reference.py`."
SUBVERBS = {"import": ("gamabench", "gamebench", "prompts")}

# Name, type and default of a setting; a default of ``...`` is none.
Setting = tuple[str, Any, Any]


def settings_of(kind: type, left_out: Iterable[str] = ()) -> list[Setting]:
    """Returns the settings that a dataclass declares."""
    return [(spec.name, spec.type, ... if spec.default is MISSING else spec.default)
            for spec in fields(kind) if spec.name not in left_out]


def settings_of_agents() -> Mapping[str, list[Setting]]:
    """Returns the settings of the kinds of agents without a model that have some."""
    found = {kind: [(spec.name, spec.annotation, ... if spec.default is Parameter.empty else spec.default)
                    for spec in [*signature(make, eval_str=True).parameters.values()][1:]]
             for kind, make in kinds().items()}
    return {kind: listed for kind, listed in found.items() if listed}


def type_text(hint: Any) -> str:
    """Returns the words for what a setting may be, such as ``whole number or `null```."""
    *first, last = _kinds(hint)
    return f"{', '.join(first)} or {last}" if first else last


def _kinds(hint: Any) -> Iterator[str]:
    origin = get_origin(hint)
    if origin is Literal:
        yield from (f"`{choice}`" for choice in get_args(hint))
    elif origin in (Union, UnionType):
        for part in get_args(hint):
            yield from _kinds(part)
    elif origin in (tuple, Sequence):
        yield "list"
    else:
        word = "`null`" if hint is NoneType else next(iter(_words(hint)))
        yield word.removeprefix("a ").replace(f"from 1 to {LARGEST}", "of at least 1")


def default_text(default: Any) -> str:
    """Returns a default as it is written on the command line."""
    if default is ...:
        return "must be given"
    if isinstance(default, tuple):
        return f"`[{','.join(default)}]`"
    if default is None or isinstance(default, bool):
        return "`null`" if default is None else f"`{str(default).lower()}`"
    return "empty" if default == "" else f"`{default}`"


def rows(form: str, settings: Iterable[Setting], meanings: Mapping[str, Any]) -> Iterator[str]:
    """Yields the rows of a table for settings; ``form`` is how they are written, with ``{}`` for their names.

    Raises:
        ValueError: a setting has no meaning, or a meaning no setting.
    """
    listed = {name: (hint, default) for name, hint, default in settings}
    for name in sorted(set(listed) ^ set(meanings)):
        told = "has no line" if name in listed else "is no setting, and has a line"
        raise ValueError(f"{form.format(name)} {told} in {MEANINGS.name}")
    for name, (hint, default) in listed.items():
        stated = meanings[name] if isinstance(meanings[name], Mapping) else {"meaning": meanings[name]}
        kind, shown = stated.get("type") or type_text(hint), stated.get("default") or default_text(default)
        yield f"| {form.format(name)} | {kind} | {shown} | {stated['meaning']} |"


def section(title: str, lines: Iterable[str], *before: str) -> list[str]:
    """Returns a section with a table of these rows, below some lines of text."""
    return [f"## {title}", "", *before, *([""] if before else []), "| setting | type | default | meaning |",
            "|---|---|---|---|", *lines, ""]


def settings_page() -> str:
    """Returns the page of all settings.

    Raises:
        ValueError: a setting has no line in the file of meanings, or a line no setting.
    """
    told = yaml.safe_load(MEANINGS.read_text(encoding="utf-8"))
    schemes = (row for name, scheme in all_schemes().items() if settings_of(scheme)
               for row in rows(f"`{{}}` of `{name}`", settings_of(scheme), told["schemes"][name]))
    agents = (row for kind, settings in settings_of_agents().items()
              for row in rows(f"`agent.{kind}.{{}}`", settings, told["agents"][kind]))
    return "\n".join([
        "# Settings", "", "Every setting of a run, written `KEY=VALUE` on the command line. "
        "`scripts/gtarena --cfg job` shows them with their", "values. [Command line](command_line.md) has the verbs.",
        "", WRITTEN, "", *section("Run", rows("`{}`", settings_of(RunSettings, {*GROUPS, "presets"}), told["run"])),
        *(line for name, kind in GROUPS.items()
          for line in section(name.capitalize(), rows(f"`{name}.{{}}`", settings_of(kind), told[name]))),
        *section("Agents with a model", rows("`{}`", settings_of(LlmSettings, OF_A_RUN), told["llm"]),
                 "Write `agent.NAME.SETTING=VALUE`, as in `agent.llm.memory=chat`. [Agents](agents.md) lists the",
                 "names, whose files in `conf/agent` may have other defaults."),
        *section("Schemes", schemes, "Agents whose `scheme` is not `single` also have these settings."),
        *section("Other agents", agents, "[Agents](agents.md) says how they play."),
        "## Hydra", "", "| setting or option | meaning |", "|---|---|",
        *(f"| `{name}` | {meaning} |" for name, meaning in told["hydra"].items()), ""])


def help_of(*words: str) -> str:
    """Returns the help of a verb, as on a terminal of ``WIDTH`` columns."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written), contextlib.suppress(SystemExit), patch.dict(
            os.environ, {"COLUMNS": str(WIDTH), "NO_COLOR": "1"}):
        VERBS[words[0]]([*words[1:], "--help"])
    return written.getvalue().strip()


def command_line_page() -> str:
    """Returns the page of the command line."""
    lines = [
        "# Command line", "", "The help of the program and of each verb. [Settings](settings.md) has a table of all "
        "settings, and", "[results](results.md#exit-codes) the exit codes.", "",
        WRITTEN, "", "## gtarena", "",
        "```text", help_text().strip(), "```", ""]
    for verb in VERBS:
        lines += [f"## gtarena {verb}", "", "```text", help_of(verb), "```", ""]
        for part in SUBVERBS.get(verb, ()):
            lines += ["```text", help_of(verb, part), "```", ""]
    return "\n".join(lines)


def pages() -> Mapping[Path, str]:
    """Returns the text that each page should have."""
    return {DOCS / "settings.md": settings_page(), DOCS / "command_line.md": command_line_page()}


def main() -> int:
    """Runs the command line."""
    try:
        written = pages()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    for page, text in written.items():
        page.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
