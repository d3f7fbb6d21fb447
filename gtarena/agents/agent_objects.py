"""Agents that other programs make: bots of OpenSpiel, agents, and functions that reply in a model's place."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pyspiel

from gtarena import plugins
from gtarena.agents.base import Agent, Seating
from gtarena.agents.search.bot_agent import BotAgent
from gtarena.errors import UsageError
from gtarena.plugins.contents import Plugin, ReplyFunction

AgentMaker = Callable[..., Agent | pyspiel.Bot]  # from a seating, with the agent's settings by name
AgentObject = str | Agent | type[Agent] | ReplyFunction | Any  # a pyspiel.Bot, which has no types
_NOT_IN_NAMES = re.compile(r"\W+")


class OneAtATime:
    """Maker of an agent that exists once, whose matches are played one after the other; a bot is restarted in each."""

    def __init__(self, agent: Agent | pyspiel.Bot) -> None:
        self._agent = agent

    def __call__(self, seating: Seating) -> Agent | pyspiel.Bot:
        if isinstance(self._agent, pyspiel.Bot):
            self._agent.restart()
        return self._agent


def as_agent(made: Agent | pyspiel.Bot, kind: str) -> Agent:
    """Returns what a maker has made as an agent.

    Raises:
        UsageError: it is neither an agent nor a bot.
    """
    if isinstance(made, pyspiel.Bot):
        return BotAgent(made)
    if not isinstance(made, Agent):
        raise UsageError(f"{kind} makes neither a gtarena.Agent nor a pyspiel.Bot, but {made!r:.80}")
    return made


def as_plugin(agents: Mapping[str, AgentObject]) -> Plugin:
    """Returns agents by name as the contents of a plug-in: functions as models, all others as kinds of agents.

    Raises:
        UsageError: one is neither a bot, an agent, a class of agents nor a function.
    """
    functions = {name: agent for name, agent in agents.items() if callable(agent) and not isinstance(agent, type)}
    return Plugin(models=functions, agents={
        name: _as_maker(agent) for name, agent in agents.items() if name not in functions})


def _as_maker(agent: AgentObject) -> AgentMaker:
    if isinstance(agent, Agent | pyspiel.Bot):
        return OneAtATime(agent)
    if isinstance(agent, type) and issubclass(agent, Agent):
        return agent
    raise UsageError(f"agents: {agent!r:.80} is no agent: give a word such as 'mcts', a pyspiel.Bot, a gtarena.Agent "
                     "or its class, or a function of the messages")


@contextmanager
def named(agents: Sequence[AgentObject]) -> Iterator[list[str]]:
    """Gives names to agents until the block ends, and yields the words that stand for all of them in a line-up.

    A word stays as it is. Others have the names of functions and classes, with a number where several are alike.

    Raises:
        UsageError: as for :func:`as_plugin`.
    """
    names: dict[int, str] = {}
    for agent in agents:
        if not isinstance(agent, str) and id(agent) not in names:
            names[id(agent)] = _free_name(agent, names.values())
    plugin = as_plugin({names[id(agent)]: agent for agent in agents if id(agent) in names})
    words = [agent if isinstance(agent, str) else names[id(agent)] for agent in agents]
    with plugins.adding(plugin):
        yield [f"llm@{word}" if word in plugin.models else word for word in words]


def _free_name(agent: object, taken: Iterable[str]) -> str:
    stated = getattr(agent, "__name__", type(agent).__name__)
    name = _NOT_IN_NAMES.sub("_", stated).strip("_") or "agent"
    alike = sum(other == name or other.startswith(f"{name}_") for other in taken)
    return f"{name}_{alike + 1}" if alike else name


