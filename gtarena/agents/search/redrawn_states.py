"""Hidden cards and moves redrawn for IS-MCTS: states that a player cannot tell from the true one."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pyspiel

from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE, Rules
from custom_games.framework.spiel import State
from gtarena.agents.search.searched_states import Action, RulesState, SearchedGame, SearchedState, SpielState

Draw = Callable[[random.Random], SearchedState]

SIMULTANEOUS_TRIES = 200
FIRST_LIMIT = 100  # steps of a search
LAST_LIMIT = 30_000
MAX_NEGOTIATION_VALUE = 10


def prepare_redraws(state: pyspiel.State, player: int) -> tuple[SearchedState, Draw]:
    """Returns a decision as its player sees it, and a function that draws states which it cannot tell from this one.

    Rules that redraw positions (``Rules.redraw``) are left to do so, and so is what OpenSpiel's negotiation keeps
    hidden; otherwise, histories are redrawn (:class:`History`). States of redrawn positions all begin now, the first
    included: what was before is the same in all, and would only make information states long.

    Raises:
        ValueError: the game does not state what each player knows, or does not list its chance outcomes. The returned
            function raises it if it finds no state.
    """
    game = state.get_game()
    name = game.get_type().short_name
    if not can_redraw(game):
        raise ValueError(f"{name} does not state what each player knows, or does not list its chance outcomes")
    if name == "negotiation":
        return SpielState(state, player), lambda rng: SpielState(redraw_negotiation(state, player, rng), player)
    if not isinstance(state, State):
        return SpielState(state, player), History.of(state, player).draw
    node, searched = state.node, SearchedGame(state.node.rules, player)
    if type(node.rules).redraw is Rules.redraw:
        return RulesState.at_node(node, searched), History.of(state, player).draw
    positions = [(earlier.start or earlier).position for earlier in node.path()]

    def draw(rng: random.Random) -> SearchedState:
        return RulesState.at_node(node.with_position(node.rules.redraw(positions, player, rng)), searched)

    return RulesState.at_node(node.with_position(node.position), searched), draw


def can_redraw(game: pyspiel.Game) -> bool:
    """Checks whether the game states what each player knows and lists its chance outcomes."""
    kind = game.get_type()
    tells: bool = kind.provides_information_state_string or kind.provides_observation_string
    listed: bool = kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    return kind.short_name == "negotiation" or (tells and listed)


def redraw_negotiation(state: pyspiel.State, player: int, rng: random.Random) -> pyspiel.State:
    """Returns a state of OpenSpiel's negotiation that differs from the given one only in the opponent's item values.

    One chance outcome draws them all. They follow the game's rule: each from 0 to 10, not all of them 0 (Cao et al.
    2018, section 2.1).
    """
    if state.is_chance_node():
        return state
    # The serialized state is text: number of steps, pool, values of each player, history.
    lines = state.serialize().splitlines()
    values = [0]
    while not any(values):
        values = [rng.randint(0, MAX_NEGOTIATION_VALUE) for _ in lines[1].split()]
    lines[2 + (1 - player)] = " ".join(map(str, values))
    return state.get_game().deserialize_state("\n".join(lines))


class Moment(NamedTuple):
    """Action or joint action of the true history, with the player's knowledge after it."""

    action: Action
    known: tuple[int, str]


