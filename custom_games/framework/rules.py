"""The interface between a game's pure rules and the glue that makes a pyspiel game of them.

A game is a frozen dataclass: its fields are the game's parameters, its methods are pure functions of an
immutable position (any hashable value, usually a ``NamedTuple``). Rules know nothing of prompts or models.
Method names and their meaning are OpenSpiel's.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeVar

import pyspiel

from custom_games.action_specs import ActionSpec, random_moves
from custom_games.framework.chance import draw
from custom_games.framework.labels import numbered_name
from custom_games.framework.position_texts import join_views, list_texts

CHANCE: int = pyspiel.PlayerId.CHANCE
SIMULTANEOUS: int = pyspiel.PlayerId.SIMULTANEOUS
TERMINAL: int = pyspiel.PlayerId.TERMINAL

MOST_PLAYERS = 100
NO_ANSWER = "no valid answer"  # the name of an action that charges a player for an unusable answer

Position = TypeVar("Position")
RulesClass = TypeVar("RulesClass", bound="type[Rules[Any]]")


def parameter(
    default: Any, meaning: str, *, low: float | None = None, high: float | None = None, choices: Sequence[str] = ()
) -> Any:
    """Declares a game parameter: a dataclass field with its meaning and allowed range (both ends included)."""
    return field(default=default, metadata={"meaning": meaning, "low": low, "high": high, "choices": tuple(choices)})


def allowed_values(spec: "Field[Any]") -> str:
    """Returns the allowed values of a parameter in words, for help texts and error messages."""
    low, high, choices = (spec.metadata[key] for key in ("low", "high", "choices"))
    if choices:
        return " or ".join(choices)
    kind = {int: "a whole number", float: "a number"}.get(type(spec.default), "any text")
    if low is not None:
        return f"{kind} of at least {low}" if high is None else f"{kind} from {low} to {high}"
    return kind if high is None else f"{kind} of at most {high}"


@dataclass(frozen=True)
class Facts:
    """The part of OpenSpiel's ``GameType`` that rules state: properties of a game that no parameter changes."""

    short_name: str
    long_name: str
    dynamics: Literal["sequential", "simultaneous"]
    information: Literal["perfect_information", "imperfect_information"]
    utility: Literal["zero_sum", "constant_sum", "general_sum", "identical"]
    chance: bool
    players: tuple[int, int]
    text: bool = False  # players say free texts


@dataclass(frozen=True)
class Bounds:
    """The contents of OpenSpiel's ``GameInfo``: the limits of a game with given parameters.

    ``actions`` is the number of distinct action ids, ``chance_outcomes`` the largest number of outcomes at a
    chance node, ``length`` the largest number of moves (a simultaneous node counts once, chance not at all),
    and ``utility`` the lowest and the highest return of a player. ``utility_sum`` is the sum of all returns, which
    constant-sum games have to state and general-sum games do not have.
    """

    players: int
    actions: int
    length: int
    utility: tuple[float, float]
    chance_outcomes: int = 0
    utility_sum: float | None = None


