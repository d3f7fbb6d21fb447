"""The glue that makes pyspiel games of pure rules; no game file touches pyspiel's classes."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar

import pyspiel
from pyspiel import GameType

from custom_games.action_specs import ActionSpec
from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE, NO_ANSWER, SIMULTANEOUS, TERMINAL, Rules


class State(pyspiel.State):  # type: ignore[misc]
    """A pyspiel state that wraps a :class:`Node`."""

    def __init__(self, game: "Game") -> None:
        super().__init__(game)
        self._node = Node.from_moves(game.rules)

    @property
    def node(self) -> Node:
        """The position and the path that led to it."""
        return self._node

    def at_node(self, node: Node) -> "State":
        """Returns a state at another node, to be asked what it is like there; pyspiel's history stays as it is."""
        other: State = self.clone()
        other._node = node
        return other

    def current_player(self) -> int:
        return self._node.player

    def is_terminal(self) -> bool:
        return self._node.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self._in_range(self._node.legal_actions(player))

    def _in_range(self, actions: Sequence[int]) -> list[int]:
        """Returns the actions as a list.

        Raises:
            ValueError: an action id is out of range: pyspiel would write past the end of its mask, and crash later.
        """
        limit = self._node.rules.num_actions
        # A range may hold thousands of numbers, and its ends tell whether it fits.
        ends = (actions[0], actions[-1]) if isinstance(actions, range) and actions else (
            min(actions, default=0), max(actions, default=0))
        if outside := [action for action in ends if not 0 <= action < limit]:
            raise ValueError(f"{self.get_game()}: legal action {outside[0]} is outside 0 to {limit - 1}")
        return list(actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self._node.chance_outcomes)

    def _apply_action(self, action: int) -> None:
        self._check_legal(self._node.player, action)
        self._node = self._node.after(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        if len(actions) != self.num_players():
            raise ValueError(f"{self.get_game()}: {len(actions)} actions for {self.num_players()} players")
        # A seat with nothing to decide gets pyspiel's filler (0 or -1); the rules always see 0.
        joint = tuple(action if self._check_legal(player, action) else 0 for player, action in enumerate(actions))
        self._node = self._node.after(joint)

    def _check_legal(self, player: int, action: int) -> bool:
        """Returns whether the seat has anything to decide.

        Raises:
            ValueError: the seat's action is not legal.
        """
        node = self._node
        if player == CHANCE:
            legal: Sequence[int] = [outcome for outcome, _ in node.chance_outcomes]
        else:
            legal = node.legal_actions(player)
            if not legal and node.player == SIMULTANEOUS:
                return False
        if action not in legal and (player == CHANCE or action != node.penalty_action(player)):
            raise ValueError(f"{self.get_game()}: action {action} of player {player} is not legal here")
        return True

    def _action_to_string(self, player: int, action: int) -> str:
        return self._node.action_name(player, action)

    def returns(self) -> list[float]:
        # A terminal reward model pays nothing before the end.
        paid = self._node.rules.returns(self._node.position) if self.is_terminal() else [0] * self.num_players()
        return list(map(float, paid))

    def paid(self) -> list[float]:
        """Returns what each player has been paid so far, which in a game in rounds is known before its end."""
        return list(map(float, self._node.rules.paid(self._node.position)))

    def __str__(self) -> str:
        return str(self._node.position)

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return dict(self._node.observation(player))

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        spec = self._spec(player)
        if action == self._node.penalty_action(player):
            # Of a text, nothing: any words in its place could be said.
            return {key: None if key in spec.texts else NO_ANSWER for key in spec.keys}
        return dict(spec.action_struct(self._node.actions_made(player), action))

    def _spec(self, player: int) -> ActionSpec:
        """Returns the description of the player's decision.

        Raises:
            ValueError: the player has nothing to decide.
        """
        spec = self._node.spec(player)
        if spec is None:
            raise ValueError(f"{self.get_game()}: player {player} has nothing to decide here")
        return spec

    def observation(self, player: int) -> dict[str, Any]:
        """Returns what the player knows now, as plain JSON values."""
        return self._to_observation_struct(player)

    def action_spec(self, player: int) -> ActionSpec | None:
        """Returns the description of what the player has to decide; ``None`` if it is not to move."""
        return self._node.spec(player)

    def inside_move(self, player: int) -> bool:
        """Returns whether the player has made a part of a compound move, but not all of it."""
        return bool(self._node.actions_made(player)) and bool(self._node.legal_actions(player))

    def is_speaking(self, player: int) -> bool:
        """Returns whether the player's next action is a part of a text."""
        spec = self._node.spec(player)
        return spec is not None and spec.is_text(self._node.actions_made(player))

    def struct_to_actions(self, player: int, struct: Mapping[str, Any]) -> list[int]:
        """Returns the actions of the whole move that a player's JSON object states.

        Raises:
            ValueError: the object does not state a legal move, or the player is inside a compound move.
        """
        if self._node.actions_made(player):
            raise ValueError(f"{self.get_game()}: player {player} is inside a compound move; only whole moves are read")
        return self._spec(player).read(struct)

    def random_move(self, player: int, rng: random.Random) -> list[int]:
        """Returns the actions of a random whole move, or of a random rest of the move that the player is making."""
        return self._node.random_move(player, rng)

    def recorded_move(self, player: int) -> list[int] | None:
        """Returns the actions of the move that the game's data record for this decision, such as a first clue."""
        return self._node.recorded_move(player)

    def penalty_action(self, player: int) -> int | None:
        """Returns the action that charges the player for an unusable answer, if the rules do so; it is not legal."""
        return self._node.penalty_action(player)

    def rational_strategy(self, player: int) -> Sequence[tuple[int, float]]:
        """Returns the ``(action, probability)`` pairs of the optimal strategy, if the game states one."""
        node = self._node
        return node.rules.rational_continuation(node.position, player, node.actions_made(player))

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> list[int]:
        return self.struct_to_actions(self._node.player, struct)


class Observer:
    """An observer without tensors: JSON of the observation, or with perfect recall of the information state."""

    def __init__(self, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        # pyspiel reads these two attributes of every observer.
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: State, player: int) -> None:
        """Does nothing: tensors are not provided."""

    def string_from(self, state: State, player: int) -> str:
        node = state._node
        return node.information_state_text(player) if self._perfect_recall else node.observation_text(player)


class Game(pyspiel.Game):  # type: ignore[misc]
    """A pyspiel game that plays by rules; :func:`game_class` makes one subclass per game."""

    rules_class: ClassVar[type[Rules[Any]]]
    game_type: ClassVar[GameType]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.rules = self.rules_class(**params)
        super().__init__(self.game_type, _game_info(self.rules), params)

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(iig_obs_type is not None and iig_obs_type.perfect_recall)

    def __reduce__(self) -> tuple[Any, ...]:
        # A class made by `game_class` cannot be found by name in a worker process; the game's name can. The game
        # string would not do: it keeps 15 digits of a number, which moves a threshold such as a capacity of 1/3.
        return pyspiel.load_game, (self.game_type.short_name, self.get_parameters())


def _game_info(rules: Rules[Any]) -> pyspiel.GameInfo:
    bounds, kind = rules.bounds(), rules.facts.utility
    low, high = bounds.utility
    if kind == "constant_sum" and bounds.utility_sum is None:
        raise ValueError(f"{rules.facts.short_name} is constant-sum: bounds() has to state the utility_sum")
    return pyspiel.GameInfo(
        num_distinct_actions=bounds.actions,
        max_chance_outcomes=bounds.chance_outcomes,
        num_players=bounds.players,
        min_utility=float(low),
        max_utility=float(high),
        utility_sum=0.0 if kind == "zero_sum" else bounds.utility_sum,
        max_game_length=bounds.length,
    )


def _game_type(rules: type[Rules[Any]]) -> GameType:
    facts = rules.facts
    return GameType(
        short_name=facts.short_name,
        long_name=facts.long_name,
        dynamics=getattr(GameType.Dynamics, facts.dynamics.upper()),
        chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else GameType.ChanceMode.DETERMINISTIC,
        information=getattr(GameType.Information, facts.information.upper()),
        utility=getattr(GameType.Utility, facts.utility.upper()),
        # OpenSpiel's search bots refuse games that pay before the end.
        reward_model=GameType.RewardModel.TERMINAL,
        max_num_players=facts.players[1],
        min_num_players=facts.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={spec.name: spec.default for spec in fields(rules)},  # type: ignore[arg-type]
    )


def game_class(rules: type[Rules[Any]]) -> type[Game]:
    """Returns the pyspiel game class of rules; it can be instantiated without being registered."""
    # A class and no lambda: pyspiel frees what it was given after Python has shut down, where freeing a lambda
    # aborts the process.
    return type(f"{rules.__name__}Game", (Game,), {
        "rules_class": rules, "game_type": _game_type(rules), "__doc__": rules.__doc__})


def register_game(rules: type[Rules[Any]]) -> None:
    """Registers the game with pyspiel under its short name."""
    made = game_class(rules)
    pyspiel.register_game(made.game_type, made)
