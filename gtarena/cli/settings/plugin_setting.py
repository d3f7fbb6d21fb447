"""The setting ``plugins=[...]``, which has to be known before games, agents and settings of plug-ins can be."""

from collections.abc import Sequence

from gtarena import plugins
from gtarena.errors import UsageError

SETTING = "plugins="


def is_plugin_setting(word: str) -> bool:
    """Returns whether an argument of a command line names plug-ins."""
    return word.startswith(SETTING)


def load_plugins(arguments: Sequence[str]) -> None:
    """Loads the plug-ins of installed packages, and those that a command line names.

    Raises:
        UsageError: the setting is no list, or a plug-in cannot be loaded.
    """
    named = [name for word in arguments if is_plugin_setting(word) for name in _read_list(word)]
    plugins.load(named)


def _read_list(word: str) -> list[str]:
    value = word.removeprefix(SETTING)
    if not (value.startswith("[") and value.endswith("]")):
        raise UsageError(f"{word} is not a list: write plugins=[{value}]; a sweep has one list for all its jobs")
    return [name.strip().strip("'\"") for name in value[1:-1].split(",") if name.strip()]
