"""Progress of a run on the terminal: a bar, lines, or the result of each match of a person."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from time import monotonic
from typing import Protocol

from gtarena.runs.matches.workers import Ended, OnEnded

MATCHES = "matches"
LINE_EVERY = 10.0  # seconds, where there is no terminal to draw a bar on


class ShowProgress(Protocol):
    """Function that shows the progress of so many matches, or of what else is ``counted``, some of which are done."""

    def __call__(
        self, total: int, done: int, quiet: bool, *, counted: str = MATCHES
    ) -> AbstractContextManager[OnEnded]:
        """Returns a block that yields what is to be called with every end."""
        ...


@contextmanager
def show_progress(
    total: int, done: int, quiet: bool, clock: Callable[[], float] = monotonic, counted: str = MATCHES
) -> Iterator[OnEnded]:
    """Shows a bar on a terminal and lines elsewhere; only results of matches if ``quiet``, while a person plays.

    ``clock`` returns the time in seconds, and ``counted`` says what is counted.
    """
    if quiet:
        yield _print_result
    elif sys.stderr.isatty():
        yield from _bar(total, ProgressTally(done, clock, counted))
    else:
        yield from _lines(total, ProgressTally(done, clock, counted), clock)


class BatchProgress:
    """Progress of batches of unknown number: on a terminal a bar for each, elsewhere a line from time to time."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._last, self._ended = clock, clock(), 0

    @contextmanager
    def __call__(self, total: int, done: int, quiet: bool, *, counted: str = MATCHES) -> Iterator[OnEnded]:
        """Shows a batch, as :func:`show_progress` does."""
        if quiet or sys.stderr.isatty():
            with show_progress(total, done, quiet, counted=counted) as tell:
                yield tell
        else:
            yield partial(self._count, counted)

    def _count(self, counted: str, ended: Ended) -> None:
        self._ended += 1
        if self._clock() - self._last >= LINE_EVERY:
            self._last = self._clock()
            print(f"{self._ended:,} {counted} so far", file=sys.stderr, flush=True)


def _print_result(ended: Ended) -> None:
    if ended.result:
        print(f"\nThe match is over: {ended.result}\n", file=sys.stderr)


class ProgressTally:
    """Number of matches, or of what else is ``counted``, that are done or could not be finished, and their costs.

    One unknown price makes the sum unknown.
    """

    def __init__(self, done: int, clock: Callable[[], float] = monotonic, counted: str = MATCHES) -> None:
        self.done, self.unfinished, self.counted, self._first = done, 0, counted, done
        self._clock, self._began = clock, clock()
        self._cost: float | None = 0.0

    def add(self, ended: Ended) -> None:
        if ended.error:
            self.unfinished += 1
        else:
            self.done += 1
        cost = ended.spent.cost
        self._cost = None if self._cost is None or cost is None else self._cost + cost

    @property
    def ended(self) -> int:
        """Number of matches that are done or given up."""
        return self.done + self.unfinished

    def text(self) -> str:
        rate = (self.done - self._first) / max(self._clock() - self._began, 1e-9)
        cost = "cost unknown" if self._cost is None else f"${self._cost:.4f}"
        given_up = f", {self.unfinished} unfinished" if self.unfinished else ""
        return f"{rate:.1f} {self.counted}/s, {cost}{given_up}"


def _bar(total: int, tally: ProgressTally) -> Iterator[OnEnded]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(tally.counted), TextColumn("{task.fields[tally]}"),
               TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, completed=tally.done, tally="")

        def on_ended(ended: Ended) -> None:
            tally.add(ended)
            bar.update(task, completed=tally.done, tally=tally.text())

        yield on_ended


def _lines(total: int, tally: ProgressTally, clock: Callable[[], float]) -> Iterator[OnEnded]:
    last = clock()

    def on_ended(ended: Ended) -> None:
        nonlocal last
        tally.add(ended)
        if clock() - last >= LINE_EVERY or tally.ended == total:
            last = clock()
            print(f"{tally.done}/{total} {tally.counted}, {tally.text()}", file=sys.stderr, flush=True)

    yield on_ended
