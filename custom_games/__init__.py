"""Games that OpenSpiel lacks, as pure rules. Importing the package registers them with pyspiel."""

import importlib
import pkgutil

from custom_games.framework.rules import GAMES
from custom_games.framework.spiel import register_game

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
for _rules in GAMES.values():
    register_game(_rules)

__all__ = ["GAMES"]
