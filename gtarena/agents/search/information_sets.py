"""Resampling: states that a player cannot tell from the true one, drawn for information-set search."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import pyspiel

from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, Rules
from custom_games.framework.spiel import State
from gtarena.agents.search.negotiation_sets import negotiation_sampler
from gtarena.agents.search.worlds import Action, NodeWorld, StateWorld, World

Draw = Callable[[random.Random], pyspiel.State]
Kind = TypeVar("Kind", bound=World)

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
    resampler = Resampler.of(state, player, StateWorld(game.new_initial_state()))
    # A clone, because a search goes on in the state that it gets, and every draw may give the same start.
    return lambda rng: resampler.draw(rng).state.clone()


def node_sampler(state: State, player: int) -> tuple[NodeWorld, Callable[[random.Random], NodeWorld]]:
    """Returns a state of a game of ours as a world, and a function that draws worlds for it as ``world_sampler`` does.

    Rules that redraw positions (``Rules.redrawn``) are left to do so. These worlds all begin now, the first included:
    what was before is the same in all, and would only make information states long.
    """
    node, rules = state.node, state.node.rules
    if type(rules).redrawn is Rules.redrawn:
        return NodeWorld(node), Resampler.of(state, player, NodeWorld(Node.from_moves(rules))).draw
    states = [(earlier.start or earlier).position for earlier in node.path()]
    return (NodeWorld(node.with_position(node.position)),
            lambda rng: NodeWorld(node.with_position(rules.redrawn(states, player, rng))))


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


def _moments(world: World, history: Sequence[int], seats: int, player: int) -> list[Moment]:
    """Replays a history from the world in which it began."""
    actions, moments = iter(history), []
    for action in actions:
        taken: Action = action
        if world.player == SIMULTANEOUS:
            taken = (action, *(next(actions) for _ in range(seats - 1)))
        world = world.after(taken)
        moments.append(Moment(taken, world.known(player)))
    return moments


@dataclass(frozen=True)
class Resampler(Generic[Kind]):
    """True history as one player saw it, to be replayed with other hidden moves."""

    game: pyspiel.Game
    start: Kind
    player: int
    moments: list[Moment]

    @classmethod
    def of(cls, state: pyspiel.State, player: int, start: Kind) -> "Resampler[Kind]":
        """Returns the resampler of a state's history as a player saw it, from the start of its game."""
        moments = _moments(start, state.history(), state.num_players(), player)
        return cls(state.get_game(), start, player, moments)

    def draw(self, rng: random.Random) -> Kind:
        """Draws one possible world.

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
            f"{self.game}: found no state that player {self.player} cannot tell from the true one")

    def _attempt(self, limit: int, rng: random.Random) -> Kind | None:
        """Searches possible histories depth-first; returns ``None`` if none is found within ``limit`` steps."""
        untried: list[Iterator[Kind]] = [iter([self.start])]
        for _ in range(limit):
            world = next(untried[-1], None) if untried else None
            if world is None:
                del untried[-1:]
            elif len(untried) > len(self.moments):
                return world
            else:
                untried.append(self._successors(world, self.moments[len(untried) - 1], rng))
        return None

    def _successors(self, world: Kind, moment: Moment, rng: random.Random) -> Iterator[Kind]:
        for action in self._candidates(world, moment.action, rng):
            successor = world.after(action)
            if successor.known(self.player) == moment.known:
                yield successor

    def _candidates(self, world: World, taken: Action, rng: random.Random) -> Iterator[Action]:
        """Yields the actions that may have been taken instead, in random order."""
        if isinstance(taken, tuple):
            yield from self._joint_actions(world, taken, rng)
        elif world.player == CHANCE:
            yield from _chance_order(world, rng)
        elif world.player != self.player:
            yield from _action_order(world, taken, rng)
        elif taken in _menu(world, self.player, taken):
            yield taken

    def _joint_actions(
        self, world: World, taken: tuple[int, ...], rng: random.Random
    ) -> Iterator[tuple[int, ...]]:
        # A seat with nothing to decide keeps the action that fills its place.
        menus = [_menu(world, seat, action) or [action] for seat, action in enumerate(taken)]
        if taken[self.player] not in menus[self.player]:
            return
        menus[self.player] = [taken[self.player]]
        for _ in range(SIMULTANEOUS_TRIES):
            yield tuple(_drawn(world, seat, menu, rng) for seat, menu in enumerate(menus))
        if all(action in menu for action, menu in zip(taken, menus, strict=True)):
            yield taken


def _menu(world: World, player: int, taken: int) -> list[int]:
    """Returns the legal actions, and the one that was taken if it charged the player for an unusable answer."""
    charged = [taken] if taken == world.charge(player) else []
    return [*world.legal(player), *charged]


def _action_order(world: World, taken: int, rng: random.Random) -> Iterator[int]:
    """Yields all actions of the player to move in random order; a compound move is continued at random first.

    Of a move that everyone sees it yields the one that was taken.
    """
    menu = _menu(world, world.player, taken)
    if world.public:
        menu = [action for action in menu if action == taken]
    elif rest := world.compound_rest(world.player, rng):
        first = rest[0] if len(menu) > 1 else menu[0]
        yield first
        menu.remove(first)
    yield from rng.sample(menu, len(menu))


def _drawn(world: World, player: int, menu: list[int], rng: random.Random) -> int:
    """Draws one of the actions, or the next one of a random whole move."""
    # Amounts that are drawn one by one with equal probability would give most of a total to the first recipients.
    if len(menu) > 1 and (rest := world.compound_rest(player, rng)):
        return int(rest[0])
    return rng.choice(menu)


def _chance_order(world: World, rng: random.Random) -> Iterator[int]:
    """Yields all outcomes in random order, each drawn by its probability among those that are left."""
    left = dict(world.chance_outcomes)
    while left:
        outcome = rng.choices(list(left), list(left.values()))[0]
        del left[outcome]
        yield outcome
