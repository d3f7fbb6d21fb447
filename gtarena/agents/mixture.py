"""Mixture: an agent that is another one in each match, drawn by chance."""

import math
import random
from collections.abc import Sequence

from gtarena.agents.base import Agent, Seating
from gtarena.errors import UsageError, unknown
from gtarena.seeds import derive


def mixture(seating: Seating, agents: str | Sequence[str], weights: Sequence[float] | None = None) -> Agent:
    """Returns one of several agents that play without a model, drawn anew for every match.

    In a single string they are separated by ``/``, as in ``random/always:Rock``. They have their default settings.

    Args:
        seating: the seat, whose seed decides the draw.
        agents: words that name them.
        weights: to which the probabilities are proportional; by default all are equal.

    Raises:
        UsageError: a word names no such agent, one of them cannot play the game, or the weights do not fit.
    """
    words = [word.strip() for word in (agents.split("/") if isinstance(agents, str) else agents)]
    chances = [1.0] * len(words) if weights is None else list(weights)
    if len(chances) != len(words) or not all(0 <= chance < math.inf for chance in chances) or not any(chances):
        raise UsageError(f"mixture: weights={chances} does not fit agents={'/'.join(words)}: give each a number from 0 "
                         "on, one of them above 0")
    members = [_make_member(word, seating) for word in words]  # all, so that one that cannot play is found at once
    return random.Random(derive(seating.seed, "mixture")).choices(members, chances)[0]


def _make_member(word: str, seating: Seating) -> Agent:
    from gtarena.agents import registry  # which has mixtures among its agents

    kind, colon, argument = word.partition(":")
    known = [name for name in registry.kinds() if not registry.plays_alone(name)]
    if kind not in known:
        raise unknown("agent", kind, known, f"(a mixture is of: {', '.join(known)})")
    needed = registry.needed_settings(kind)
    if len(needed) != len(colon):
        raise UsageError(f"mixture: {word!r} {'needs' if needed else 'takes no'} {' and '.join(needed) or 'argument'}")
    return registry.make_agent(kind, seating, {name: registry.read_argument(kind, name, argument) for name in needed})
