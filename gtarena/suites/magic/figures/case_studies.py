"""Case studies: single matches of agents with beliefs, as dialogues with their belief matrices (Figures 5, 7 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from custom_games.action_specs import utf8_text
from custom_games.framework.rules import CHANCE, NO_ANSWER
from gtarena import games
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import Replay, ReplayedMatch, ToldMatch, tell_match
from gtarena.logs.turns import Turn, seat_name
from gtarena.reports.figures import dialogue
from gtarena.reports.figures.dialogue import Beliefs, Block, Spoken
from gtarena.reports.sections import Figure
from gtarena.reports.transcript import list_returns
from gtarena.suites.contract import Trace
from gtarena.suites.magic.play import MagicPlay
from gtarena.suites.magic.results import NO_BELIEFS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

PER_ROLE = 2  # challengers of whom a match is shown
BELIEF = "belief"  # the purpose of calls that analyse the others
TOLD = ("topic", "word")  # what the word games tell a player at the start, as far as it may know it

_SHADED = "Shaded: answers given at the same time, which nobody sees before all are given."
_ITALIC = "Italic: analyses, which nobody else sees."
_MATRICES = "Matrices: a row for whose view it is, a column for each player, in the order of the rows."


def figures(matches: pd.DataFrame, read: Callable[[str], MatchRecord]) -> Iterator[Figure]:
    """Yields the case studies of :func:`chosen` whose records, which ``read`` gives by their ids, have analyses."""
    for match_id, (role, challenger) in choose_cases(matches).items():
        record = read(match_id)
        if any(call.purpose == BELIEF for call in record.calls):
            title = f"A match of {challenger}: {role.replace('_', ' ')}"
            yield Figure(f"case {role} {challenger}", title, partial(_draw, record))


def choose_cases(matches: pd.DataFrame) -> dict[str, tuple[str, str]]:
    """Returns role and challenger of the matches to show, by id.

    For each role it is the first match of each of the first two challengers with beliefs, by name: the first by the
    label of the game with its parameters, then by id. A match that is the first in two roles is shown once.
    """
    ordered = matches[matches["beliefs"] != NO_BELIEFS].sort_values(["challenger", "label", "match_id"])
    firsts = ordered.drop_duplicates(["role", "challenger"]).groupby("role", sort=False).head(PER_ROLE)
    found: dict[str, tuple[str, str]] = {}
    for match_id, role, challenger in zip(firsts["match_id"], firsts["role"], firsts["challenger"], strict=True):
        found.setdefault(match_id, (role, challenger))
    return found


def _draw(record: MatchRecord) -> Drawing:
    return dialogue.draw(list(blocks(record)))


def blocks(record: MatchRecord) -> Iterator[Block]:
    """Yields what happened in a match: who plays, what was said or answered moment by moment, and the outcome.

    Raises:
        ValueError: a logged action is not legal.
    """
    told = list(_told(record))
    notes = (_SHADED if any(block.secret for block in told) else "", _ITALIC,
             _MATRICES if any(block.matrices for block in told) else "")
    yield Block([Spoken("", games.label(record.game, record.params)), Spoken("", " ".join(filter(None, notes)))])
    yield from told


def _told(record: MatchRecord) -> Iterator[Block]:
    replay, play, told = Replay.of_record(record), MagicPlay.of(Trace.of(ReplayedMatch(record))), tell_match(record)
    introduced = False
    lines: list[Spoken] = []
    matrices: list[Beliefs] = []
    for turn in told.turns:
        if turn.player == CHANCE or not turn.steps:
            _apply(replay, turn)
            continue
        if not introduced:
            yield Block([_introduction(record, replay, play, told, seat) for seat in range(len(record.seats))])
            introduced = True
        secret, position = replay.state.is_simultaneous_node(), replay.node.position
        lines += [*_analyses(turn, told), Spoken(told.called(turn.player), _stated(replay, turn))]
        matrices += _matrices(turn, told)
        _apply(replay, turn)
        if replay.node.position is not position:  # everybody who moves at this moment has moved
            yield Block(lines, matrices, secret)
            lines, matrices = [], []
    yield _ending(record, play, told)


def _apply(replay: Replay, turn: Turn) -> None:
    for step in turn.steps:
        replay.apply(step.player, step.choice)


def _introduction(record: MatchRecord, replay: Replay, play: MagicPlay, told: ToldMatch, seat: int) -> Spoken:
    """Returns a player's agent, its role if there are several, and what it alone was told."""
    part = ", challenger" if record.tags.get("challengers") and seat in play.challengers else ""
    roles = [play.role(each) for each in range(len(record.seats))]
    facts = replay.state.observation(seat)
    known = [f"{key}: {facts[key]}" for key in TOLD if facts.get(key) is not None]
    words = ", ".join([roles[seat], *known] if len(set(roles)) > 1 else known)
    return Spoken("", f"{told.called(seat)} ({seat_name(record.seats[seat])}{part}){words and ': '}{words}")


def _stated(replay: Replay, turn: Turn) -> str:
    """Returns a move as its player stated it, with texts in quotation marks."""
    actions = [action for step in turn.steps for action in _spelled(step.choice)]
    if actions == [replay.state.penalty_action(turn.player)]:
        return NO_ANSWER
    spec = replay.state.action_spec(turn.player)
    stated = spec.values(actions)
    return ", ".join(f"{key.replace('_', ' ')}: {_shown(value, key in spec.texts)}"
                     for key, value in stated.items() if value != "")


def _spelled(choice: int | str) -> Sequence[int]:
    return utf8_text.spell(choice) if isinstance(choice, str) else [choice]


def _shown(value: Any, is_text: bool) -> str:
    if isinstance(value, list | tuple):
        return " / ".join(map(str, value))
    return f"“{value}”" if is_text else str(value)


def _analyses(turn: Turn, told: ToldMatch) -> list[Spoken]:
    """Returns the analysis before a move; a second call states it as numbers, which are in the matrix."""
    said = [call.reply for call in turn.calls if call.purpose == BELIEF]
    return [Spoken(f"{told.called(turn.player)}, analysis", reply, aside=True) for reply in said[:1]]


def _matrices(turn: Turn, told: ToldMatch) -> list[Beliefs]:
    """Returns the beliefs that were logged with a turn; one of another shape is not that of the players."""
    seats = len(told.seats)
    return [Beliefs(f"beliefs of {told.called(turn.player)}", call.beliefs, told.seats) for call in turn.calls
            if call.beliefs and len(call.beliefs) == seats and all(len(row) == seats for row in call.beliefs)]


def _ending(record: MatchRecord, play: MagicPlay, told: ToldMatch) -> Block:
    return Block([Spoken("Outcome", "; ".join(filter(None, (play.outcome(), list_returns(told, record.returns)))))])
