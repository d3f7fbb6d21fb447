"""Information states of small games: everything that players can know when they have a choice."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyspiel
from pyspiel import GameType

from custom_games.framework.rules import CHANCE
from custom_games.framework.spiel import State
from custom_games.framework.states import apply_together, choices
from gtarena import games
from gtarena.errors import UsageError

MOST_STATES = 10_000
MOST_NODES = 300_000  # of a game's tree, which takes seconds to visit and hundreds of megabytes to evaluate

REMEDY = "--questions N asks for a lower bound of its exploitability instead"

LastChoice = tuple[int, int] | None  # numbers of a player's last information state with a choice, and of its action


@dataclass(frozen=True)
class InformationState:
    """Information state in which a player has a choice, with one ``history`` that leads to it.

    ``key`` is the game's information state string; those of two players may be equal. The history has a choice,
    ``(player, action)``, of everyone who moved, in the order of seats where several moved at once; chance is -1.
    """

    player: int
    key: str
    actions: tuple[int, ...]
    history: tuple[tuple[int, int], ...]


@dataclass
class Survey:
    """All that can happen in a game: information states, and returns at the ends.

    ``parents`` has what a player last chose before each information state. ``ends`` has, by the last choices of all
    players, sums over the ends that follow them: of each player's returns times the probability of chance's outcomes,
    and of that probability.
    """

    players: int
    states: list[InformationState] = field(default_factory=list)
    parents: list[LastChoice] = field(default_factory=list)
    ends: dict[tuple[LastChoice, ...], npt.NDArray[np.float64]] = field(default_factory=dict)


class _Node(NamedTuple):
    state: pyspiel.State
    chosen: tuple[LastChoice, ...]  # by player
    chance: float
    history: tuple[tuple[int, int], ...]


def information_states(game: pyspiel.Game, most: int = MOST_STATES) -> list[InformationState]:
    """Returns the information states of a game in which a player has a choice, each once.

    Raises:
        UsageError: as :func:`survey` does.
    """
    return survey(game, most).states


def survey(game: pyspiel.Game, most: int = MOST_STATES) -> Survey:
    """Visits the whole tree of a game.

    Raises:
        UsageError: the game has more than ``most`` information states or too large a tree, or cannot be listed: its
            players say free texts or make moves of several parts, it states no information states or forgets in them
            what the player did, or its chance is not listed.
    """
    _require_listable(game)
    walk = _Walk(game, most)
    nodes = [_Node(game.new_initial_state(), (None,) * game.num_players(), 1.0, ())]
    while nodes:
        for child in walk.visit(nodes.pop()):
            nodes.append(child)
            walk.count_node()
    if not walk.found.states:
        raise UsageError(f"no player of {game} ever has a choice: there is nothing to ask")
    return walk.found


def _require_listable(game: pyspiel.Game) -> None:
    kind = game.get_type()
    reasons = {
        "its players say free texts": games.has_texts(game),
        "it has no separate players": kind.dynamics == GameType.Dynamics.MEAN_FIELD,
        "its chance is not listed": kind.chance_mode == GameType.ChanceMode.SAMPLED_STOCHASTIC,
        "it does not state what players know": not kind.provides_information_state_string,
    }
    if reason := next((reason for reason, holds in reasons.items() if holds), None):
        raise UsageError(f"the information states of {game} cannot be listed: {reason}")


class _Walk:
    """Walk through a tree, which numbers the information states as it meets them."""

    def __init__(self, game: pyspiel.Game, most: int) -> None:
        self._game, self._most, self._nodes = game, most, 1
        self._numbers: dict[tuple[int, str], int] = {}
        self.found = Survey(game.num_players())

    def count_node(self) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise UsageError(f"the tree of {self._game} has more than {MOST_NODES:,} nodes, which is too large to "
                             f"visit whole: {REMEDY}")

    def visit(self, node: _Node) -> Iterator[_Node]:
        """Yields the nodes that follow a node, and stores what it tells."""
        state = node.state
        if state.is_terminal():
            total = self.found.ends.setdefault(node.chosen, np.zeros(self.found.players + 1))
            total += np.array([*state.returns(), 1.0]) * node.chance
        elif state.is_chance_node():
            for outcome, chance in state.chance_outcomes():
                if chance > 0:
                    yield node._replace(state=state.child(outcome), chance=node.chance * chance,
                                        history=(*node.history, (int(CHANCE), outcome)))
        else:
            menus = choices(state)
            numbers = {player: self._number(node, player, menu) for player, menu in menus.items() if len(menu) > 1}
            for actions in itertools.product(*map(enumerate, menus.values())):
                yield self._child(node, dict(zip(menus, actions, strict=True)), numbers)

    def _child(self, node: _Node, made: Mapping[int, tuple[int, int]], numbers: Mapping[int, int]) -> _Node:
        """Returns the node after everyone's action, given with its position among the player's legal ones."""
        state = node.state.clone()
        apply_together(state, {player: action for player, (_, action) in made.items()})
        chosen = tuple((numbers[player], made[player][0]) if player in numbers else before
                       for player, before in enumerate(node.chosen))
        history = (*node.history, *((player, action) for player, (_, action) in made.items()))
        return _Node(state, chosen, node.chance, history)

    def _number(self, node: _Node, player: int, menu: Sequence[int]) -> int:
        """Returns the number of the player's information state, which is stored when it is first met."""
        if isinstance(node.state, State) and node.state.inside_move(player):
            raise UsageError(f"the information states of {self._game} cannot be listed: its players make moves of "
                             "several parts")
        key, found = node.state.information_state_string(player), self.found
        number = self._numbers.setdefault((player, key), len(found.states))
        if number == self._most:
            raise UsageError(f"{self._game} has more than {self._most:,} information states, which are too many to ask "
                             f"an agent in each: {REMEDY}")
        if number == len(found.states):
            found.states.append(InformationState(player, key, tuple(menu), node.history))
            found.parents.append(node.chosen[player])
        if found.parents[number] != node.chosen[player] or found.states[number].actions != tuple(menu):
            raise UsageError(f"the information states of {self._game} cannot be listed: they do not tell all that the "
                             f"player knew and did before, as {key!r} does not")
        return number
