"""States that a player cannot tell from the true one."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyspiel

from gtarena.agents import negotiation_worlds

Draw = Callable[[random.Random], pyspiel.State]
Action = int | tuple[int, ...]  # a tuple is a joint action, one entry per seat

SPECIAL: dict[str, Callable[[pyspiel.State, int], Draw]] = {"negotiation": negotiation_worlds.worlds_of}

SIMULTANEOUS_TRIES = 200
FIRST_LIMIT = 100
LAST_LIMIT = 30_000


def resample(state: pyspiel.State, player: int, rng: random.Random) -> pyspiel.State:
    """A state drawn at random among those that the player cannot tell from the given one.

    Raises:
        ValueError: none was found, or the game does not say what its players know.
    """
    return worlds_of(state, player)(rng)


def worlds_of(state: pyspiel.State, player: int) -> Draw:
    """What :func:`resample` draws from, prepared for many draws from the same state.

    The history is replayed. The player's own actions stay; chance, by its probabilities, and the other players,
    uniformly, draw anew among the actions after which the player knows what it knew at that point. Where a draw
    leads to a dead end it is taken back. At a simultaneous node, joint actions are drawn until one fits, and
    after ``SIMULTANEOUS_TRIES`` the true one is kept. The length of the history and whose turn it was are
    taken as known. Games of :data:`SPECIAL` have their own way.
    """
    game = state.get_game()
    if not can_resample(game):
        raise ValueError(f"{game.get_type().short_name}: what its players cannot see cannot be drawn anew")
    special = SPECIAL.get(game.get_type().short_name)
    return Replay(game.new_initial_state(), player, _moments(state, player)).draw if special is None else (
        special(state, player))


def can_resample(game: pyspiel.Game) -> bool:
    """Whether the game tells its players apart by what they know, and its chance draws in the open."""
    kind = game.get_type()
    tells = kind.provides_information_state_string or kind.provides_observation_string
    return kind.short_name in SPECIAL or (
        tells and kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC)


class Moment(NamedTuple):
    """One action or joint action of the true history, and what the player knew after it."""

    action: Action
    known: Any


def _known(state: pyspiel.State, player: int) -> tuple[int, str]:
    """Whose turn it is and all that the game tells the player; observations only add up to that over the history."""
    recalls = state.get_game().get_type().provides_information_state_string
    told = state.information_state_string(player) if recalls else state.observation_string(player)
    return state.current_player(), told


def _moments(state: pyspiel.State, player: int) -> list[Moment]:
    actions = iter(state.history())
    replayed, moments = state.get_game().new_initial_state(), []
    for action in actions:
        taken: Action = action
        if replayed.is_simultaneous_node():
            taken = (action, *(next(actions) for _ in range(state.num_players() - 1)))
        _apply(replayed, taken)
        moments.append(Moment(taken, _known(replayed, player)))
    return moments


def _apply(state: pyspiel.State, action: Action) -> None:
    if isinstance(action, tuple):
        state.apply_actions(list(action))
    else:
        state.apply_action(action)


@dataclass(frozen=True)
class Replay:
    """The true history as one player saw it, to be lived through again."""

    start: pyspiel.State
    player: int
    moments: list[Moment]

    def draw(self, rng: random.Random) -> pyspiel.State:
        """One possible state.

        Raises:
            ValueError: none was found.
        """
        # Starting over beats taking back the last draws again and again when an early one was wrong.
        limit = FIRST_LIMIT + 2 * len(self.moments)
        while limit <= LAST_LIMIT:
            world = self._attempt(limit, rng)
            if world is not None:
                return world
            limit *= 2
        raise ValueError(f"{self.start.get_game()}: found no other state that player {self.player} thinks possible")

    def _attempt(self, limit: int, rng: random.Random) -> pyspiel.State | None:
        """Depth-first search among possible pasts; ``None`` if none is found within ``limit`` steps."""
        untried: list[Iterator[pyspiel.State]] = [iter([self.start.clone()])]
        for _ in range(limit):
            state = next(untried[-1], None) if untried else None
            if state is None:
                del untried[-1:]
            elif len(untried) > len(self.moments):
                return state
            else:
                untried.append(self._successors(state, self.moments[len(untried) - 1], rng))
        return None

    def _successors(self, state: pyspiel.State, moment: Moment, rng: random.Random) -> Iterator[pyspiel.State]:
        for action in self._candidates(state, moment.action, rng):
            successor = state.clone()
            _apply(successor, action)
            if _known(successor, self.player) == moment.known:
                yield successor

    def _candidates(self, state: pyspiel.State, taken: Action, rng: random.Random) -> Iterator[Action]:
        """What may have been done instead, in random order."""
        if isinstance(taken, tuple):
            yield from self._joint_actions(state, taken, rng)
        elif state.is_chance_node():
            yield from _chance_order(state, rng)
        elif state.current_player() != self.player:
            legal = state.legal_actions()
            yield from rng.sample(legal, len(legal))
        elif taken in state.legal_actions():
            yield taken

    def _joint_actions(
        self, state: pyspiel.State, taken: tuple[int, ...], rng: random.Random
    ) -> Iterator[tuple[int, ...]]:
        # A seat with nothing to decide keeps its filler.
        menus = [state.legal_actions(seat) or [filler] for seat, filler in enumerate(taken)]
        if taken[self.player] not in menus[self.player]:
            return
        menus[self.player] = [taken[self.player]]
        for _ in range(SIMULTANEOUS_TRIES):
            yield tuple(rng.choice(menu) for menu in menus)
        if all(action in menu for action, menu in zip(taken, menus, strict=True)):
            yield taken


def _chance_order(state: pyspiel.State, rng: random.Random) -> Iterator[int]:
    """The outcomes, each drawn by its probability among those that are left."""
    left = dict(state.chance_outcomes())
    while left:
        outcome = rng.choices(list(left), list(left.values()))[0]
        del left[outcome]
        yield outcome
