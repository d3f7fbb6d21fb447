"""Tables of what can be won against agents and how far they are from best play."""

import math
from collections.abc import Iterator, Mapping

from gtarena.game_theory.policies.agreement import Agreement, Distance
from gtarena.game_theory.policies.best_responses import LowerBound, Mean
from gtarena.game_theory.policies.intervals import Interval
from gtarena.game_theory.policies.measures import PolicyMeasures
from gtarena.reports.tables import Cell, Table

DIGITS = 3
NAMED = 3  # information states without an answer that a note names


def policy_table(game: str, measured: Mapping[str, PolicyMeasures]) -> Table:
    """Returns the table of a game with a row for each agent, in the game's returns.

    ``measured`` has the measures by agent; there is at least one.
    """
    players = next(iter(measured.values())).answers.form.players
    columns = (
        "NashConv", "exploitability",
        *(f"value, player {player}" for player in range(players)),
        *(f"best response of player {player}" for player in range(players)),
        *(f"distance, player {player}" for player in range(players)),
        "answered", "moves")
    rows = tuple((agent, tuple(_cells(measures, len(columns)))) for agent, measures in measured.items())
    notes = tuple(note for agent, measures in measured.items() for note in _notes(agent, measures))
    return Table(f"exploitability of {game}", f"Exploitability in {game}", columns, rows, label="agent", notes=notes)


def agreement_table(game: str, compared: Mapping[str, Agreement]) -> Table:
    """Returns the table of how far what each agent says is from what it does, as total variation from 0 to 1."""
    columns = ("distance", "without correction", "decisions compared", "information states left out")
    rows = tuple((agent, (
        *_distance_cells(found.overall),
        Cell(found.reach, digits=DIGITS),
        Cell(len(found.left_out), digits=0))) for agent, found in compared.items())
    notes = ("The distance is the share of decisions that differ, weighted by how often they come if all play as they "
             "say; it is corrected for the chance in the moves.",)
    return Table(f"says and does in {game}", f"What agents say against what they do in {game}", columns, rows,
                 label="agent", notes=notes)


def _distance_cells(found: Distance) -> tuple[Cell | None, Cell | None]:
    if math.isnan(found.estimate):
        return None, None
    return (Cell(found.estimate, low=found.interval.low, high=found.interval.high, digits=DIGITS),
            Cell(found.observed, digits=DIGITS))


def bound_table(game: str, bounds: Mapping[str, LowerBound], players: int) -> Table:
    """Returns the table of lower bounds of NashConv, with the return of the response to each agent by player."""
    columns = ("NashConv at least", "what was won", *(f"response of player {player}" for player in range(players)),
               "questions", "information states", "answers without a move")
    rows = tuple((agent, (
        *([None] * (2 + players) if not found.known else [
            Cell(found.nash_conv.low, digits=DIGITS), *map(_mean_cell, (found.nash_conv, *found.responses))]),
        Cell(found.asked, digits=0), Cell(found.states, digits=0), Cell(found.illegal, digits=0)))
        for agent, found in bounds.items())
    notes = ("What was won is the sum of what the learned responses win in fresh matches beyond the policy itself; the "
             "first column is its lower end at 97.5 %. The best response may win more.",)
    return Table(f"lower bounds in {game}", f"Lower bounds of exploitability in {game}", columns, rows,
                 label="agent", notes=notes)


def _mean_cell(mean: Mean) -> Cell:
    return Cell(mean.value, low=mean.low, high=mean.high, digits=DIGITS)


def _cells(measures: PolicyMeasures, columns: int) -> Iterator[Cell | None]:
    answers = measures.answers
    counts = (Cell(len(answers.form.states) - len(answers.unanswered), count=len(answers.form.states), digits=0),
              Cell(answers.samples, digits=0))
    yield from _values(measures) if answers.known else [None] * (columns - len(counts))
    yield from counts


def _values(measures: PolicyMeasures) -> Iterator[Cell]:
    exact, found = measures.exploitability, measures.intervals
    players = len(exact.values)
    total = found.nash_conv if found else None
    yield _cell(exact.nash_conv, total)
    yield _cell(exact.exploitability, Interval(total.low / players, total.high / players) if total else None)
    for player, value in enumerate(exact.values):
        yield _cell(value, found.values[player] if found else None)
    for player, best in enumerate(exact.best_responses):
        yield _cell(best, found.best_responses[player] if found else None)
    for distance in measures.nearest.distances:
        yield Cell(distance, digits=DIGITS)


def _cell(number: float, ends: Interval | None) -> Cell:
    return Cell(number, low=ends.low if ends else None, high=ends.high if ends else None, digits=DIGITS)


def _notes(agent: str, measures: PolicyMeasures) -> Iterator[str]:
    unanswered = measures.answers.unanswered
    if not measures.answers.known:
        yield f"{agent}: no answer anywhere, so that nothing is known of its policy"
        return
    if unanswered:
        names = ", ".join(f"{state.key!r} of player {state.player}" for state in unanswered[:NAMED])
        more = f" and {len(unanswered) - NAMED} more" if len(unanswered) > NAMED else ""
        yield f"{agent}: no answer at {names}{more}; its moves there count as random"
    if measures.reason:
        yield f"{agent}: {measures.reason}"
    if measures.nearest.reason:
        yield f"{agent}: {measures.nearest.reason}, so its distance is not known"
    elif not measures.nearest.exact:
        yield f"{agent}: the distance is to the nearest equilibrium that was found, and there may be nearer ones"
