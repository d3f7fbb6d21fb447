"""States that MCTS and IS-MCTS search and that are redrawn for information sets: immutable, one decision at a time.

Wherever several choose at once, they choose one after the other, the searcher first: it never sees a move made at the
same node. The others follow in the order of their seats, and the search lets them see the moves chosen before theirs.
That makes it pessimistic: it prepares for opponents who know its move. Seats with nothing to decide are passed over.
Beyond the tree, in playouts on the rules, all choose at once.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
import pyspiel

from custom_games.action_specs import ActionSpec
from custom_games.framework import chance
from custom_games.framework.node import CompoundMove, Node
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, Rules
from custom_games.framework.spiel import State
from custom_games.framework.states import apply_together, movers
from gtarena.seeds import derive

Action = int | tuple[int, ...]  # a tuple is a joint action, one entry per seat
NOTHING: Mapping[int, Any] = {}  # chosen yet, one for all: a search makes many states


class SearchedState(ABC):
    """A state in which one player or chance moves; it keeps the states after it that have been visited.

    ``player`` is the seat that chooses, or pyspiel's number for chance or the end; ``waiting`` are the seats that
    choose after it at the same node.
    """

    __slots__ = ("_known", "following", "player", "waiting")

    def __init__(self, player: int, waiting: tuple[int, ...]) -> None:
        self.player, self.waiting = player, waiting
        self.following: dict[int, Self] = {}
        self._known: dict[int, tuple[int, str]] | None = None

    @property
    @abstractmethod
    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """Chance's outcomes with their probabilities."""

    @abstractmethod
    def draw_outcome(self, rng: Any) -> int:
        """Draws one of chance's outcomes by their probabilities."""

    @property
    @abstractmethod
    def returns(self) -> Sequence[float]:
        """Each player's return, at the end."""

    @abstractmethod
    def random_returns(self, rng: Any) -> Sequence[float]:
        """Returns each player's return after a random rest of the game, in which all moves are equally likely."""

    @abstractmethod
    def legal_actions(self) -> Sequence[int]:
        """Returns the legal actions of the player who chooses."""

    def spell(self, action: int) -> tuple[int, ...]:
        """Returns the actions of the game for which an action of the search stands."""
        return (action,)

    def after(self, action: int) -> Self:
        """Returns the state after an action of the search; the same one every time."""
        following = self.following.get(action)
        if following is None:
            following = self.following[action] = self._successor(action)
        return following

    @abstractmethod
    def _successor(self, action: int) -> Self: ...

    # What follows is asked where states are redrawn.

    def knowledge(self, player: int) -> tuple[int, str]:
        """Returns who is to move and the player's information state, or else its observation."""
        if self._known is None:
            self._known = {}
        if player not in self._known:
            self._known[player] = self._read_knowledge(player)
        return self._known[player]

    @abstractmethod
    def _read_knowledge(self, player: int) -> tuple[int, str]: ...

    @property
    @abstractmethod
    def simultaneous(self) -> bool:
        """True if players choose at once here."""

    @abstractmethod
    def menu(self, seat: int) -> Sequence[int]:
        """Returns a seat's legal actions in the game."""

    @abstractmethod
    def after_move(self, action: Action) -> Self:
        """Returns the state after an action of the game: also after a joint one, or the charge for none."""

    @property
    def public(self) -> bool:
        """True if everyone sees the move that is made here."""
        return False

    def charge(self, seat: int) -> int | None:
        """Returns the action that charges the seat for an unusable answer, if the rules do so here."""
        return None

    def compound_rest(self, seat: int, rng: random.Random) -> Sequence[int]:
        """Returns a random rest of the seat's move if it may have several actions, and nothing otherwise."""
        return ()


def searched_state(state: pyspiel.State, searcher: int, texts: int = 0, key: int = 0) -> SearchedState:
    """Returns a state as a player searches it: on the rules if it has any; see :class:`RulesState` for the settings."""
    if isinstance(state, State):
        return RulesState.at_node(state.node, SearchedGame(state.node.rules, searcher, texts), key)
    return SpielState(state, searcher)


def _sort_choosers(seats: Iterable[int], searcher: int) -> tuple[int, ...]:
    """Returns the order in which those who choose at once do so in a search."""
    return tuple(sorted(seats, key=lambda seat: (seat != searcher, seat)))


class SearchedGame(NamedTuple):
    """Rules as a player searches them, which looks at ``texts`` random moves wherever somebody speaks."""

    rules: Rules[Any]
    searcher: int
    texts: int = 0


