"""Games that OpenSpiel lacks, as pure rules. Importing the package registers them with pyspiel."""

import importlib
import pkgutil

import pyspiel

from custom_games.framework.rules import GAMES
from custom_games.framework.spiel import register_game

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")


def register_games() -> None:
    """Registers with pyspiel the games of ``GAMES`` that are not yet registered."""
    registered = set(pyspiel.registered_names())
    for name, rules in GAMES.items():
        if name not in registered:
            register_game(rules)


register_games()

__all__ = ["GAMES", "register_games"]