class Rules(ABC, Generic[Position]):
    """Pure rules of one game.

    Subclasses are frozen dataclasses decorated with :func:`game`. They override ``apply_action``, ``apply_actions``
    and ``chance_outcomes`` only if the game has nodes of that kind. ``variants`` are two or more settings, besides the
    default, in which the game is tested; the first is short enough for its golden playthrough to be read.
    """

    facts: ClassVar[Facts]
    variants: ClassVar[tuple[Mapping[str, Any], ...]] = ()

    def __post_init__(self) -> None:
        """Checks every parameter against its declared range.

        Raises:
            ValueError: a parameter is out of range; the message names it, its value and the range.
        """
        for spec in fields(self):  # type: ignore[arg-type]
            value = getattr(self, spec.name)
            low, high, choices = (spec.metadata[key] for key in ("low", "high", "choices"))
            inside = (low is None or value >= low) and (high is None or value <= high)
            if not inside or (choices and value not in choices):
                raise ValueError(f"{self.facts.short_name}: {spec.name}={value} is not {allowed_values(spec)}")

    def parameter_error(self, name: str, requirement: str) -> ValueError:
        """Returns the error for a parameter whose allowed range depends on other parameters."""
        return ValueError(f"{self.facts.short_name}: {name}={getattr(self, name)} is not {requirement}")

    @abstractmethod
    def bounds(self) -> Bounds:
        """Returns the limits of the game with these parameters."""

    @cached_property
    def seats(self) -> range:
        """The players' seats."""
        return range(self.bounds().players)

    @cached_property
    def num_actions(self) -> int:
        """The number of distinct action ids."""
        return self.bounds().actions

    def teams(self) -> Sequence[int]:
        """Returns the number of each seat's team, counted from 0 without gaps; by default every seat is a team.

        One agent plays all seats of a team, wins and loses with it. Parameters may decide who belongs together: where
        one of them says which seat plays a role alone, that seat is team 0 and the others are team 1.
        """
        return self.seats

    def seat_name(self, state: Position, seat: int) -> str:
        """Returns the name by which players know a seat; once it is drawn, it stays for the whole match."""
        return numbered_name(seat)

    @abstractmethod
    def initial_state(self) -> Position:
        """Returns the position before the first move."""

    @abstractmethod
    def current_player(self, state: Position) -> int:
        """Returns the seat to move, or ``CHANCE``, ``SIMULTANEOUS`` or ``TERMINAL``."""

    @abstractmethod
    def action_spec(self, state: Position, player: int) -> ActionSpec | None:
        """Returns the description of what the player has to decide now; ``None`` if it has nothing to decide.

        Called at decision nodes only, and always where a move starts: the glue spells compound moves action by action,
        and the rules see the whole.
        """

    def action_specs(self, state: Position) -> Sequence[ActionSpec | None]:
        """Returns the :meth:`action_spec` of every seat at a simultaneous node."""
        return [self.action_spec(state, seat) for seat in self.seats]

    def apply_action(self, state: Position, action: Any) -> Position:
        """Returns the position after a chance outcome or a move of the current player.

        A move of one action is its id. A compound move is the value that it spells: a ``str`` for a text, a tuple of
        amounts for a division, a tuple with the move of each field for several fields.
        """
        raise NotImplementedError(f"{self.facts.short_name} has only simultaneous nodes")

    def apply_actions(self, state: Position, actions: tuple[Any, ...]) -> Position:
        """Returns the position after a joint move, one entry per seat (0 for a seat with nothing to decide)."""
        raise NotImplementedError(f"{self.facts.short_name} has no simultaneous nodes")

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        """Returns the ``(outcome, probability)`` pairs of a chance node."""
        raise NotImplementedError(f"{self.facts.short_name} has no chance nodes")

    @abstractmethod
    def returns(self, state: Position) -> Sequence[float]:
        """Returns each player's total payoff; called only at terminal positions."""

    def paid(self, state: Position) -> Sequence[float]:
        """Returns each player's payoff so far; nothing is paid before the end, unless a game pays in rounds."""
        return [0.0] * len(self.seats)

    def is_public(self, state: Position) -> bool:
        """Returns whether everyone sees the whole move made at a position, which redrawn histories then keep."""
        return False

    def redraw(self, states: Sequence[Position], player: int, rng: random.Random) -> Position:
        """Returns a decision's position that who went through ``states`` cannot tell from the last; optional."""
        raise NotImplementedError(f"{self.facts.short_name} redraws histories, not positions")

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        """Returns each player's total payoff after a random rest of the game; all moves are equally likely."""
        while (player := self.current_player(state)) != TERMINAL:
            if player == CHANCE:
                state = self.apply_action(state, draw(self.chance_outcomes(state), rng))
            elif player == SIMULTANEOUS:
                state = self.apply_actions(state, random_moves(self.action_specs(state), rng))
            else:
                spec = self.action_spec(state, player)
                assert spec is not None, f"player {player} is to move and has nothing to decide"
                state = self.apply_action(state, spec.draw(rng))
        return self.returns(state)

    @abstractmethod
    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns all that the player may know now, as plain JSON values; never called at a chance node."""

    def text(self, state: Position) -> str:
        """Returns all that the seats are told of a position, for people to read; never called at a chance node.

        A game whose positions tell more, or have another shape such as that of a board, overrides it.
        """
        views = {self.seat_name(state, seat): self.observation(state, seat) for seat in self.seats}
        return join_views(views, frozenset(list_texts(state)))

    def chance_name(self, state: Position, outcome: int) -> str:
        """Returns the name of a chance outcome, unique at its node."""
        return str(outcome)

    def penalty_action(self, state: Position, player: int) -> int | None:
        """Returns the action that charges a player for an unusable answer, if there is one; nobody can choose it."""
        return None

    def recorded_move(self, state: Position, player: int) -> Any:
        """Returns the move that the game's data record for this decision, as it is applied; ``None`` without one."""
        return None

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Returns the strategy that the game's paper calls optimal as ``(action, probability)`` pairs, or nothing."""
        return ()

    def rational_continuation(self, state: Position, player: int, made: Sequence[int]) -> Sequence[tuple[int, float]]:
        """Returns the optimal strategy inside a compound move, after the actions made so far."""
        return self.rational_strategy(state, player)


GAMES: dict[str, "type[Rules[Any]]"] = {}


def game(
    short_name: str,
    long_name: str,
    *,
    players: tuple[int, int] = (2, MOST_PLAYERS),
    dynamics: Literal["sequential", "simultaneous"] = "simultaneous",
    information: Literal["perfect_information", "imperfect_information"] = "imperfect_information",
    utility: Literal["zero_sum", "constant_sum", "general_sum", "identical"] = "general_sum",
    chance: bool = True,
    text: bool = False,
) -> Any:
    """Class decorator that sets a game's facts and lists it in ``GAMES``.

    The defaults are those of a game in rounds; a game states only what differs.

    Raises:
        ValueError: another game has this short name.
    """

    def decorate(rules: RulesClass) -> RulesClass:
        if short_name in GAMES:
            raise ValueError(f"{short_name} is already the game {GAMES[short_name].__qualname__}")
        rules.facts = Facts(short_name, long_name, dynamics, information, utility, chance, players, text)
        GAMES[short_name] = rules
        return rules

    return decorate
