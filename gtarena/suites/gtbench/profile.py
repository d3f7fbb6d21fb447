"""The error profile: oversights and losses measured move by move (for labels given by hand see ``labels``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pyspiel
from pyspiel import GameType

import adapters
from adapters import replies
from adapters.disguises.disguise import find_disguise
from adapters.replies.move_names import find_last_mention
from gtarena.agents import solving
from gtarena.logs.records import Call, Seat
from gtarena.logs.replay import ReplayedChoice, ReplayedMatch
from gtarena.metrics.agent_settings import DifferentSeats
from gtarena.metrics.frames import FAILURES

if TYPE_CHECKING:
    import pandas as pd

ERROR_METRICS = (
    "win_missed", "loss_left_open", "value_given_away", "value_given_away_estimated", "says_otherwise", *FAILURES)
PROFILE_COLUMNS = ("game", "agent", "model", "settings", "metric", "value", "count")


class ErrorCase(NamedTuple):
    """An observation in one decision or reply: 0 or 1 if the metric is a rate, any number if it is a mean."""

    player: int
    metric: str
    value: float


class SeatCases(NamedTuple):
    """Error cases of a match: the ``numbers`` of its seats, and the values by the number of a seat and metric."""

    numbers: Sequence[int]
    values: Mapping[tuple[int, str], Sequence[float]]


def has_model(seat: Seat) -> bool:
    """Returns true if a model plays in the seat."""
    return seat.model is not None


def profile(found: Sequence[SeatCases], seats: DifferentSeats) -> pd.DataFrame:
    """Returns the rates of errors of every game and agent, given the cases of each match and the different seats.

    ``value`` is the mean over ``count`` cases; combinations without cases have no row. ``game``, ``agent``, ``model``
    and ``settings`` are those of :func:`gtarena.metrics.frames.seats_frame`, and ``metric`` is one of

    - ``win_missed``: among decisions in which an action would have won at once, the share that chose another one (in
      sequential games of perfect information);
    - ``loss_left_open``: among decisions in which some actions would have left the opponent a win at its next action
      and others would not, the share that chose one of the former (for two players, without chance);
    - ``value_given_away``: the difference in value between the best action and the chosen one, in units of the game's
      returns; ``value_given_away_estimated`` where :mod:`gtarena.agents.solving` only estimates values. Estimates are
      biased upwards, since the best of several estimates tends to be too high;
    - ``says_otherwise``: among replies whose reasoning names a legal move, the share whose answer is not the last move
      named. It is a hint and no proof: reasoning that ends with the opponent's possible moves counts too;
    - ``truncated``, ``empty``, ``unparsable``, ``illegal``, ``ambiguous``: among replies to a request for a move, the
      share without one for that reason.

    Decisions with a single legal action, or made by the policy for illegal replies, do not count.
    """
    import pandas as pd

    labels = seats.labels_among(number for cases in found for number in cases.numbers)
    by_agent: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for cases in found:
        for (number, metric), values in cases.values.items():
            seat = seats.seat(number)
            by_agent[seats.game(number), seat.agent, seat.model or "", labels[number], metric] += values
    order = sorted(by_agent, key=lambda key: (*key[:-1], ERROR_METRICS.index(key[-1])))
    rows = [(*key, sum(by_agent[key]) / len(by_agent[key]), len(by_agent[key])) for key in order]
    return pd.DataFrame(rows, columns=list(PROFILE_COLUMNS)).astype({"value": "float64", "count": "int64"})


def collect_cases(
    match: ReplayedMatch, numbers: Sequence[int], judged: Callable[[Seat], bool] = has_model
) -> SeatCases:
    """Returns the error cases of a match in the seats that are ``judged``, given the number of each seat.

    Raises:
        ValueError: a logged action is illegal.
    """
    values: dict[tuple[int, str], list[float]] = defaultdict(list)
    for player, metric, value in error_cases(match, judged):
        values[numbers[player], metric].append(value)
    return SeatCases(tuple(numbers), dict(values))


def error_cases(match: ReplayedMatch, judged: Callable[[Seat], bool] = has_model) -> Iterator[ErrorCase]:
    """Yields all cases that :func:`profile` counts in one match.

    Raises:
        ValueError: a logged action is illegal.
    """
    record = match.record
    players = {player for player, seat in enumerate(record.seats) if judged(seat)}
    if not players:
        return
    for call in record.calls:
        if call.player in players and call.purpose == "move":
            for failure in FAILURES:
                yield ErrorCase(call.player, failure, call.failure == failure)
    for choice in match.choices:
        if choice.player in players:
            for metric, value in (
                    *_action_metrics(choice), *_reply_metrics(choice, record.seats[choice.player])):
                yield ErrorCase(choice.player, metric, float(value))


def _action_metrics(choice: ReplayedChoice) -> Iterator[tuple[str, float]]:
    """Yields the metrics of the chosen action."""
    asked = [call for call in choice.calls if call.purpose == "move"]
    if len(choice.state.legal_actions(choice.player)) == 1 or (asked and all(call.failure for call in asked)):
        return
    yield from _tactics(choice)
    values = solving.action_values(choice.state, choice.player)
    if values is not None and isinstance(choice.action, int):
        known = "" if solving.exact(choice.state.get_game()) else "_estimated"
        yield f"value_given_away{known}", max(values.values()) - values[choice.action]


def _tactics(choice: ReplayedChoice) -> Iterator[tuple[str, float]]:
    game = choice.state.get_game()
    kind = game.get_type()
    if kind.dynamics != GameType.Dynamics.SEQUENTIAL or kind.information != GameType.Information.PERFECT_INFORMATION:
        return
    wins = set(_wins(choice.state))
    if wins:
        yield "win_missed", choice.action not in wins
    if game.num_players() == 2 and kind.chance_mode == GameType.ChanceMode.DETERMINISTIC:
        legal = choice.state.legal_actions()
        exposing = {action for action in legal if _exposes(choice.state.child(action), choice.player)}
        if 0 < len(exposing) < len(legal):
            yield "loss_left_open", choice.action in exposing


def _wins(state: pyspiel.State) -> Iterator[int]:
    """Yields the actions with which the current player wins at once."""
    player = state.current_player()
    for action in state.legal_actions():
        child = state.child(action)
        if child.is_terminal() and 0 < max(child.returns()) == child.player_return(player):
            yield action


def _exposes(state: pyspiel.State, player: int) -> bool:
    """Returns true if the player's opponent is to move and can win at once."""
    return not state.is_terminal() and state.current_player() != player and any(True for _ in _wins(state))


def _reply_metrics(choice: ReplayedChoice, seat: Seat) -> Iterator[tuple[str, float]]:
    """Yields for each reply if its answer differs from the last move that its reasoning names."""
    for call in choice.calls:
        if call.purpose == "move" and call.failure is None:
            named = _last_named(call, choice.state, seat.disguise)
            if named is not None:
                yield "says_otherwise", named != call.actions


def _last_named(call: Call, state: pyspiel.State, disguise: str) -> list[int] | None:
    """Returns the last move that a reply in a disguise names before it states its answer."""
    adapter = adapters.for_game(state.get_game())
    worn = find_disguise(disguise, adapter)
    text = f"{worn.reveal(call.reasoning or '')}\n{replies.cut_before_answer(worn.reveal(call.reply))}"
    return find_last_mention(worn.show(adapter).view, text, state, call.player)
