"""Error messages of the command line: one line and an exit code for every exception."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from gtarena.errors import TYPE_WORDS, UnfinishedError, UsageError, not_installed, shorten, suggest_names
from gtarena.system.exhaustion import find_exhaustion
from gtarena.system.redaction import hide_outside_secrets

USAGE, FAILED = 2, 3
MOST_LISTED = 12  # names of files in a message
# Extras of gtarena that bring plug-ins of Hydra, by the group of settings.
HYDRA_EXTRAS = {"hydra/launcher": ("joblib", "submitit", "ray"), "hydra/sweeper": ("optuna",)}

_NO_FOLDER = re.compile(r"provider=.*, path=(.*) is not available\.")
_UNKNOWN_KEY = re.compile(r"Key '.+?' (?:is not in struct|not in '\w+')")
_NULL_GROUP = "Config group override must be a string or a list. Got None"
_UNKNOWN_OPTION = re.compile(r"In '.*': Could not find '(.+)/(.*)'")
_DEREFERENCING = re.compile(r"^While dereferencing interpolation '.*?': ")
_RESOLVING = re.compile(r"^(\w+) raised while resolving interpolation: ")
_UNRESOLVED = "its ${...} is not written as Hydra reads it"
_TOLD_BY_RESOLVERS = (UsageError.__name__, KeyError.__name__)  # others tell of the resolver's own code
_IN_FILE = re.compile(r"In '(.+)': \w+ raised while composing config:")
_OF_THE_PARSER = re.compile(
    r"Error parsing override|LexerNoViableAlt|no viable|mismatched|extraneous|missing|token recognition")
_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
_OMEGACONF_TYPES = {"Integer": int, "Float": float, "Boolean": bool, "String": str}
# Beginnings of messages of Hydra and OmegaConf, and what is said instead: {0} is the setting, the others are groups.
_WORDED = {
    r"Value '(.*)' of type '.*' could not be converted to (Integer|Float|Boolean|String)": "{0}={1} is not {2}",
    r"Value '(.*)' is not a valid bool": "{0}={1} is not true or false",
    r"field '.*' is not Optional": "{0} needs a value",
    r"Invalid value assigned: \w+ is not a ListConfig": "{0} is not a list: write {0}=[A,B]",
    r"Cannot merge DictConfig with ListConfig":
        "{0} has the wrong brackets: [A,B] is a list, and {{NAME:VALUE}} a group of settings",
    r"Cannot convert '\w+' to string: '(.*)'": "{0}={1} is not text",
    r"(?:MissingMandatoryValue while resolving interpolation: )?Missing mandatory value: (.+)": "{1} needs a value",
    r"Incompatible value 'None' for field of type": "{0} needs a value",
    r"Invalid type assigned: \w+ is not a subclass of str\. value: (.*)": "{0}={1} is not text",
    r"Invalid type assigned: \w+ is not a subclass of [\w, \[\]]+\. value: (.*)": "{0}={1} is not a group of settings",
    r"Ambiguous value for argument '(.*)'": "{1} has several values: -m tries each of them, and [A,B] is a list",
    r"Sweep parameters '(.*)' requires --multirun": "{1} has several values: -m tries each of them",
    r"Could not override '(.+)'\.": "{1} is no setting by itself: write +{1}=NAME to add the file of that name",
    r"Could not delete from config\. '(.+)' does not exist":
        "'{1}' does not exist, or has no value: a setting can be changed, but not removed with ~",
    r"\w+ \(DictConfig\) does not support deletion": "{0} can be changed, but not removed with ~",
    r"Multiple values for (\S+)\. To override a value use 'override \S+: (.*)'":
        "{1} is a setting already: write {1}={2} without the +",
    r"(\S+) appears more than once in the final defaults list": "{1} is chosen more than once: leave one choice out",
    r"Error loading '(.*)':": "{1} cannot be imported",
    r"Could not append to config\. An item is already at '(.+)'\.": "{1} is a setting already: write it without the +",
}
_BRACKETS = {"(": ")", "[": "]", "{": "}"}


def error_line(error: Exception) -> str:
    """Returns the message of an error as one line without secrets."""
    return hide_outside_secrets(_line(error))


def _line(error: Exception) -> str:
    if end := find_exhaustion(error):
        return f"{end}. The same command goes on; what is finished is kept."
    if _is_hydra(error):
        return _hydra_line(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, ValueError | UnfinishedError):
        return " ".join(str(error).split())
    return f"{type(error).__name__}: {' '.join(str(error).split())} (--debug shows where)"


def unknown_setting(key: str, known: Sequence[str]) -> UsageError:
    """Returns the error for a key that is not one of the known settings of its group."""
    group, _, name = key.rpartition(".")
    inside = f" of {group}" if group else ""
    listed = f" (the settings{inside} are: {', '.join(known)})" if known else ""
    return UsageError(f"unknown setting {shorten(key)!r}{suggest_names(name, known)}{listed}")


def exit_code(error: Exception) -> int:
    """Returns 2 for a mistake in the command, or in a file that it names, and 3 for what can be repeated as it is."""
    if find_exhaustion(error):
        return FAILED
    return USAGE if isinstance(error, ValueError | OSError) or _is_hydra(error) else FAILED


@contextmanager
def refusing() -> Iterator[None]:
    """Makes a mistake in the command of whatever the block raises, in which it is read and nothing has begun.

    Raises:
        UsageError: the block raises an error that is no mistake by itself, and no exhaustion of this machine.
        Exception: the block raises another.
    """
    try:
        yield
    except Exception as error:
        if find_exhaustion(error) or isinstance(error, UsageError | OSError) or _is_hydra(error):
            raise
        raise UsageError(_unreadable_settings(error)) from error


def _unreadable_settings(error: Exception) -> str:
    from yaml import MarkedYAMLError

    if isinstance(error, MarkedYAMLError) and error.problem_mark:
        place = error.problem_mark
        return f"{place.name}:{place.line + 1}: {error.problem or error.context} (the file has to be YAML)"
    if isinstance(error, RecursionError):
        return "a file of settings includes itself, directly or through others"
    if isinstance(error, KeyError):
        return f"{error.args[0]} does not exist, but a setting names it"
    if isinstance(error, UnicodeError):
        return "a file of settings is not written in UTF-8"
    if isinstance(error, UserWarning):
        return _NO_FOLDER.sub(r"hydra.searchpath: \1 does not exist", str(error))
    if str(error).startswith(_NULL_GROUP):
        return f"{' '.join(word for word in sys.argv if word.endswith('=null'))}: name a file instead, or leave it out"
    if isinstance(error, ValueError):
        return str(error)
    return "the settings or their files cannot be read (--debug shows where)"


def _is_hydra(error: Exception) -> bool:
    return any(kind.__module__.split(".")[0] in ("hydra", "omegaconf") for kind in type(error).__mro__)


def _hydra_line(error: Exception) -> str:
    """Returns the message of an error of Hydra's, with the setting that caused it and what is allowed."""
    cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
    lines = _DEREFERENCING.sub("", str(cause).strip()).splitlines()
    override = getattr(error, "override", None)
    if override is not None:
        return f"{shorten(override)!r} cannot be read: {_unreadable(override, lines[0])}"
    key = next((line.split()[-1] for line in lines if line.strip().startswith("full_key:")), "")
    if resolving := _RESOLVING.match(lines[0]):
        said = lines[0].removeprefix(resolving[0]).strip('"')
        return f"{key}: {said if resolving[1] in _TOLD_BY_RESOLVERS else _UNRESOLVED}"
    if _OF_THE_PARSER.match(lines[0]):
        return f"{key}: {_UNRESOLVED}"
    if (file := _IN_FILE.match(lines[0])) and isinstance(cause.__context__, Exception):
        return f"{file[1]}.yaml: {_hydra_line(cause.__context__)}"
    if _UNKNOWN_KEY.match(lines[0]):
        return _unknown_setting(key)
    if option := _UNKNOWN_OPTION.match(lines[0]):
        return _unknown_option(option[1], option[2], [line.strip() for line in lines if line.startswith("\t")])
    for beginning, words in _WORDED.items():
        if found := re.match(beginning, lines[0]):
            groups = (TYPE_WORDS[_OMEGACONF_TYPES[group]] if group in _OMEGACONF_TYPES else shorten(group)
                      for group in found.groups())
            return words.format(key, *groups)
    return f"{key}: {lines[0]}" if key else lines[0]


