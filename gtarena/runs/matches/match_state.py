"""State of one match with its agents around: whole moves go in, logged steps and messages to the agents come out."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence

import pyspiel

from custom_games.action_specs import utf8_text
from custom_games.framework.rules import CHANCE
from custom_games.framework.spiel import State
from custom_games.framework.states import apply_together, choices, penalty_action
from gtarena.agents.base import Agent
from gtarena.logs.records import Step


class AgentError(Exception):
    """Illegal action returned by an agent, which is a fault of its code."""


class MatchState:
    """State of a match, the agents in its seats, and the ``history`` to which steps are added.

    A player's move may be several actions. At a simultaneous node the actions of all who have not finished theirs are
    applied jointly, one of each at a time, so that nobody needs to move as often as the others.
    """

    def __init__(self, state: pyspiel.State, agents: Sequence[Agent], history: list[Step]) -> None:
        self.state = state
        self._choices: dict[int, Sequence[int]] | None = None  # legal actions of those to move, once they are known
        self._history = history
        # The agents that listen, by seat; most do not, and to keep the state before a move for nobody takes long.
        self._told = {seat: agent for seat, agent in enumerate(agents) if type(agent).inform is not Agent.inform}
        self._waiting: dict[int, deque[int]] = {}  # actions decided and not applied yet
        self._made: dict[int, list[int]] = {}  # actions applied since the current moves started
        self._start: pyspiel.State | None = None  # the state at which they started
        self._said: dict[int, list[int]] = {}  # bytes of texts that are not finished
        self._steps: dict[int, list[Step]] = {}  # of a simultaneous node, where each player's steps come in one piece

    def movers(self) -> list[int]:
        """Returns the players who have to decide now: those to move whose last decision is applied."""
        return [seat for seat in self._to_move() if not self._waiting.get(seat)]

    def _to_move(self) -> Mapping[int, Sequence[int]]:
        """Returns the legal actions of the players with something to decide at this node."""
        if self._choices is None:
            self._choices = choices(self.state)
        return self._choices

    def apply_chance(self, outcome: int) -> None:
        """Applies an outcome of chance and tells all agents."""
        self._log(CHANCE, outcome)
        self._tell(self.state, {CHANCE: (outcome,)})
        self.state.apply_action(outcome)
        self._choices = None

    def apply(self, moves: Mapping[int, Sequence[int]], charged: Collection[int] = ()) -> None:
        """Applies the moves of the players who had to decide; those ``charged`` are charged for no usable answer.

        Of players whose moves take longer than those of the others, what is left waits until all have decided again.

        Raises:
            AgentError: an action is not legal, or there are none or more than a move has.
        """
        for player, actions in moves.items():
            if not actions:  # the player would be asked again for ever
                raise AgentError(f"the agent in seat {player} returned a move without actions")
            self._waiting.setdefault(player, deque()).extend(actions)
        while joint := self._next_actions():
            self._begin(joint, charged)
            apply_together(self.state, joint)
            self._choices = None
            self._end()

    def _next_actions(self) -> dict[int, int]:
        """Returns one action of every player to move; nothing if one has to decide first, or nobody is to move."""
        return {} if self.movers() else {seat: self._waiting[seat].popleft() for seat in self._to_move()}

    def _begin(self, actions: Mapping[int, int], charged: Collection[int]) -> None:
        """Checks and logs actions that are about to be applied."""
        for player, action in actions.items():
            self._check(player, action, charged)
        if self._start is None:
            # A state of OpenSpiel's own is told of before it changes; to copy it would cost more than to play.
            self._start = self.state.clone() if self._told and isinstance(self.state, State) else self.state
        for player, action in actions.items():
            self._log(player, action)
            self._made.setdefault(player, []).append(action)
        if self._start is self.state:
            self._tell(self._start, self._made)

    def _end(self) -> None:
        """Tells the agents of the moves that have become whole.

        Raises:
            AgentError: a player has decided more than its move.
        """
        if isinstance(self.state, State):
            if self.state.node.begun:
                return
            assert self._start is not None, "moves have begun"
            self._tell(self._start, self._made)
        self._history += [step for player in sorted(self._steps) for step in self._steps[player]]
        self._start, self._made, self._steps = None, {}, {}
        for seat, actions in self._waiting.items():
            if actions:
                raise AgentError(f"the agent in seat {seat} chose action {actions[0]} beyond the end of its move")

    def _tell(self, before: pyspiel.State, moves: Mapping[int, Sequence[int]]) -> None:
        for seat, agent in self._told.items():
            if moves.keys() - {seat}:
                agent.inform(before, moves)

    def _check(self, player: int, action: int, charged: Collection[int]) -> None:
        # pyspiel does not check actions, and illegal ones make some of its games write out of bounds.
        legal = self._to_move().get(player, ())
        if action in legal or (legal and player in charged and action == penalty_action(self.state, player)):
            return
        raise AgentError(f"the agent in seat {player} chose action {action}, which is not legal there")

    def _log(self, player: int, action: int) -> None:
        """Logs an action; the bytes of a text become one step when it is finished."""
        steps = self._steps.setdefault(player, []) if self.state.is_simultaneous_node() else self._history
        if not self._is_speech(player, action):
            name = self.state.action_to_string(player, action)
            steps.append(Step(player=player, action=action, name=name))
            return
        said = self._said.setdefault(player, [])
        said.append(action)
        if action == utf8_text.END:
            steps.append(Step(player=player, action=None, name=utf8_text.decode(said)))
            said.clear()

    def _is_speech(self, player: int, action: int) -> bool:
        """Returns whether an action is a part of a text; a charge for no usable answer is none."""
        state = self.state
        if player == CHANCE or not isinstance(state, State) or not state.is_speaking(player):
            return False
        return action != penalty_action(state, player)