@dataclass(frozen=True)
class History:
    """True history as one player saw it, to be replayed with other hidden moves.

    The player's own actions stay. Chance (by its probabilities) and the other players (uniformly) draw new actions
    among those after which the player knows what it knew at that point; draws that lead to a dead end are taken back. A
    compound move is drawn as a random whole move, action by action. An answer for which the rules charged a player is
    among the actions where one was given. At a simultaneous node, joint actions are drawn until one fits; after
    ``SIMULTANEOUS_TRIES`` the true one is kept. The length of the history and the players to move are assumed to be
    known, so free texts cannot be redrawn.
    """

    game: pyspiel.Game
    start: SearchedState
    player: int
    moments: list[Moment]

    @classmethod
    def of(cls, state: pyspiel.State, player: int) -> "History":
        """Returns a state's history from the start of its game."""
        game = state.get_game()
        start: SearchedState = (
            RulesState.at_node(Node.from_moves(game.rules), SearchedGame(game.rules, player))
            if isinstance(state, State) else SpielState(game.new_initial_state(), player))
        moments, at, actions = [], start, iter(state.history())
        for action in actions:
            taken: Action = action
            if at.simultaneous:
                taken = (action, *(next(actions) for _ in range(state.num_players() - 1)))
            at = at.after_move(taken)
            moments.append(Moment(taken, at.knowledge(player)))
        return cls(game, start, player, moments)

    def draw(self, rng: random.Random, most: int = LAST_LIMIT) -> SearchedState:
        """Draws a state at the end of a possible history, in searches of up to ``most`` steps each.

        Raises:
            ValueError: none was found.
        """
        # If an early draw was wrong, starting over is quicker than taking back the last draws again and again.
        limit = FIRST_LIMIT + 2 * len(self.moments)
        while limit <= most:
            state = self._attempt(limit, rng)
            if state is not None:
                return state
            limit *= 2
        raise ValueError(
            f"{self.game}: found no state that player {self.player} cannot tell from the true one")

    def _attempt(self, limit: int, rng: random.Random) -> SearchedState | None:
        """Searches possible histories depth-first; returns ``None`` if none is found within ``limit`` steps."""
        untried: list[Iterator[SearchedState]] = [iter([self.start])]
        for _ in range(limit):
            state = next(untried[-1], None) if untried else None
            if state is None:
                del untried[-1:]
            elif len(untried) > len(self.moments):
                return state
            else:
                untried.append(self._successors(state, self.moments[len(untried) - 1], rng))
        return None

    def _successors(self, state: SearchedState, moment: Moment, rng: random.Random) -> Iterator[SearchedState]:
        for action in self._candidates(state, moment.action, rng):
            successor = state.after_move(action)
            if successor.knowledge(self.player) == moment.known:
                yield successor

    def _candidates(self, state: SearchedState, taken: Action, rng: random.Random) -> Iterator[Action]:
        """Yields the actions that may have been taken instead, in random order."""
        if isinstance(taken, tuple):
            yield from self._joint_actions(state, taken, rng)
        elif state.player == CHANCE:
            yield from _chance_order(state, rng)
        elif state.player != self.player:
            yield from _action_order(state, taken, rng)
        elif taken in _menu(state, self.player, taken):
            yield taken

    def _joint_actions(
        self, state: SearchedState, taken: tuple[int, ...], rng: random.Random
    ) -> Iterator[tuple[int, ...]]:
        # A seat with nothing to decide keeps the action that fills its place.
        menus = [_menu(state, seat, action) or [action] for seat, action in enumerate(taken)]
        if taken[self.player] not in menus[self.player]:
            return
        menus[self.player] = [taken[self.player]]
        for _ in range(SIMULTANEOUS_TRIES):
            yield tuple(_draw_action(state, seat, menu, rng) for seat, menu in enumerate(menus))
        if all(action in menu for action, menu in zip(taken, menus, strict=True)):
            yield taken


def _menu(state: SearchedState, seat: int, taken: int) -> list[int]:
    """Returns the legal actions, and the one that was taken if it charged the player for an unusable answer."""
    charged = [taken] if taken == state.charge(seat) else []
    return [*state.menu(seat), *charged]


def _action_order(state: SearchedState, taken: int, rng: random.Random) -> Iterator[int]:
    """Yields all actions of the player to move in random order; a compound move is continued at random first.

    Of a move that everyone sees it yields the one that was taken.
    """
    menu = _menu(state, state.player, taken)
    if state.public:
        menu = [action for action in menu if action == taken]
    elif rest := state.compound_rest(state.player, rng):
        first = rest[0] if len(menu) > 1 else menu[0]
        yield first
        menu.remove(first)
    yield from rng.sample(menu, len(menu))


def _draw_action(state: SearchedState, seat: int, menu: Sequence[int], rng: random.Random) -> int:
    """Draws one of the actions, or the next one of a random whole move."""
    # Amounts that are drawn one by one with equal probability would give most of a total to the first recipients.
    if len(menu) > 1 and (rest := state.compound_rest(seat, rng)):
        return int(rest[0])
    return rng.choice(menu)


def _chance_order(state: SearchedState, rng: random.Random) -> Iterator[int]:
    """Yields all outcomes in random order, each drawn by its probability among those that are left."""
    left = dict(state.chance_outcomes)
    while left:
        outcome = rng.choices(list(left), list(left.values()))[0]
        del left[outcome]
        yield outcome
