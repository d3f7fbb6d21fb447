"""Scores of matches by the measures of a benchmark, computed from their logs alone, in long form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gtarena import plugins
from gtarena.errors import UsageError
from gtarena.logs.records import OURS
from gtarena.logs.replay import ReplayedMatch, naming_match
from gtarena.suites import load_suite
from gtarena.suites.contract import Suite, Trace

if TYPE_CHECKING:
    import pandas as pd

UNEXPECTED = (ArithmeticError, AttributeError, LookupError)  # where a match is not what its benchmark takes it for
SCORE_COLUMNS = ("match_id", "source", "game", "player", "agent", "model", "metric", "value")


def extract_scorable(match: ReplayedMatch, numbers: Sequence[int], suite: Suite[Any, Any]) -> Any:
    """Returns what a suite extracts from a match, which is replayed to its end.

    Raises:
        ValueError: the match cannot be replayed or scored; the message names it.
    """
    record = match.record
    with naming_match(record.match_id):
        try:
            found = suite.extract(match, numbers)
        except UNEXPECTED as error:
            raise ValueError(f"it cannot be scored: {type(error).__name__}: {error}") from error
        if record.history or record.source == OURS:  # a published match may have no moves, of a game we do not have
            match.replay_to_end()
    return found


@dataclass(frozen=True)
class ScoreRow:
    """A measure with the match and the agent that it describes; a measure of a whole match names all its agents."""

    match_id: str
    source: str
    game: str
    player: int | None
    agent: str
    model: str
    metric: str
    value: float


def score(records: pd.DataFrame, suite: str, scheme: str | None = None) -> pd.DataFrame:
    """Returns the scores that a benchmark gives to its matches, one row per number.

    Args:
        records: the frame that :func:`gtarena.load_records` returns.
        suite: the benchmark's name, such as ``"gamma_bench"``.
        scheme: one of the benchmark's ways of scoring; by default its first one.

    Returns:
        A frame of ``match_id``, ``source``, ``game``, ``player`` (a seat, or missing for a measure of the whole match),
        ``agent``, ``model``, ``metric`` and ``value``. Unfinished matches have no rows, but for forfeits in benchmarks
        that score them, nor have games that the benchmark does not measure.

    Raises:
        UsageError: the suite or the scheme does not exist.
        ValueError: a logged action is illegal.
    """
    import pandas as pd

    plugins.load()  # whose suites and games may be meant
    rows = list(score_rows(map(Trace.of_row, records.itertuples(index=False)), suite, scheme))
    frame = pd.DataFrame([asdict(row) for row in rows], columns=list(SCORE_COLUMNS))
    return frame.astype({"player": "Int64", "value": "float64"})


def score_rows(traces: Iterable[Trace], suite: str, scheme: str | None = None) -> Iterator[ScoreRow]:
    """Yields the rows of :func:`score`."""
    package = load_suite(suite)
    scheme = package.SCHEMES[0] if scheme is None else scheme
    if scheme not in package.SCHEMES:
        raise UsageError(f"scheme={scheme} is not a scheme of {suite}; choose one of {', '.join(package.SCHEMES)}")
    for trace in traces:
        if trace.outcome not in package.SCORED:
            continue
        with naming_match(trace.match_id):
            measures = list(package.measures(trace, scheme))
        for measure in measures:
            seats = trace.seats if measure.player is None else [trace.seats[measure.player]]
            yield ScoreRow(
                trace.match_id, trace.source, trace.game, measure.player, _joined(agent for agent, _ in seats),
                _joined(model for _, model in seats), measure.metric, measure.value)


def _joined(words: Iterable[str]) -> str:
    """Joins the distinct words, in the order of their first appearance."""
    return "+".join(word for word in dict.fromkeys(words) if word)
