"""Names of a sweep's jobs: what varies among them, in few legal characters, and a short hash of all that they set."""

import hashlib
import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from pathlib import Path

from hydra.core.override_parser.overrides_parser import OverridesParser
from omegaconf import DictConfig, OmegaConf

from gtarena.formatting import setting_key
from gtarena.logs.reader import MATCHES
from gtarena.runs.settings import RunSettings
from gtarena.runs.sweeps.state import read_job

JOB_NAME = "${gtarena.job:}"  # stands for the name in hydra.sweep.subdir
LONGEST_VALUE, LONGEST = 40, 100  # characters of a value, and of all together
DIGITS, MORE_DIGITS = 6, 12  # of the hash, and where the name had to be shortened
_ILLEGAL = re.compile(r"[^A-Za-z0-9_.+-]+")
_HASH = re.compile(rf"-([0-9a-f]{{{DIGITS}}})(?:[0-9a-f]{{{MORE_DIGITS - DIGITS}}})?$")


class JobNames:
    """Names of the jobs of a sweep in a folder.

    A setting varies if no override gives it a single value: one of ``stated``, those of the command, or else of
    ``own``, those of the sweeper. Settings that are ``excluded`` by their keys change no results: a job with others has
    the same name.
    """

    def __init__(self, folder: Path, stated: Sequence[str], own: Mapping[str, object], excluded: Collection[str],
                 separators: tuple[str, str] = (",", "=")) -> None:
        parser = OverridesParser.create()
        lines = [*(f"{key}={value}" for key, value in own.items()), *stated]
        latest = {setting_key(override.get_key_element()): override for override in parser.parse_overrides(lines)}
        self._single = {key for key, override in latest.items() if not override.is_sweep_override()}
        self._folder, self._excluded, self._separators = folder, excluded, separators

    @classmethod
    def of(cls, config: DictConfig, stated: Sequence[str]) -> "JobNames":
        """Returns the names of the jobs of a multirun with this configuration, whose overrides are ``stated``."""
        hydra = config.hydra
        names, own = hydra.job.config.override_dirname, OmegaConf.select(hydra, "sweeper.params")
        return cls(Path(hydra.sweep.dir), stated, own if isinstance(own, Mapping | DictConfig) else {},
                   set(names.exclude_keys), (str(names.item_sep), str(names.kv_sep)))

    def name(self, words: Sequence[str]) -> str:
        """Returns the name of the job with these overrides.

        It is that of the folder that holds the job's matches already, if there is one: one of the same overrides, or
        one that an older gtarena named after all of them, which is the sweep's own for a job without any.
        """
        relevant = sorted(word for word in words if setting_key(word) not in self._excluded)
        if not relevant and any(True for _ in self._folder.glob(MATCHES)):
            return "."
        new, old = self._new_name(words, relevant), self._old_name(relevant)
        if (self._folder / new).is_dir():
            return new
        if relevant and os.path.isdir(self._folder / old):  # which, unlike that of a path, is false for too long a name
            return old
        same = self._hashed.get(_digest(relevant)[:DIGITS], ())
        return next((each for each in same if self._holds(each, relevant)), new)

    def _new_name(self, words: Sequence[str], relevant: Sequence[str]) -> str:
        varying = {key: word.partition("=")[2] for word in words
                   if (key := setting_key(word)) not in self._excluded and key not in self._single}
        values = {key: _ILLEGAL.sub("_", value).strip("_") for key, value in varying.items()}
        text = ",".join(f"{short}={value[:LONGEST_VALUE]}"
                        for short, value in zip(_short_keys(list(values)), values.values(), strict=True))
        shortened = len(text) > LONGEST or any(len(value) > LONGEST_VALUE for value in values.values())
        digits = _digest(relevant)[:MORE_DIGITS if shortened else DIGITS]
        return f"{text[:LONGEST] or 'job'}-{digits}"

    def _old_name(self, relevant: Sequence[str]) -> str:
        """Returns Hydra's own name of a job, all its overrides, which it had until version 0.1."""
        between, equals = self._separators
        return between.join(relevant).replace("=", equals)

    @cached_property
    def _hashed(self) -> dict[str, list[str]]:
        """The folders of jobs that are there, by the first digits of their hashes."""
        found: dict[str, list[str]] = {}
        for each in sorted(os.listdir(self._folder)) if self._folder.is_dir() else ():
            if hashed := _HASH.search(each):
                found.setdefault(hashed[1], []).append(each)
        return found

    def _holds(self, name: str, relevant: Sequence[str]) -> bool:
        """Returns whether the job of a folder has these overrides, whatever varied when it got its name."""
        state = read_job(self._folder / name)
        return state is not None and sorted(
            word for word in state.overrides if setting_key(word) not in self._excluded) == relevant


def raw_subdir(config: DictConfig) -> str:
    """Returns ``hydra.sweep.subdir`` as it is written, with what stands for the name."""
    return str(OmegaConf.to_container(config.hydra.sweep, resolve=False)["subdir"])  # type: ignore[index, call-overload]


def put_name(config: DictConfig, name: str) -> None:
    """Puts the name of a job in its place in ``hydra.sweep.subdir``."""
    config.hydra.sweep.subdir = raw_subdir(config).replace(JOB_NAME, name.replace("${", "\\${"))


def unnamed(*, _root_: DictConfig) -> str:
    """Returns what stands for the name where there is no job of a sweep: the overrides, as Hydra joins them."""
    return str(_root_.hydra.job.override_dirname)


def _digest(relevant: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(relevant).encode()).hexdigest()


def _short_keys(keys: Sequence[str]) -> list[str]:
    """Returns the last parts of dotted keys, as many as tell each from the others and from settings without a dot."""
    parts = [_ILLEGAL.sub("_", key).split(".") for key in keys]
    known = [*parts, *([spec.name] for spec in fields(RunSettings) if spec.name not in keys)]

    def ending(of: Sequence[str]) -> str:
        return next(text for length in range(1, len(of) + 1)
                    if (text := ".".join(of[-length:])) == ".".join(of)
                    or sum(other[-length:] == of[-length:] for other in known) == 1)

    return [ending(each) for each in parts]
