"""Beauty contest: state the number closest to a share of the average (EconArena, sections 3.1 and A.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

from custom_games.action_specs import RoundedNumber
from custom_games.framework.chance import EquallyLikely, equally_likely
from custom_games.framework.rounds import Position, Session
from custom_games.framework.rules import CHANCE, NO_ANSWER, SIMULTANEOUS, TERMINAL, Bounds, game, parameter

HIGHEST_BOUND = 10_000
# The ranges from which chance draws the upper bound (section 4.2).
BOUND_RANGES = {"L": range(10, 100), "M": range(100, 1000), "H": range(1000, HIGHEST_BOUND)}


class Run(NamedTuple):
    """The upper bound, ``None`` until chance has drawn it, and the actions of all players."""

    bound: int | None
    actions: tuple[int, ...] = ()


@game("beauty_contest", "Beauty Contest")
@dataclass(frozen=True)
class BeautyContest(Session):
    """All players state a number at once; the one closest to ``ratio`` times the mean wins ``prize``.

    Numbers range from 0 to the upper bound in steps of ``grid``; action ``k`` is the number ``k * grid``. Players who
    are equally close share the prize. A player who breaks the rules counts neither for the mean nor for the prize.
    """

    upper: int = parameter(100, "upper bound of the numbers if `group` is fixed", low=1, high=HIGHEST_BOUND)
    group: str = parameter(
        "fixed", "the upper bound: `upper` (fixed), or drawn from 10 to 99 (L), 100 to 999 (M) or 1000 to 9999 (H)",
        choices=("fixed", *BOUND_RANGES))
    ratio: float = parameter(2 / 3, "factor by which the mean is multiplied to give the target", low=0.0, high=10.0)
    prize: float = parameter(1.0, "prize of a run, shared by its winners", low=0.0, high=1e9)
    grid: float = parameter(0.01, "distance between neighbouring numbers", low=0.0001, high=10_000.0)

    variants = (
        {"players": 2, "upper": 1, "grid": 0.5, "runs": 3, "history": "choices", "history_window": 1,
         "entrance_fee": 0.5},
        {"group": "L", "grid": 0.5, "runs": 6, "history": "choices", "ratio": 1.5, "prize": 3.0},
        {"players": 2, "group": "H", "grid": 1.0, "runs": 2, "entrance_fee": 2.0},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        whole = self.upper if self.group == "fixed" else 1
        if whole % self._step:
            raise self.parameter_error("grid", f"a number that divides {whole} without rest")

    @cached_property
    def _step(self) -> Fraction:
        return Fraction(str(self.grid))

    @cached_property
    def _decimals(self) -> int:
        return max(0, -int(Decimal(str(self.grid)).normalize().as_tuple().exponent))

    def _steps(self, bound: int) -> int:
        """Returns the number of steps from 0 to the bound."""
        return int(bound / self._step)

    def bounds(self) -> Bounds:
        drawn = BOUND_RANGES.get(self.group, range(0))
        highest = drawn[-1] if drawn else self.upper
        return self.bounds_of_rounds(
            actions=self._steps(highest) + 2, payoff=(-self.entrance_fee, self.prize), chance_outcomes=len(drawn))

    def new_stage(self, rounds: tuple[Any, ...]) -> Run:
        if rounds:
            return Run(rounds[0].bound)
        return Run(self.upper if self.group == "fixed" else None)

    def stage_player(self, stage: Run) -> int:
        if stage.bound is None:
            return CHANCE
        return TERMINAL if stage.actions else SIMULTANEOUS

    def stage_chance(self, stage: Run) -> Sequence[tuple[int, float]]:
        """Returns equally likely outcomes, counted from the lowest bound of the group."""
        return _bound_outcomes(self.group)

    def after_chance(self, stage: Run, outcome: int) -> Run:
        return Run(BOUND_RANGES[self.group][outcome])

    def stage_chance_name(self, stage: Run, outcome: int) -> str:
        return f"The upper bound is {BOUND_RANGES[self.group][outcome]}"

    def stage_spec(self, stage: Any, player: int) -> RoundedNumber:
        assert stage.bound is not None, "players choose once the bound is drawn"
        return _number_spec(stage.bound, self.grid)

    def stage_specs(self, stage: Any) -> Sequence[RoundedNumber]:
        return [self.stage_spec(stage, 0)] * self.players

    def after_choices(self, stage: Run, actions: tuple[int, ...]) -> Run:
        return Run(stage.bound, actions)

    def _valid_actions(self, stage: Run) -> dict[int, int]:
        """Returns the actions of the players who stated a number, by seat."""
        penalty = self.num_actions - 1
        return {seat: action for seat, action in enumerate(stage.actions) if action != penalty}

    def target(self, stage: Run) -> Fraction | None:
        """Returns the ratio times the mean of a finished run's numbers, in grid steps; ``None`` if nobody stated one.

        The ratio is the nearest fraction with a denominator of at most a million, so that 0.6666666666666666 is 2/3.
        """
        valid = self._valid_actions(stage).values()
        return self._ratio * sum(valid) / len(valid) if valid else None

    @cached_property
    def _ratio(self) -> Fraction:
        return Fraction(self.ratio).limit_denominator(1_000_000)

    def _winning_actions(self, stage: Run) -> list[int]:
        """Returns the actions of the winners of a finished run, compared without rounding."""
        actions, penalty = stage.actions, self.num_actions - 1
        stated = [action for action in actions if action != penalty] if penalty in actions else actions
        # Whole numbers are compared: all distances are multiplied by what the target is divided by.
        numerator, denominator = self._ratio.as_integer_ratio()
        multiple, scaled_target = len(stated) * denominator, sum(stated) * numerator
        distances = [abs(action * multiple - scaled_target) for action in stated]
        least = min(distances, default=0)
        return [action for action, distance in zip(stated, distances, strict=True) if distance == least]

    def winners(self, stage: Run) -> list[int]:
        """Returns the seats that are closest to the target of a finished run."""
        nearest = self._winning_actions(stage)
        return [seat for seat, action in enumerate(stage.actions) if action in nearest]

    def payoffs(self, stage: Run) -> list[float]:
        nearest, penalty = self._winning_actions(stage), self.num_actions - 1
        share = self.prize / max(1, len(nearest))
        return [share if action in nearest else -self.entrance_fee if action == penalty else 0.0
                for action in stage.actions]

    def _number(self, action: int) -> int | float:
        multiple, parts = action * self._step.numerator, self._step.denominator
        return multiple / parts if self._decimals else multiple

    def private_facts(self, stage: Run, player: int) -> Mapping[str, Any]:
        return {"upper": stage.bound}

    def report(self, stage: Run, player: int) -> Mapping[str, Any]:
        """Returns all numbers in seat order, the target with two more decimals than the numbers, and the winners."""
        valid, target = self._valid_actions(stage), self.target(stage)
        numbers = [self._number(valid[seat]) if seat in valid else NO_ANSWER for seat in range(self.players)]
        rounded = None if target is None else round(float(target * self._step), self._decimals + 2)
        return {"you": numbers[player], "numbers": numbers, "target": rounded, "winners": self.winners(stage)}

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """States the lowest number, or the highest for a ratio above 1 (section 3.1).

        With a ratio of 1, every number is an equilibrium if all players state it; 0 is stated, as for lower ratios.
        """
        highest = self.stage_spec(state.stage, player).num_actions - 1
        return [(highest if self.ratio > 1 else 0, 1.0)]


@cache
def _bound_outcomes(group: str) -> EquallyLikely:
    return equally_likely(range(len(BOUND_RANGES[group])))


@lru_cache(maxsize=10_000)
def _number_spec(bound: int, grid: float) -> RoundedNumber:
    return RoundedNumber("answer", 0, bound, Fraction(str(grid)))
