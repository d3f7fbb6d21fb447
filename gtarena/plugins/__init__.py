"""Plug-ins: modules of other projects that bring games, prompts, agents, models, schemes, metrics and suites.

Importing a plug-in registers its pyspiel games, in OpenSpiel's own way or as rules of :mod:`custom_games`. All else
stands in its :class:`Plugin`, the module's ``PLUGIN``. Installed packages name their plug-ins as entry points of the
group ``gtarena.plugins``; others are named by ``plugins=[MODULE,./FILE.py]``. What a log names is never imported.
"""

from gtarena.plugins.contents import Plugin
from gtarena.plugins.loading import (
    GROUP,
    LoadedPlugin,
    added,
    adding,
    config_folders,
    describe_missing,
    folders,
    load,
    loaded,
    missing,
    places,
    versions,
    words,
)

__all__ = [
    "GROUP", "LoadedPlugin", "Plugin", "added", "adding", "config_folders", "describe_missing", "folders", "load",
    "loaded", "missing", "places", "versions", "words"]
