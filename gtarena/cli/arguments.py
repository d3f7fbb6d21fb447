"""The words of a command line that go to Hydra, looked at before it sees them."""

import re

from gtarena.errors import UsageError, unknown

OPTIONS = ("-m", "--multirun", "--cfg", "--resolve", "--package", "--info", "--config-dir", "--debug")
# A value of such a setting would be written into Hydra's saved configuration, in several places.
_SECRET = re.compile(r"key|secret|token$|password|credential", re.IGNORECASE)
_NAME = re.compile(r"(\w+)['\"]?\s*[:=]")


def check_word(word: str) -> None:
    """Refuses an option or a game that does not exist, and what looks like a secret.

    Raises:
        UsageError: the word is one of these.
    """
    from gtarena.models import error_messages

    if word.startswith("-") and word.split("=")[0] not in OPTIONS:
        raise unknown("option", word, OPTIONS, f"(there are: {', '.join(OPTIONS)}; settings are KEY=VALUE)")
    secret = next(filter(_SECRET.search, _NAME.findall(word)), "")
    if secret or error_messages.HIDDEN in error_messages.redacted(word):
        raise UsageError(f"{secret or word.split('=')[0]}: keys are taken from the environment only, "
                         "never from settings, which are saved")
    if word.startswith("game="):
        _check_games(word.removeprefix("game="))


def _check_games(names: str) -> None:
    from gtarena import games

    for name in re.findall(r"\w+", names) or [names]:
        if name not in ("choice", "glob", "null"):
            games.type_of(name)
