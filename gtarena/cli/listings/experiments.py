"""Listing of the papers' tables and figures with their commands and what these cost (`gtarena experiments`)."""

import argparse
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from gtarena import plugins
from gtarena.cli.listings.experiment_facts import Facts, find_facts
from gtarena.cli.settings.arguments import Parser, checked_settings
from gtarena.errors import UsageError, unknown
from gtarena.formatting import format_count
from gtarena.suites import SUITES
from gtarena.suites.experiments import Inventory, PaperPart, entry, inventories, inventory, stand_ins

_DESCRIPTION = """\
Lists every table and figure of the five papers with the command that makes it and what that takes, the experiments of
one paper, or one experiment or any other run. Numbers of calls are those of random moves, if every reply is usable.

With --estimate a few matches of every kind are played with the given models, as a part of the run itself, and tokens,
dollars, requests and time of the whole run are estimated from them; the same command without it goes on from there."""
_EXAMPLES = """\
examples:
  gtarena experiments                              every table and figure
  gtarena experiments gtbench                      those of one paper
  gtarena experiments gamma_temperature model.name=openai/gpt-4o-mini
  gtarena experiments gamma_temperature model.name=openai/gpt-4o-mini budget.usd=0.5 --estimate
  gtarena experiments game=kuhn_poker agents=[llm,mcts] matches=200 --estimate --matches 5"""