class RulesState(SearchedState):
    """State of a game of ``custom_games``, straight on its rules and without pyspiel.

    Wherever a text is asked for, the actions are 0, 1, 2, ... up to the number of ``texts``. Each stands for what is
    left of the player's move, drawn whole: the text and all that is to be stated after it. What a search proves holds
    for these draws alone. Everywhere else, and with no ``texts``, the actions are the game's. The charge for an
    unusable answer is never among them. ``key`` is a seed that the actions taken since the search began change, so that
    the same action means the same words whenever the search comes by.

    ``specs`` describe the decisions of those who choose at this position, and ``chosen`` are the actions that they have
    made of their moves.
    """

    __slots__ = ("_origin", "chosen", "game", "key", "position", "specs")

    def __init__(
        self, game: SearchedGame, position: Any, key: int, specs: Mapping[int, ActionSpec | None],
        player: int, waiting: tuple[int, ...], chosen: Mapping[int, tuple[int, ...]], origin: "Node | Origin",
    ) -> None:
        super().__init__(player, waiting)
        self.game, self.position, self.key, self.specs, self.chosen = game, position, key, specs, chosen
        self._origin = origin

    @classmethod
    def at_node(cls, node: Node, game: SearchedGame, key: int = 0) -> "RulesState":
        """Returns the state at a node; of moves made at once that are begun, it holds the searcher's own alone."""
        state = cls.at(node.position, game, key, node)
        if made := node.actions_made(state.player):
            state.chosen = {state.player: made}
        return state

    @classmethod
    def at(cls, position: Any, game: SearchedGame, key: int, origin: "Node | Origin") -> "RulesState":
        """Returns the state at a position where nothing has been chosen."""
        rules = game.rules
        player = rules.current_player(position)
        if player == SIMULTANEOUS:
            specs = dict(enumerate(rules.action_specs(position)))
            first, *others = _sort_choosers((seat for seat, spec in specs.items() if spec is not None), game.searcher)
            return cls(game, position, key, specs, first, tuple(others), NOTHING, origin)
        specs = {player: rules.action_spec(position, player)} if player >= 0 else {}
        return cls(game, position, key, specs, player, (), NOTHING, origin)

    @property
    def node(self) -> Node:
        """The position with the path that led to it."""
        # Made only where somebody asks: MCTS does not, and most moves are applied faster than a node is made.
        if not isinstance(self._origin, Node):
            self._origin = self._node_after(*self._origin)
        return self._origin

    def _node_after(self, before: "RulesState", moves: Mapping[int, tuple[int, ...]] | None) -> Node:
        """Returns the node of this state, after these whole moves or, without them, with those that have begun."""
        start = before.node.start or before.node
        if moves is None:
            return Node(start.rules, self.position, start.parent, start.move, self.chosen, start)
        if not before.simultaneous:
            return Node(start.rules, self.position, start, _as_move(moves[before.player]))
        joint = tuple(_as_move(moves[seat]) if seat in moves else 0 for seat in start.rules.seats)
        return Node(start.rules, self.position, start, joint)

    @property
    def simultaneous(self) -> bool:
        return len(self.specs) > 1

    @property
    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return self.game.rules.chance_outcomes(self.position)

    def draw_outcome(self, rng: random.Random) -> int:
        return chance.draw(self.chance_outcomes, rng)

    @property
    def returns(self) -> Sequence[float]:
        return self.game.rules.returns(self.position)

    def _spec(self, seat: int) -> ActionSpec:
        spec = self.specs[seat]
        assert spec is not None, f"player {seat} has nothing to decide"
        return spec

    def _made(self) -> Sequence[int]:
        """Returns the actions that the player has made of its move."""
        return self.chosen.get(self.player, ())

    def _is_text(self, spec: ActionSpec) -> bool:
        return not spec.single and self.game.texts > 0 and spec.is_text(self._made())

    def legal_actions(self) -> Sequence[int]:
        spec = self._spec(self.player)
        return range(self.game.texts) if self._is_text(spec) else spec.legal_actions(self._made())

    def spell(self, action: int) -> tuple[int, ...]:
        spec, made = self._spec(self.player), self._made()
        if not self._is_text(spec):
            return (action,)
        # Drawn only when it is needed: a search need not look at all of the draws.
        rng = random.Random(derive(self.key, action))
        return tuple(spec.random_rest(made, rng) if made else spec.random_move(rng))

    def _successor(self, action: int) -> "RulesState":
        game = self.game
        # Only texts need the key, and it takes longer to derive than most moves to apply.
        key = derive(self.key, action) if game.rules.facts.text else 0
        if self.player == CHANCE:
            position = game.rules.apply_action(self.position, action)
            return RulesState.at(position, game, key, (self, {CHANCE: (action,)}))
        spec = self._spec(self.player)
        made = (action,) if spec.single else (*self._made(), *self.spell(action))
        chosen = {**self.chosen, self.player: made}
        if not (spec.single or spec.is_whole(made)):
            return RulesState(game, self.position, key, self.specs, self.player, self.waiting, chosen, (self, None))
        if self.waiting:
            first, *others = self.waiting
            return RulesState(game, self.position, key, self.specs, first, tuple(others), chosen, (self, None))
        return RulesState.at(self._apply(spec.move(made), NOTHING), game, key, (self, chosen))

    def _apply(self, move: Any, later: Mapping[int, Any]) -> Any:
        """Returns the position after the player's move, as the rules apply it, and those of others who choose here."""
        rules = self.game.rules
        if not self.simultaneous:
            return rules.apply_action(self.position, move)
        moves = {seat: self._spec(seat).move(made) for seat, made in self.chosen.items() if seat != self.player}
        moves |= {self.player: move, **later}
        return rules.apply_actions(self.position, tuple([moves.get(seat, 0) for seat in rules.seats]))

    def random_returns(self, rng: random.Random) -> Sequence[float]:
        if not self.chosen:
            return self.game.rules.random_returns(self.position, rng)
        spec, made = self._spec(self.player), self._made()
        move = spec.move((*made, *spec.random_rest(made, rng))) if made else spec.draw(rng)
        later = {seat: self._spec(seat).draw(rng) for seat in self.waiting}
        return self.game.rules.random_returns(self._apply(move, later), rng)

    def _read_knowledge(self, player: int) -> tuple[int, str]:
        return self.node.player, self.node.information_state_text(player)

    def menu(self, seat: int) -> Sequence[int]:
        return self.node.legal_actions(seat)

    def after_move(self, action: Action) -> "RulesState":
        if isinstance(action, tuple) or action == self.charge(self.player):
            return RulesState.at_node(self.node.after(action), self.game)
        return self.after(action)

    @property
    def public(self) -> bool:
        return self.game.rules.is_public(self.position)

    def charge(self, seat: int) -> int | None:
        return self.node.penalty_action(seat)

    def compound_rest(self, seat: int, rng: random.Random) -> Sequence[int]:
        spec = self.specs.get(seat)
        return self.node.random_move(seat, rng) if spec is not None and spec.length > 1 else ()


