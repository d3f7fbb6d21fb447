"""The error profile: what players overlook and give away, measured move by move (GTBench's Table 4 labels by hand)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import pyspiel
from pyspiel import GameType

import adapters
from adapters import mentions, readers
from gtarena.agents import solving
from gtarena.logs.records import Call, MatchRecord, Seat
from gtarena.logs.replay import Choice, walk
from gtarena.metrics.frames import FAILURES
from gtarena.metrics.labels import game_label, settings_labels

if TYPE_CHECKING:
    import pandas as pd

ERROR_METRICS = (
    "win_missed", "loss_left_open", "value_given_away", "value_given_away_estimated", "says_otherwise", *FAILURES)
PROFILE_COLUMNS = ("game", "agent", "model", "settings", "metric", "value", "count")


class ErrorCase(NamedTuple):
    """One thing seen in one decision or one reply: 0 or 1 for what is a rate, a number for what is a mean."""

    player: int
    metric: str
    value: float


def has_model(seat: Seat) -> bool:
    """Whether a model plays there."""
    return seat.model is not None


def profile(records: Iterable[MatchRecord], judged: Callable[[Seat], bool] = has_model) -> pd.DataFrame:
    """Rates of errors for every game and agent, one row each, of the seats that are to be judged.

    ``value`` is the mean over ``count`` cases; combinations without any have no row. The records are gone through
    twice. ``game``, ``agent``, ``model`` and ``settings`` are those of :func:`gtarena.metrics.frames.seats_frame`, and
    ``metric`` is one of

    - ``win_missed``: of the decisions in which an action would have won at once, those that took another one
      (where everything is seen and players move one at a time);
    - ``loss_left_open``: of the decisions in which some action would have left the opponent no win at its next
      action and another one would have, those that took one of the latter (for two players, without chance);
    - ``value_given_away``: by how much the action was worth less than the best one, in the game's returns, and
      ``value_given_away_estimated`` where :mod:`gtarena.agents.solving` has no more than estimates. These are too large
      rather than too small, as the best of several estimates is too high more often than not;
    - ``says_otherwise``: of the replies whose reasoning names a legal move, those whose answer is not the last one
      named. It is a hint and not proof: who says last what the opponent might do is counted too;
    - ``truncated``, ``empty``, ``unparsable``, ``illegal``: of the replies to a request for a move, those that gave
      none for that reason.

    Where there is a single legal action, or where the policy for illegal replies chose, nobody decided anything.

    Raises:
        ValueError: a logged action is not legal where it stands.
    """
    import pandas as pd

    settings = settings_labels(records)
    found: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for record in records:
        game = game_label(record.game, record.params)
        for player, metric, value in error_cases(record, judged):
            seat = record.seats[player]
            found[game, seat.agent, seat.model or "", settings[record.match_id, player], metric].append(value)
    order = sorted(found, key=lambda key: (*key[:-1], ERROR_METRICS.index(key[-1])))
    rows = [(*key, sum(found[key]) / len(found[key]), len(found[key])) for key in order]
    return pd.DataFrame(rows, columns=list(PROFILE_COLUMNS)).astype({"value": "float64", "count": "int64"})


def error_cases(record: MatchRecord, judged: Callable[[Seat], bool] = has_model) -> Iterator[ErrorCase]:
    """All that :func:`profile` counts in one match.

    Raises:
        ValueError: a logged action is not legal where it stands.
    """
    players = {player for player, seat in enumerate(record.seats) if judged(seat)}
    if not players:
        return
    for call in record.calls:
        if call.player in players and call.purpose == "move":
            for failure in FAILURES:
                yield ErrorCase(call.player, failure, call.failure == failure)
    for choice in walk(record):
        if choice.player in players:
            for metric, value in (*_decided(choice), *_said(choice)):
                yield ErrorCase(choice.player, metric, float(value))


def _decided(choice: Choice) -> Iterator[tuple[str, float]]:
    """What the action is to be blamed for."""
    asked = [call for call in choice.calls if call.purpose == "move"]
    if len(choice.state.legal_actions(choice.player)) == 1 or (asked and all(call.failure for call in asked)):
        return
    yield from _tactics(choice)
    values = solving.action_values(choice.state, choice.player)
    if values is not None:
        known = "" if solving.exact(choice.state.get_game()) else "_estimated"
        yield f"value_given_away{known}", max(values.values()) - values[choice.action]


def _tactics(choice: Choice) -> Iterator[tuple[str, float]]:
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
    """The actions that end the game with a win for whoever is to move."""
    player = state.current_player()
    for action in state.legal_actions():
        child = state.child(action)
        if child.is_terminal() and 0 < max(child.returns()) == child.player_return(player):
            yield action


def _exposes(state: pyspiel.State, player: int) -> bool:
    """Whether the player's opponent is to move, and can win at once."""
    return not state.is_terminal() and state.current_player() != player and any(True for _ in _wins(state))


def _said(choice: Choice) -> Iterator[tuple[str, float]]:
    """Whether the replies' answers are the moves that their reasoning came to."""
    for call in choice.calls:
        if call.purpose == "move" and call.failure is None:
            named = _reasoned(call, choice.state)
            if named is not None:
                yield "says_otherwise", named != call.actions


def _reasoned(call: Call, state: pyspiel.State) -> list[int] | None:
    """The move that a reply names last before it states its answer."""
    text = f"{call.reasoning or ''}\n{readers.before_answer(call.reply)}"
    return mentions.last_named(adapters.for_game(state.get_game()), text, state, call.player)
