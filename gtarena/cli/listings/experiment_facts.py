"""Size of commands before they are run: jobs, matches and model calls by agent, shipped or counted once and kept."""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from platformdirs import user_cache_path
from pydantic import TypeAdapter, ValidationError

import adapters
import custom_games
from adapters.rendering import templates
from custom_games.word_sets.word_lists import FOLDER_VARIABLE as WORDS
from gtarena import plugins
from gtarena.errors import UsageError
from gtarena.system.checkout import config_folder
from gtarena.system.files import write_text

FILE = "experiments.json"  # in the user's cache folder
# Facts of the papers' commands, which `python scripts/count_experiments.py` writes.
SHIPPED = Path(__file__).with_name("experiment_counts.json")


@dataclass(frozen=True)
class Facts:
    """Jobs and matches of a command, its expected model calls by agent, and the ``problem`` if it cannot be planned."""

    jobs: int = 0
    matches: int = 0
    calls: Mapping[str, float] = field(default_factory=dict)
    problem: str = ""


_STORED = TypeAdapter(dict[str, Facts])


@dataclass(frozen=True)
class ShippedFacts:
    """Facts of commands by their settings in one line, with a digest of the configuration files that they were for."""

    configuration: str = ""
    facts: Mapping[str, Facts] = field(default_factory=dict)


_SHIPPED_FACTS = TypeAdapter(ShippedFacts)


def find_facts(commands: Sequence[Sequence[str]]) -> list[Facts]:
    """Returns the facts of each command, given by its settings; tells on stderr how far it is.

    Those of the papers' commands are shipped, and hold as long as the user has added and changed nothing. Those of
    other commands that were counted before, by the same program, are read from the user's cache folder.
    """
    shipped = _read_shipped()
    others = [overrides for overrides in commands if " ".join(overrides) not in shipped]
    found = {**shipped, **dict(zip(map(" ".join, others), _keep_facts(others), strict=True))}
    return [found[" ".join(overrides)] for overrides in commands]


def count_shipped(commands: Sequence[Sequence[str]]) -> bytes:
    """Returns the content of the shipped file for these commands."""
    facts = dict(zip(map(" ".join, commands), _count_commands(commands), strict=True))
    return _SHIPPED_FACTS.dump_json(ShippedFacts(configuration_digest(), facts), indent=1) + b"\n"


def configuration_digest() -> str:
    """Returns a digest of the contents of all configuration files of the program."""
    digest = hashlib.sha256()
    for path in sorted(config_folder().rglob("*.yaml")):
        digest.update(path.relative_to(config_folder()).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def _read_shipped() -> Mapping[str, Facts]:
    """Returns the shipped facts by the settings of their command, or none if the user's own files may change them."""
    shipped = _SHIPPED_FACTS.validate_json(SHIPPED.read_bytes())
    own = [*plugins.places(), *_own_wordings()]
    return shipped.facts if not own and shipped.configuration == configuration_digest() else {}


def _own_wordings() -> list[Path]:
    """Returns the user's folders of wordings and words, of those that exist."""
    places = [templates.own_folder(), *([Path(os.environ[WORDS])] if os.environ.get(WORDS) else [])]
    return [place for place in places if place.exists()]


def _keep_facts(commands: Sequence[Sequence[str]]) -> list[Facts]:
    """Returns facts that are counted only if the cache folder does not have them."""
    if not commands:
        return []
    path, digest = user_cache_path("gtarena") / FILE, _digest()
    known = _read(path)
    keys = [hashlib.sha256(json.dumps([digest, *overrides]).encode()).hexdigest()[:16] for overrides in commands]
    missing = {key: overrides for key, overrides in zip(keys, commands, strict=True) if key not in known}
    if missing:
        found = dict(zip(missing, _count_commands(list(missing.values())), strict=True))
        _write(path, known := {**known, **found})
    return [known[key] for key in keys]


def _count_commands(commands: Sequence[Sequence[str]]) -> Iterator[Facts]:
    from gtarena.cli.planned_jobs import plan_all_jobs
    from gtarena.runs.estimates.call_counts import CallCounts
    from gtarena.runs.plan import plan_matches

    counts = CallCounts()
    if len(commands) > 1:
        print(f"counting the model calls of {len(commands)} commands, which takes some seconds", file=sys.stderr)
    for number, planned in enumerate(plan_all_jobs(commands), start=1):
        if len(commands) > 1 and sys.stderr.isatty():
            end = "\r" if number < len(commands) else "\n"
            print(f"counted {number} of {len(commands)} commands", end=end, file=sys.stderr, flush=True)
        try:
            if isinstance(planned, Exception):
                raise planned
            jobs = planned[1]
            specs = [spec for job in jobs for spec in plan_matches(job.settings)]
            yield Facts(len(jobs), len(specs), counts.by_agent(specs))
        except UsageError as error:
            yield Facts(problem=str(error))


def _digest() -> str:
    """Returns a digest of all files on which a plan depends: the program, its settings, plug-ins, the user's own."""
    places = [Path(__file__).parents[2], *(Path(package.__file__ or "").parent for package in (adapters, custom_games))]
    files = sorted({path for place in (*places, config_folder(), *plugins.places(), *_own_wordings())
                    for path in (place, *place.rglob("*")) if path.suffix not in (".pyc", ".png") and path.is_file()})
    stats = [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files]
    return hashlib.sha256(json.dumps(stats).encode()).hexdigest()


def _read(path: Path) -> dict[str, Facts]:
    try:
        return _STORED.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return {}


def _write(path: Path, known: Mapping[str, Facts]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps({key: asdict(facts) for key, facts in known.items()}))
    except OSError as error:
        print(f"gtarena: {path}: {error.strerror or error}: the numbers are counted again next time", file=sys.stderr)
