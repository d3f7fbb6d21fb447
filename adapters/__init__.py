"""Prompts from states, moves from replies, pictures of positions."""

import importlib
import pkgutil
from enum import StrEnum
from functools import cache

import pyspiel

from adapters import native
from adapters.adapter import Adapter
from adapters.generic.generic_view import GenericView, PlainStructView
from adapters.generic.sheets import has_sheet
from adapters.rendering import templates
from adapters.rendering.messages import Message
from adapters.replies.errors import ReplyError
from adapters.views import StructView, View

__all__ = ["Adapter", "Message", "ReplyError", "Told", "View", "for_game", "told_by"]

GENERIC = "generic"


@cache
def views() -> dict[str, View]:
    """Returns the views of games that are not read as text nor made of rules, to which others may be added."""
    names = [module.name for module in pkgutil.iter_modules(native.__path__)]
    return {name: importlib.import_module(f"adapters.native.{name}").VIEW for name in names if name[0] != "_"}


class Told(StrEnum):
    """Sources of what a game's prompts tell of its rules, the best first."""

    OWN = "prompts of its own"
    SHEET = "rules sheet in the generic prompts"
    TEXTS = "OpenSpiel's texts alone"


def told_by(name: str) -> Told:
    """Returns the source of what the prompts of a game tell of its rules, by its short name."""
    if templates.has_prompts(name):
        return Told.OWN
    return Told.SHEET if has_sheet(name) else Told.TEXTS


def for_game(game: pyspiel.Game) -> Adapter:
    """Returns the adapter of a loaded game, with its own prompts if it has any and the generic ones otherwise."""
    name = game.get_type().short_name
    prompts = name if templates.has_prompts(name) else GENERIC
    return Adapter(game, _view(game, prompts), prompts, game.get_parameters())


def _view(game: pyspiel.Game, prompts: str) -> View:
    own = views().get(game.get_type().short_name)
    if own is not None:
        return own
    if hasattr(game, "rules"):
        return PlainStructView() if prompts == GENERIC else StructView()
    return GenericView()
