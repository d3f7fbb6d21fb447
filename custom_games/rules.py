"""The contract between a game's pure rules and the pyspiel glue.

A game is a frozen dataclass: its fields are the game's parameters, its methods are pure functions of an
immutable position (any hashable value, usually a ``NamedTuple``). Nothing here knows of prompts or models.
The method names and their meaning are OpenSpiel's.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any, ClassVar, Generic, Literal, TypeVar

import pyspiel

CHANCE: int = pyspiel.PlayerId.CHANCE
SIMULTANEOUS: int = pyspiel.PlayerId.SIMULTANEOUS
TERMINAL: int = pyspiel.PlayerId.TERMINAL

MOST_PLAYERS = 100

Position = TypeVar("Position")
RulesClass = TypeVar("RulesClass", bound="type[Rules[Any]]")


def parameter(
    default: Any,
    meaning: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: Sequence[str] = (),
) -> Any:
    """A game parameter: a dataclass field with its meaning and allowed range (both ends included)."""
    return field(default=default, metadata={"meaning": meaning, "low": low, "high": high, "choices": tuple(choices)})


def allowed(spec: "Field[Any]") -> str:
    """The values that a parameter takes, in words, for help texts and error messages."""
    low, high, choices = (spec.metadata[key] for key in ("low", "high", "choices"))
    if choices:
        return " or ".join(choices)
    kind = {int: "a whole number", float: "a number"}.get(type(spec.default), "any text")
    if low is not None and high is not None:
        return f"{kind} from {low} to {high}"
    if low is not None:
        return f"{kind} of at least {low}"
    return kind if high is None else f"{kind} of at most {high}"


def equally_likely(outcomes: Iterable[int]) -> list[tuple[int, float]]:
    """Chance outcomes with equal probabilities."""
    listed = list(outcomes)
    return [(outcome, 1 / len(listed)) for outcome in listed]


@dataclass(frozen=True)
class Facts:
    """What OpenSpiel's ``GameType`` says about a game, whatever its parameters."""

    short_name: str
    long_name: str
    dynamics: Literal["sequential", "simultaneous"]
    information: Literal["perfect_information", "imperfect_information"]
    utility: Literal["zero_sum", "constant_sum", "general_sum", "identical"]
    chance: bool
    players: tuple[int, int]


@dataclass(frozen=True)
class Bounds:
    """What OpenSpiel's ``GameInfo`` says about a game with given parameters.

    ``actions`` is the number of distinct action ids, ``chance_outcomes`` the largest number of outcomes at a
    chance node, ``length`` the largest number of moves (a simultaneous node counts once, chance not at all),
    and ``utility`` the least and the greatest return of a player.
    """

    players: int
    actions: int
    length: int
    utility: tuple[float, float]
    chance_outcomes: int = 0


class Rules(ABC, Generic[Position]):
    """Pure rules of one game.

    ``apply_action``, ``apply_actions`` and ``chance_outcomes`` are overridden only where the game has nodes of
    that kind.

    Subclasses are frozen dataclasses decorated with :func:`game`. ``variants`` are two or more settings, other than
    the default one, in which the game is tested; the first is short enough for its golden playthrough to be read.
    """

    facts: ClassVar[Facts]
    variants: ClassVar[tuple[Mapping[str, Any], ...]] = ()

    def __post_init__(self) -> None:
        """Refuses a parameter outside its declared range with a ``ValueError`` that names it."""
        for spec in fields(self):  # type: ignore[arg-type]
            value = getattr(self, spec.name)
            low, high, choices = (spec.metadata[key] for key in ("low", "high", "choices"))
            inside = (low is None or value >= low) and (high is None or value <= high)
            if not inside or (choices and value not in choices):
                raise ValueError(f"{self.facts.short_name}: {spec.name}={value} is not {allowed(spec)}")

    def parameter_error(self, name: str, requirement: str) -> ValueError:
        """The error for a parameter whose allowed range depends on other parameters."""
        return ValueError(f"{self.facts.short_name}: {name}={getattr(self, name)} is not {requirement}")

    @abstractmethod
    def bounds(self) -> Bounds:
        """The static limits of the game with these parameters."""

    @abstractmethod
    def initial_state(self) -> Position:
        """The position before the first move."""

    @abstractmethod
    def current_player(self, state: Position) -> int:
        """The seat to move, or ``CHANCE``, ``SIMULTANEOUS`` or ``TERMINAL``."""

    @abstractmethod
    def legal_actions(self, state: Position, player: int) -> Sequence[int]:
        """The player's legal action ids in ascending order; empty if it has nothing to decide here."""

    def apply_action(self, state: Position, action: int) -> Position:
        """The position after the current player's (or chance's) action."""
        raise NotImplementedError(f"{self.facts.short_name} has only simultaneous nodes")

    def apply_actions(self, state: Position, actions: tuple[int, ...]) -> Position:
        """The position after a joint action, one entry per seat (0 for a seat with nothing to decide)."""
        raise NotImplementedError(f"{self.facts.short_name} has no simultaneous nodes")

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        """``(outcome, probability)`` pairs at a chance node."""
        raise NotImplementedError(f"{self.facts.short_name} has no chance nodes")

    @abstractmethod
    def returns(self, state: Position) -> Sequence[float]:
        """Each player's total payoff; asked only of terminal positions."""

    @abstractmethod
    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """All that the player may know now, as plain JSON values; never asked at a chance node."""

    @abstractmethod
    def action_string(self, state: Position, player: int, action: int) -> str:
        """The action's name, unique among the legal actions; ``player`` is ``CHANCE`` for a chance outcome."""

    @abstractmethod
    def action_struct(self, state: Position, player: int, action: int) -> Mapping[str, Any]:
        """The action as the JSON object by which a player states it."""

    @abstractmethod
    def struct_to_actions(self, state: Position, player: int, struct: Mapping[str, Any]) -> list[int]:
        """The actions that a stated JSON object means: several where one answer spells a compound move.

        Raises:
            ValueError: the object lacks a needed key or its value is not a legal move; says which and why.
        """

    def whole_moves(self, state: Position, player: int) -> Sequence[str]:
        """Where one answer spells a compound move or any number, the moves as prompts list them; otherwise nothing.

        They are stated in the keys of ``action_struct``, and by an answer line too where there is one key. Players are
        asked where a move starts, never in the middle of one.
        """
        return ()

    def rule_break(self, state: Position, player: int) -> int | None:
        """The legal action that stands for an answer that cannot be used, where the rules say what follows from one.

        It is no move that a player can choose: it has no name in prompts, and no random move is it.
        """
        return None

    def rational(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """``(action, probability)`` pairs of the strategy that the game's paper calls optimal; empty if it has none."""
        return ()

    def random_move(self, state: Position, player: int, rng: random.Random) -> list[int]:
        """A move drawn at random, and a whole one: a game with compound moves says how they are drawn."""
        return [rng.choice(self.legal_actions(state, player))]


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
) -> Any:
    """Class decorator that states a game's facts and lists it in ``GAMES``.

    The defaults are those of a game in rounds; a game states what differs.

    Raises:
        ValueError: two games claim the same short name.
    """

    def enlist(rules: RulesClass) -> RulesClass:
        if short_name in GAMES:
            raise ValueError(f"{short_name} is already the game {GAMES[short_name].__qualname__}")
        rules.facts = Facts(short_name, long_name, dynamics, information, utility, chance, players)
        GAMES[short_name] = rules
        return rules

    return enlist
