"""PettingZoo's agent-environment cycle over :func:`gtarena.env`: the agents are the steered seats of a match.

Observations and actions are texts: the messages of the agent's turn, and its reply. A nudge is the same agent's next
turn, and players who move at the same time are asked one after the other, none told of another's move.
"""

import string
from collections.abc import Sequence
from typing import Any

from gtarena.environments.environment import Environment, Result, Turn, env
from gtarena.errors import not_installed

try:
    from gymnasium.spaces import Text
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise not_installed(__name__, "pettingzoo", "pettingzoo") from error

_LONGEST_SAMPLE = 100  # characters


class AnyText(Text):  # type: ignore[misc]
    """Space of all texts; those that are sampled are short and of printable ASCII characters."""

    def __init__(self) -> None:
        super().__init__(_LONGEST_SAMPLE, min_length=0, charset=string.printable)

    def contains(self, x: object) -> bool:
        return isinstance(x, str)


class AecEnvironment(AECEnv):  # type: ignore[misc]
    """Matches whose steered seats are the agents ``player_0``, ``player_1`` and so on, numbered as the game does.

    The ``infos`` of the agent that is asked hold the ``messages`` of its turn, the ``schema`` of its reply and the
    ``legal`` moves; at the end the infos of all agents hold the ``record``. A match that comes to returns terminates,
    be it by the rules or by a forfeit that they price; one that a player stops without returns is truncated, since what
    stopped it is outside the game (``gymnasium.Env.step``).
    """

    def __init__(self, game: str, environment: Environment) -> None:
        super().__init__()
        self.metadata = {"name": game, "render_modes": [], "is_parallelizable": False}
        self._environment, self._next_seed = environment, environment.seed
        self._seats = {f"player_{number}": number for number in environment.steered}
        self.possible_agents = list(self._seats)
        self.observation_spaces = {agent: AnyText() for agent in self._seats}
        self.action_spaces = {agent: AnyText() for agent in self._seats}

    def observation_space(self, agent: str) -> AnyText:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> AnyText:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match with this seed, or with the one after the last match's; there are no options.

        Raises:
            UsageError, ModelError: as :meth:`Environment.reset`.
        """
        turn = self._environment.reset(self._next_seed if seed is None else seed)
        self._next_seed = self._environment.seed + 1
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._observations = dict.fromkeys(self.agents, "")
        self._show(turn)

    def step(self, action: str | None) -> None:
        """Gives the reply of the agent whose turn it is, or ``None`` to take leave of one whose match is over.

        Raises:
            UsageError, ModelError: as :meth:`Environment.step`.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        turn = self._environment.step(action)  # type: ignore[arg-type]  # which refuses None
        self._cumulative_rewards[agent] = 0.0
        self._show(turn)

    def close(self) -> None:
        """Gives up the match (see :meth:`Environment.close`)."""
        self._environment.close()

    def observe(self, agent: str) -> str:
        """Returns the messages of the agent's last turn, one below the other; nothing before its first."""
        return self._observations[agent]

    def _show(self, turn: Turn | Result) -> None:
        over = isinstance(turn, Result)
        settled = isinstance(turn, Result) and turn.returns is not None
        self.terminations = dict.fromkeys(self.agents, settled)
        self.truncations = dict.fromkeys(self.agents, over and not settled)
        self.rewards = {agent: turn.rewards[seat] for agent, seat in self._seats.items()}
        self._accumulate_rewards()
        if isinstance(turn, Result):
            self.agent_selection = self.agents[0]
            self.infos: dict[str, dict[str, Any]] = {agent: {"record": turn.record} for agent in self.agents}
        else:
            self.agent_selection = asked = f"player_{turn.seat}"
            self._observations[asked] = "\n\n".join(message["content"] for message in turn.messages)
            told = {"messages": list(turn.messages), "schema": turn.schema, "legal": list(turn.legal)}
            self.infos = {agent: told if agent == asked else {} for agent in self.agents}


def aec_env(game: str, seats: Sequence[str | None] | None = None, seed: int = 0, **named: Any) -> OrderEnforcingWrapper:
    """Returns a ``pettingzoo.AECEnv`` of matches; arguments and errors are those of :func:`gtarena.env`."""
    return OrderEnforcingWrapper(AecEnvironment(game, env(game, seats, seed, **named)))
