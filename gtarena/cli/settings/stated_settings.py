"""Settings of a run from the words of a command line, for Python."""

from collections.abc import Sequence

from hydra.errors import HydraException
from omegaconf.errors import OmegaConfBaseException

from gtarena.cli.error_messages import error_line
from gtarena.cli.settings import hydra_config
from gtarena.cli.settings.arguments import checked_settings
from gtarena.cli.settings.plugin_setting import load_plugins
from gtarena.errors import UsageError
from gtarena.runs.settings import RunSettings


def compose_settings(words: Sequence[str]) -> RunSettings:
    """Returns the settings of a run that a command line with these words makes: ``["game=pig(winscore=20)"]``.

    Raises:
        UsageError: a word is not understood, a key is not a setting, or a value is not allowed.
    """
    load_plugins(words)
    try:
        return hydra_config.compose_settings(checked_settings(words))
    except (HydraException, OmegaConfBaseException) as error:
        raise UsageError(error_line(error)) from error
