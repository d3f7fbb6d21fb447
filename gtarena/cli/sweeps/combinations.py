"""Combinations of the values that a sweep tries, counted before they are made."""

from collections.abc import Sequence
from decimal import Decimal
from math import ceil, prod

from hydra._internal.core_plugins.basic_sweeper import BasicSweeper
from hydra.core.override_parser.types import Override, RangeSweep

from gtarena.errors import UsageError

MOST_JOBS = 20_000  # of one sweep; to list so many takes about a second
LONGEST = 10**15  # numbers beyond it are written by their size


def combinations_of(overrides: Sequence[Override]) -> list[list[str]]:
    """Returns the overrides of each job of a sweep: every combination of their values.

    Raises:
        UsageError: a setting has no value, or values without end, or there are more than ``MOST_JOBS`` combinations.
    """
    # Of several overrides of one setting the last one holds.
    numbers = {override.get_key_element(): _count_values(override) for override in overrides}
    jobs = prod(numbers.values())
    if jobs > MOST_JOBS:
        several = " x ".join(f"{_format_size(number)} of {key}" for key, number in numbers.items() if number > 1)
        raise UsageError(
            f"the sweep has {_format_size(jobs)} jobs ({several}), and can have {MOST_JOBS:,}: split it into several")
    (combinations,) = BasicSweeper.split_arguments(list(overrides), None)
    return list(combinations)


def _count_values(override: Override) -> int:
    """Returns the number of values that an override tries."""
    if not override.is_sweep_override():
        return 1
    value = override.value()
    if not override.is_discrete_sweep():
        number = None
    elif isinstance(value, RangeSweep):
        number = _count_steps(override, value)
    else:
        number = sum(1 for _ in override.sweep_iterator())
    if number is None:
        raise UsageError(f"{override.input_line} has no end of values: list them, as in "
                         f"{override.get_key_element()}=0,0.5,1, or write range(FIRST,END,STEP)")
    if number < 1:
        raise UsageError(f"{override.input_line} stands for no value")
    return number


def _count_steps(override: Override, value: RangeSweep) -> int | None:
    """Returns the number of values of a range, ``None`` if they have no end."""
    if not value.step:
        raise UsageError(f"{override.input_line} has a step of 0")
    first, end, step = (Decimal(str(each)) for each in (value.start, value.stop, value.step))
    if not all(each.is_finite() for each in (first, end, step)):
        return None
    return max(0, ceil((end - first) / step))


def _format_size(number: int) -> str:
    return f"{number:,}" if number < LONGEST else f"{Decimal(number):.0e}"
