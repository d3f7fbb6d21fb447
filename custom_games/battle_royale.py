"""Battle Royale: a truel with any number of players (gamma-Bench, sections 2.3 and 3.3)."""

import random
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from custom_games.action_specs import NamedActions
from custom_games.framework.rules import CHANCE, MOST_PLAYERS, TERMINAL, Bounds, Rules, game, parameter

MISSED, HIT = 0, 1
MISS = "miss"


class Shot(NamedTuple):
    """A finished shot; ``target`` is ``None`` for a deliberate miss, ``left`` the number of players alive after it."""

    shooter: int
    target: int | None
    hit: bool
    left: int


class Position(NamedTuple):
    """The living seats in ascending order, the shooter, its target until chance decides, and all past shots."""

    alive: tuple[int, ...]
    shooter: int = 0
    target: int | None = None
    shots: tuple[Shot, ...] = ()


@game("battle_royale", "Battle Royale", dynamics="sequential", information="perfect_information")
@dataclass(frozen=True)
class BattleRoyale(Rules[Position]):
    """Players with different hit rates take turns shooting at one another; the last one alive gets 1, the others 0.

    Seat i hits with a probability of ``lowest_rate + i * rate_step`` per cent. The living take turns in ascending order
    of hit rate, which is the order of seats. Instead of shooting at somebody, a player may miss on purpose, which
    counts as a shot. If several players are alive after ``max_shots`` shots, nobody gets anything.
    """

    players: int = parameter(10, "number of players", low=2, high=MOST_PLAYERS)
    lowest_rate: int = parameter(35, "hit rate of the first player, per cent", low=0, high=100)
    rate_step: int = parameter(5, "difference between the hit rates of neighbouring players, per cent", low=1, high=100)
    max_shots: int = parameter(20, "maximum number of shots", low=1, high=1000)
    targets: str = parameter(
        "others", "allowed targets: only other players (others), or oneself as well (anyone)",
        choices=("others", "anyone"))

    variants = (
        {"players": 3, "lowest_rate": 30, "rate_step": 30, "max_shots": 5},
        {"players": 4, "lowest_rate": 0, "rate_step": 33, "max_shots": 8, "targets": "anyone"},
        {"players": 2, "lowest_rate": 50, "rate_step": 50, "max_shots": 1},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        most = (100 - self.lowest_rate) // self.rate_step + 1
        if self.players > most:
            raise self.parameter_error("players", f"at most {most}, so that no hit rate is above 100 per cent")

    def rate(self, seat: int) -> int:
        """Returns a seat's hit rate in per cent."""
        return self.lowest_rate + seat * self.rate_step

    def bounds(self) -> Bounds:
        return Bounds(
            players=self.players, actions=self.players + 1, length=self.max_shots, chance_outcomes=2, utility=(0, 1))

    def initial_state(self) -> Position:
        return Position(alive=tuple(range(self.players)))

    def current_player(self, state: Position) -> int:
        if self._is_over(state.alive, len(state.shots)):
            return TERMINAL
        return state.shooter if state.target is None else CHANCE

    def _is_over(self, alive: tuple[int, ...], shots: int) -> bool:
        return len(alive) == 1 or shots == self.max_shots

    def _targets(self, alive: tuple[int, ...], shooter: int) -> tuple[int, ...]:
        """Returns the seats that may be shot at and, by the number of players, the deliberate miss."""
        others = [seat for seat in alive if seat != shooter] if self.targets == "others" else alive
        return (*others, self.players)

    def action_spec(self, state: Position, player: int) -> NamedActions:
        """Returns the choice among the seats that may be shot at and, by the number of players, the deliberate miss."""
        return NamedActions("target", self._targets(state.alive, player), self.name)

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        rate = self.rate(state.shooter)
        if rate in (0, 100):
            return [(HIT if rate else MISSED, 1.0)]
        return [(MISSED, (100 - rate) / 100), (HIT, rate / 100)]

    def apply_action(self, state: Position, action: int) -> Position:
        if state.target is not None:
            return self._after_shot(state, hit=action == HIT)
        if action == self.players:
            return self._after_shot(state, hit=False)
        return Position(state.alive, state.shooter, action, state.shots)

    def _after_shot(self, state: Position, hit: bool) -> Position:
        _, shooter, target, shots = state
        alive, following = _after_shot_at(state.alive, shooter, target if hit else None)
        return Position(alive, following, None, (*shots, Shot(shooter, target, hit, len(alive))))

    def returns(self, state: Position) -> Sequence[float]:
        return self._score(state.alive)

    def _score(self, alive: tuple[int, ...]) -> list[float]:
        earned = [0.0] * self.players
        if len(alive) == 1:
            earned[alive[0]] = 1.0
        return earned

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        # Without a position at every shot.
        alive, shooter, target, past = state
        shots = len(past)
        while not self._is_over(alive, shots):
            if target is None:
                targets = self._targets(alive, shooter)
                target = targets[int(rng.random() * len(targets))]
            hit = target != self.players and 100 * rng.random() < self.rate(shooter)
            alive, shooter = _after_shot_at(alive, shooter, target if hit else None)
            target, shots = None, shots + 1
        return self._score(alive)

    def seat_name(self, state: Position, seat: int) -> str:
        return self.name(seat)

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        return {
            "round": len(state.shots) + 1,
            "rounds": [self._report(shot, player) for shot in state.shots],
            "alive": [{"name": self.name(seat), "rate": self.rate(seat)} for seat in state.alive],
            "shooter": self.name(state.shooter),
        }

    def _report(self, shot: Shot, player: int) -> Mapping[str, Any]:
        target = None if shot.target is None else self.name(shot.target)
        return {
            "shooter": self.name(shot.shooter), "target": target, "hit": shot.hit, "left": shot.left,
            **({"you": target or MISS} if shot.shooter == player else {}),
        }

    def name(self, action: int) -> str:
        """Returns the name of a seat, or of the deliberate miss."""
        return MISS if action == self.players else f"player_{action}"

    def chance_name(self, state: Position, outcome: int) -> str:
        return ("Missed", "Hit")[outcome]

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Shoots at the living opponent with the highest hit rate, as the paper scores for simplicity (section 3.3)."""
        return [(max(seat for seat in state.alive if seat != player), 1.0)]


def _after_shot_at(alive: tuple[int, ...], shooter: int, dead: int | None) -> tuple[tuple[int, ...], int]:
    """Returns who is alive after a shot, and the next shooter."""
    if dead is not None:
        alive = tuple([seat for seat in alive if seat != dead])
    return alive, alive[bisect(alive, shooter) % len(alive)]