def _unknown_option(group: str, name: str, options: Sequence[str]) -> str:
    known = [option for option in options if "=" not in option]
    extra = name.split("_")[0]
    if extra in HYDRA_EXTRAS.get(group, ()) and not any(each.startswith(extra) for each in known):
        return str(not_installed(f"{group}={name}", f"hydra-{extra}-{group.removeprefix('hydra/')}", extra))
    listed = [*known[:MOST_LISTED], *(["..."] if len(known) > MOST_LISTED else [])]
    return f"unknown {group} {shorten(name)!r}{suggest_names(name, known)} (choose from: {', '.join(listed)})"


def _unreadable(override: str, cause: str) -> str:
    """Returns what is wrong with an override that Hydra cannot parse."""
    if not _OF_THE_PARSER.match(cause):
        return cause
    value = _QUOTED.sub("", override.partition("=")[2])
    if "'" in value or '"' in value:
        return "a quotation mark in it is not closed"
    opened: list[str] = []
    for character in value:
        if character in _BRACKETS:
            opened.append(_BRACKETS[character])
        elif character in _BRACKETS.values() and (not opened or opened.pop() != character):
            return f"its {character} closes nothing"
    if opened:
        return f"its {opened[-1]} is missing"
    if re.search(r"(?:^|[,(\[{])\s*,|,\s*$", value):
        return "a value is missing beside a comma"
    return "put a value with special characters in quotation marks, and the whole argument in others: \"KEY='a=b'\""


def _unknown_setting(key: str) -> str:
    from gtarena.cli.settings.composing import names_beside  # imports Hydra

    group = key.partition(".")[0]
    if any(word.startswith(f"{group}=") and "," in word for word in sys.argv[1:]):
        stated = next((word.partition("=")[2] for word in sys.argv[1:] if word.startswith(f"{key}=")), "VALUE")
        return (f"{key} cannot be set before {group} is chosen, which has several values here: write "
                f"{key}=choice({stated}), so that each job sets it")
    return str(unknown_setting(key, names_beside(key, sys.argv[1:])))
