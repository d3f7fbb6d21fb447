"""Light states: a game of ``custom_games`` as a search sees it, straight on the rules and without pyspiel.

Wherever several choose at once, they choose one after the other in the tree, the searcher first: it never sees a move
made at the same node. The others follow in the order of their seats, and the search lets them see the moves chosen
before theirs. That makes it pessimistic: it prepares for opponents who know its move. Beyond the tree, in playouts, all
choose at once.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from custom_games.action_specs import ActionSpec
from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, Rules
from gtarena.seeds import derive


@dataclass(frozen=True)
class Searched:
    """A game as one player searches it.

    Wherever a text is asked for, the actions are 0, 1, 2, ... up to ``texts``. Each stands for what is left of the
    player's move, drawn whole: the text and all that is to be stated after it. What a search proves holds for these
    draws alone. Everywhere else, the actions are the game's. The charge for an unusable answer is never among them.
    """

    rules: Rules[Any]
    searcher: int
    texts: int = 1

    def root(self, node: Node, key: int = 0) -> "LightState":
        """Returns the state at a node, which holds no part of a move but the searcher's own."""
        return self.at(node.position, key, node.made(self.searcher))

    def at(self, position: Any, key: int, made: tuple[int, ...] = ()) -> "LightState":
        """Returns the state at a position; ``made`` are the actions that the first to choose has made of its move."""
        player = self.rules.current_player(position)
        if player == SIMULTANEOUS:
            specs = dict(enumerate(self.rules.action_specs(position)))
            movers = (seat for seat, spec in specs.items() if spec is not None)
            seats = sorted(movers, key=lambda seat: (seat != self.searcher, seat))
            return LightState(self, position, key, seats[0], specs, tuple(seats[1:]), made=made)
        specs = {player: self.rules.action_spec(position, player)} if player >= 0 else {}
        return LightState(self, position, key, player, specs, made=made)


@dataclass(eq=False, slots=True)
class LightState:
    """An immutable state in which one player or chance moves; it keeps the states after it that have been visited.

    ``specs`` describe the decisions of those who choose at this position, ``made`` are the actions made of a compound
    move, ``chosen`` the moves of those who have chosen at a simultaneous node, as the rules apply them, and ``waiting``
    the seats that choose after this one: ``None`` where only one player moves. ``key`` is a seed that the actions taken
    since the search began change, so that the same action means the same words whenever the search comes by.
    """

    game: Searched
    position: Any
    key: int
    player: int
    specs: Mapping[int, ActionSpec | None]
    waiting: tuple[int, ...] | None = None
    chosen: Mapping[int, Any] = field(default_factory=dict)
    made: tuple[int, ...] = ()
    following: dict[int, "LightState"] = field(default_factory=dict)

    @property
    def spec(self) -> ActionSpec:
        spec = self.specs[self.player]
        assert spec is not None, f"player {self.player} has nothing to decide"
        return spec

    def legal_actions(self) -> Sequence[int]:
        return range(self.game.texts) if self._is_text() else self.spec.legal_actions(self.made)

    @property
    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return self.game.rules.chance_outcomes(self.position)

    @property
    def returns(self) -> Sequence[float]:
        return self.game.rules.returns(self.position)

    def _is_text(self) -> bool:
        return not self.spec.single and self.spec.is_text(self.made)

    def spelled(self, action: int) -> tuple[int, ...]:
        """Returns the actions of the game for which an action of the search stands."""
        if not self._is_text():
            return (action,)
        # Drawn only when it is needed: a search need not look at all of the draws.
        return tuple(self._rest(random.Random(derive(self.key, action))))

    def _rest(self, rng: random.Random) -> list[int]:
        return self.spec.random_rest(self.made, rng) if self.made else self.spec.random_move(rng)

    def after(self, action: int) -> "LightState":
        """Returns the state after an action; the same one every time."""
        following = self.following.get(action)
        if following is None:
            following = self.following[action] = self._after(action)
        return following

    def _after(self, action: int) -> "LightState":
        # Only texts need the key, and it takes longer to derive than most moves to apply.
        key = derive(self.key, action) if self.game.rules.facts.text else 0
        if self.player == CHANCE:
            return self.game.at(self.game.rules.apply_action(self.position, action), key)
        spec, made = self.spec, (*self.made, *self.spelled(action))
        if not (spec.single or spec.is_whole(made)):
            return LightState(
                self.game, self.position, key, self.player, self.specs, self.waiting, self.chosen, made)
        move = spec.move(made)
        if self.waiting:
            chosen = {**self.chosen, self.player: move}
            return LightState(
                self.game, self.position, key, self.waiting[0], self.specs, self.waiting[1:], chosen)
        return self.game.at(self._applied(move, {}), key)

    def _applied(self, move: Any, later: Mapping[int, Any]) -> Any:
        """Returns the position after the player's move, and those of the others who choose at once."""
        rules = self.game.rules
        if self.waiting is None:
            return rules.apply_action(self.position, move)
        moves = {**self.chosen, self.player: move, **later}
        return rules.apply_actions(self.position, tuple([moves.get(seat, 0) for seat in rules.seats]))

    def random_returns(self, rng: random.Random) -> Sequence[float]:
        """Returns each player's return after a random rest of the game, in which all moves are equally likely."""
        rules = self.game.rules
        if not (self.made or self.chosen):
            return rules.random_returns(self.position, rng)
        spec = self.spec
        move = spec.move((*self.made, *spec.random_rest(self.made, rng))) if self.made else spec.drawn(rng)
        others = {seat: self.specs[seat] for seat in self.waiting or ()}
        later = {seat: decided.drawn(rng) for seat, decided in others.items() if decided is not None}
        return rules.random_returns(self._applied(move, later), rng)
