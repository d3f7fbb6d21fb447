"""Resampling: states that a player cannot tell from the true one, drawn for information-set search."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyspiel

from custom_games.spiel import State
from custom_games.states import penalty_action
from gtarena.agents.negotiation_resampling import negotiation_sampler

Draw = Callable[[random.Random], pyspiel.State]
Action = int | tuple[int, ...]  # a tuple is a joint action, one entry per seat

SPECIAL: dict[str, Callable[[pyspiel.State, int], Draw]] = {"negotiation": negotiation_sampler}

SIMULTANEOUS_TRIES = 200
FIRST_LIMIT = 100  # steps of a search
LAST_LIMIT = 30_000


def world_sampler(state: pyspiel.State, player: int) -> Draw:
    """Returns a function that draws states which the player cannot tell from the given one.

    The history is replayed with the player's own actions. Chance (by its probabilities) and the other players
    (uniformly) draw new actions among those after which the player knows what it knew at that point; draws that lead
    to a dead end are taken back. A compound move is drawn as a random whole move, action by action. An answer for which
    the rules charged a player is among the actions where one was given. At a simultaneous node, joint actions are drawn
    until one fits; after ``SIMULTANEOUS_TRIES`` the true one is kept. The length of the history and the players to move
    are assumed to be known, so free texts cannot be redrawn. Games in :data:`SPECIAL` have samplers of their own.

    Raises:
        ValueError: the game does not state what each player knows, or does not list its chance outcomes. The returned
            function raises it if it finds no state.
    """
    game = state.get_game()
    name = game.get_type().short_name
    if not can_resample(game):
        raise ValueError(f"{name} does not state what each player knows, or does not list its chance outcomes")
    if name in SPECIAL:
        return SPECIAL[name](state, player)
    return Resampler(game.new_initial_state(), player, _moments(state, player)).draw


def can_resample(game: pyspiel.Game) -> bool:
    """Checks whether the game states what each player knows and lists its chance outcomes."""
    kind = game.get_type()
    tells = kind.provides_information_state_string or kind.provides_observation_string
    return kind.short_name in SPECIAL or (
        tells and kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC)


class Moment(NamedTuple):
    """Action or joint action of the true history, with the player's knowledge after it."""

    action: Action
    known: Any


def _known(state: pyspiel.State, player: int) -> tuple[int, str]:
    """Returns the player to move and the player's information state, or else its observation."""
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
class Resampler:
    """True history as one player saw it, to be replayed with other hidden moves."""

    start: pyspiel.State
    player: int
    moments: list[Moment]

    def draw(self, rng: random.Random) -> pyspiel.State:
        """Draws one possible state.

        Raises:
            ValueError: none was found.
        """
        # If an early draw was wrong, starting over is quicker than taking back the last draws again and again.
        limit = FIRST_LIMIT + 2 * len(self.moments)
        while limit <= LAST_LIMIT:
            world = self._attempt(limit, rng)
            if world is not None:
                return world
            limit *= 2
        raise ValueError(
            f"{self.start.get_game()}: found no state that player {self.player} cannot tell from the true one")

    def _attempt(self, limit: int, rng: random.Random) -> pyspiel.State | None:
        """Searches possible histories depth-first; returns ``None`` if none is found within ``limit`` steps."""
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
        """Yields the actions that may have been taken instead, in random order."""
        if isinstance(taken, tuple):
            yield from self._joint_actions(state, taken, rng)
        elif state.is_chance_node():
            yield from _chance_order(state, rng)
        elif state.current_player() != self.player:
            yield from _action_order(state, taken, rng)
        elif taken in _menu(state, self.player, taken):
            yield taken

    def _joint_actions(
        self, state: pyspiel.State, taken: tuple[int, ...], rng: random.Random
    ) -> Iterator[tuple[int, ...]]:
        # A seat with nothing to decide keeps the action that fills its place.
        menus = [_menu(state, seat, action) or [action] for seat, action in enumerate(taken)]
        if taken[self.player] not in menus[self.player]:
            return
        menus[self.player] = [taken[self.player]]
        for _ in range(SIMULTANEOUS_TRIES):
            yield tuple(_drawn(state, seat, menu, rng) for seat, menu in enumerate(menus))
        if all(action in menu for action, menu in zip(taken, menus, strict=True)):
            yield taken


def _menu(state: pyspiel.State, player: int, taken: int) -> list[int]:
    """Returns the legal actions, and the one that was taken if it charged the player for an unusable answer."""
    charged = [taken] if taken == penalty_action(state, player) else []
    return [*state.legal_actions(player), *charged]


def _action_order(state: pyspiel.State, taken: int, rng: random.Random) -> Iterator[int]:
    """Yields all actions of the player to move in random order; a compound move is continued at random first."""
    player = state.current_player()
    menu = _menu(state, player, taken)
    if _is_compound(state, player):
        first = _drawn(state, player, menu, rng)
        yield first
        menu.remove(first)
    yield from rng.sample(menu, len(menu))


def _drawn(state: pyspiel.State, player: int, menu: list[int], rng: random.Random) -> int:
    """Draws one of the actions, or the next one of a random whole move."""
    # Amounts that are drawn one by one with equal probability would give most of a total to the first recipients.
    if len(menu) > 1 and _is_compound(state, player):
        return int(state.random_move(player, rng)[0])
    return rng.choice(menu)


def _is_compound(state: pyspiel.State, player: int) -> bool:
    spec = state.action_spec(player) if isinstance(state, State) else None
    return spec is not None and spec.length > 1


def _chance_order(state: pyspiel.State, rng: random.Random) -> Iterator[int]:
    """Yields all outcomes in random order, each drawn by its probability among those that are left."""
    left = dict(state.chance_outcomes())
    while left:
        outcome = rng.choices(list(left), list(left.values()))[0]
        del left[outcome]
        yield outcome
