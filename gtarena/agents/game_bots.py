"""Bots that OpenSpiel has for one game, as agents of that game."""

from collections.abc import Callable, Mapping

import pyspiel

from gtarena.agents.base import Agent, Seating
from gtarena.agents.search.bot_agent import BotAgent
from gtarena.errors import UsageError


def _gin_rummy(seating: Seating) -> pyspiel.Bot:
    return pyspiel.make_simple_gin_rummy_bot(seating.game.get_parameters(), seating.player)


BOTS: Mapping[str, Callable[[Seating], pyspiel.Bot]] = {"gin_rummy": _gin_rummy}


def game_bot(seating: Seating) -> Agent:
    """Returns OpenSpiel's own bot of the game as an agent.

    Raises:
        UsageError: OpenSpiel has none.
    """
    name = seating.game.get_type().short_name
    if reason := reason_without_bot(seating.game):
        raise UsageError(f"game_bot cannot play {name}: {reason}")
    return BotAgent(BOTS[name](seating))


def reason_without_bot(game: pyspiel.Game) -> str | None:
    """Returns the reason why OpenSpiel has no bot of its own that plays a game; ``None`` if it has one."""
    return None if game.get_type().short_name in BOTS else f"OpenSpiel has bots of its own for {', '.join(BOTS)} alone"