def list_experiments(arguments: Sequence[str]) -> int:
    """Lists the papers' tables and figures with their commands, or tells or estimates what a run takes.

    Raises:
        UsageError: there is no such suite or experiment, or a setting is not allowed.
    """
    parser = Parser(
        prog="gtarena experiments", formatter_class=argparse.RawDescriptionHelpFormatter,
        description=_DESCRIPTION, epilog=_EXAMPLES)
    parser.add_argument("words", nargs="*", metavar="NAME|KEY=VALUE",
                        help="a suite, an experiment of conf/experiment, or settings of a run")
    parser.add_argument("--estimate", action="store_true", help="play a few matches and estimate the cost of all")
    parser.add_argument("--matches", type=int, default=2, metavar="N",
                        help="matches of each kind to play for the estimate (default: 2)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parsed = parser.parse_intermixed_args(arguments)
    names = [word for word in parsed.words if "=" not in word]
    settings = checked_settings([word for word in parsed.words if "=" in word])
    if len(names) > 1:
        raise UsageError(f"{' '.join(names)}: name one suite or experiment")
    if not settings and not parsed.estimate and (not names or names[0] in SUITES):
        _print(_describe_papers([inventory(names[0])] if names else inventories()), parsed.json)
        return 0
    overrides = (*_overrides(names[0] if names else ""), *settings)
    if parsed.estimate:
        return _estimate(overrides, parsed)
    found = _experiment(names[0] if names else "", overrides)
    print(json.dumps(found, indent=2) if parsed.json else "\n".join(_experiment_lines(found)))
    return 0


def _overrides(name: str) -> tuple[str, ...]:
    """Returns the settings of the command that plays an experiment or a suite, as the papers' list has it.

    Raises:
        UsageError: there is none of that name.
    """
    if not name:
        return ()
    listed = entry(name)
    if listed:
        return listed.overrides
    folders = plugins.config_folders()
    known = {group: [path.stem for folder in folders for path in sorted((folder / group).glob("*.yaml"))]
             for group in ("experiment", "suite")}
    for group, names in known.items():
        if name in names:
            return (f"+experiment={name}" if group == "experiment" else f"suite={name}",)
    raise unknown("suite or experiment", name, [*known["suite"], *known["experiment"]],
                  "(`gtarena experiments` lists all)")


def _describe_papers(listed: Sequence[Inventory]) -> list[dict[str, Any]]:
    """Returns papers with their entries and the facts of these, as plain values."""
    commands = list(dict.fromkeys(each.overrides for paper in listed for each in paper.entries if each.command))
    facts = dict(zip(commands, find_facts(commands), strict=True))
    return [{"suite": each.suite, "paper": each.name,
             "entries": [_plain(entry_, facts.get(entry_.overrides)) for entry_ in each.entries]} for each in listed]


def _plain(listed: PaperPart, facts: Facts | None) -> dict[str, Any]:
    if facts is None:
        return {"paper": listed.paper, "items": listed.items, "reason": listed.reason}
    return {"paper": listed.paper, "items": listed.items, "command": listed.command, "makes": listed.makes,
            **asdict(facts)}


def _print(listed: Iterable[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print(json.dumps(list(listed), indent=2))
        return
    for each in listed:
        print("\n".join([f"{each['paper']} (gtarena experiments {each['suite']})", *_paper_lines(each["entries"]), ""]))
    print("Letters such as A stand for models. gtarena experiments NAME [KEY=VALUE...] shows one experiment, and with "
          "--estimate what it will cost.")


def _paper_lines(entries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for each in entries:
        if "reason" in each:
            yield f"  {each['paper']}: {each['reason']}"
            continue
        yield f"  {each['paper']}: {each['makes']}"
        yield f"      {each['command']}"
        yield f"      {each['problem'] or _size(each)}"


def _size(facts: Mapping[str, Any]) -> str:
    """Returns jobs, matches and calls in one line."""
    calls = facts["calls"]
    jobs = f"{facts['jobs']} jobs, " if facts["jobs"] > 1 else ""
    matches = f"{facts['matches']:,} match{'es' if facts['matches'] != 1 else ''}"
    shares = ", ".join(f"{agent} {format_count(number)}" for agent, number in calls.items())
    made = f"about {format_count(sum(calls.values()))} model calls" if any(calls.values()) else "no model calls"
    return f"{jobs}{matches}, {made}" + (f" ({shares})" if len(calls) > 1 else "")


def _experiment(name: str, overrides: Sequence[str]) -> dict[str, Any]:
    """Returns one experiment or run as plain values.

    Raises:
        UsageError: the settings are not allowed.
    """
    from gtarena.cli.planned_jobs import plan_jobs

    command, jobs = plan_jobs(overrides)
    (facts,) = find_facts([command.overrides])
    if facts.problem:
        raise UsageError(facts.problem)
    makes = [f"{each.paper}: {each.makes}" for paper in inventories() for each in paper.entries
             if name and each.name == name]
    return {"command": str(command), "makes": makes, "folders": [str(job.folder) for job in jobs], **asdict(facts)}


def _experiment_lines(found: Mapping[str, Any]) -> Iterator[str]:
    yield found["command"]
    yield from (f"  makes {line}" for line in found["makes"])
    folders = found["folders"]
    yield f"  results: {folders[0]}" + (f" and {len(folders) - 1} more" if len(folders) > 1 else "")
    yield f"  jobs: {found['jobs']}, matches: {found['matches']:,}"
    yield f"  model calls: about {sum(found['calls'].values()):,.0f}"
    yield from (f"    {agent}: {number:,.0f}" for agent, number in found["calls"].items())


def _estimate(overrides: tuple[str, ...], parsed: argparse.Namespace) -> int:
    from gtarena.cli.estimates import estimate_run

    if letters := stand_ins(overrides):
        stand = "stands for a model" if len(letters) == 1 else "stand for models"
        raise UsageError(f"{', '.join(letters)} {stand}: give names, as in {_name_models(overrides)}")
    if parsed.matches < 1:
        raise UsageError(f"--matches {parsed.matches} is not a whole number of at least 1")
    found = estimate_run(overrides, parsed.matches)
    print(json.dumps(found.plain(), indent=2) if parsed.json else "\n".join(found.lines()))
    return 0


def _name_models(overrides: Sequence[str]) -> str:
    """Returns the settings that name models by letters, with the names of models."""
    lettered = [word for word in overrides if stand_ins((word,))]
    return " ".join(re.sub(r"(?<=[=@,\[])[A-Z](?=[,\]*]|$)", "openai/gpt-4o-mini", word) for word in lettered)
