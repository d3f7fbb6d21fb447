"""The agents that play without a model, by the name of their kind."""

from collections.abc import Callable

from gtarena.agents import search, strategies
from gtarena.agents.base import Agent
from gtarena.agents.limits import playable

KINDS: dict[str, Callable[..., Agent]] = {
    "always": strategies.always,
    "fixed": strategies.fixed,
    "grim": strategies.grim,
    "ismcts": search.ismcts,
    "mcts": search.mcts,
    "random": strategies.uniform,
    "tit_for_tat": strategies.tit_for_tat,
}

__all__ = ["KINDS", "playable"]