# The state before and the whole moves that led on from it, by seat; none where moves have only begun.
Origin = tuple[RulesState, Mapping[int, tuple[int, ...]] | None]


def _as_move(actions: tuple[int, ...]) -> int | CompoundMove:
    return actions[0] if len(actions) == 1 else CompoundMove(actions)


class SpielState(SearchedState):
    """State of any game of pyspiel; moves are drawn by a generator of NumPy, as OpenSpiel's own searches do it."""

    __slots__ = ("chosen", "searcher", "state")

    def __init__(
        self, state: pyspiel.State, searcher: int, waiting: tuple[int, ...] = (), chosen: Mapping[int, int] = NOTHING
    ) -> None:
        first, *others = waiting or _list_choosers(state, searcher)
        super().__init__(first, tuple(others))
        self.state, self.searcher, self.chosen = state, searcher, chosen

    @property
    def simultaneous(self) -> bool:
        return bool(self.state.is_simultaneous_node())

    @property
    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        outcomes: list[tuple[int, float]] = self.state.chance_outcomes()
        return outcomes

    def draw_outcome(self, rng: np.random.RandomState) -> int:
        return _draw_outcome(self.state, rng)

    @property
    def returns(self) -> Sequence[float]:
        returns: list[float] = self.state.returns()
        return returns

    def random_returns(self, rng: np.random.RandomState) -> Sequence[float]:
        state, chosen, choosing = self.state.clone(), dict(self.chosen), (self.player, *self.waiting)
        while not state.is_terminal():
            for seat in choosing:
                chosen[seat] = (
                    _draw_outcome(state, rng) if seat == CHANCE else rng.choice(state.legal_actions(seat)))
            apply_together(state, chosen)
            chosen, choosing = {}, _list_choosers(state, self.searcher)
        returns: list[float] = state.returns()
        return returns

    def legal_actions(self) -> Sequence[int]:
        return self.menu(self.player)

    def _successor(self, action: int) -> "SpielState":
        chosen = {**self.chosen, self.player: action}
        if self.waiting:
            return SpielState(self.state, self.searcher, self.waiting, chosen)
        state = self.state.clone()
        apply_together(state, chosen)
        return SpielState(state, self.searcher)

    def _read_knowledge(self, player: int) -> tuple[int, str]:
        state = self.state
        recalls = state.get_game().get_type().provides_information_state_string
        told = state.information_state_string(player) if recalls else state.observation_string(player)
        return int(state.current_player()), told

    def menu(self, seat: int) -> Sequence[int]:
        actions: list[int] = self.state.legal_actions(seat)
        return actions

    def after_move(self, action: Action) -> "SpielState":
        if not isinstance(action, tuple):
            return self.after(action)
        state = self.state.clone()
        state.apply_actions(list(action))
        return SpielState(state, self.searcher)


def _list_choosers(state: pyspiel.State, searcher: int) -> tuple[int, ...]:
    if state.is_simultaneous_node():
        return _sort_choosers(movers(state), searcher)
    return (int(state.current_player()),)


def _draw_outcome(state: pyspiel.State, rng: np.random.RandomState) -> int:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choice(outcomes, p=probabilities))
