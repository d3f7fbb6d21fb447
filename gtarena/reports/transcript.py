"""Transcripts of logged matches, move by move, with every state rebuilt from the actions alone."""

import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import attrgetter

from gtarena import games
from gtarena.formatting import format_number, format_visible, one_line
from gtarena.logs.records import Asked, Call, MatchRecord, TreeNode
from gtarena.logs.replay import ToldMatch, naming_match, tell_match
from gtarena.logs.turns import Turn, disguise_note, last_seen, seat_name
from gtarena.reports import search_trees

REPLY_LIMIT = 600  # characters
ESTIMATES_SHOWN = 20
RETURNS_TOLERANCE = 1e-9

_log = logging.getLogger(__name__)


def transcripts(records: Iterable[MatchRecord]) -> Iterator[str]:
    """Yields the transcripts of matches; one that cannot be replayed is left out with a warning, one for each reason.

    Raises:
        ValueError: none of them can be replayed.
    """
    shown, refused = 0, Counter[str]()
    for record in records:
        try:
            text = "\n".join(transcript(record))
        except ValueError as error:
            reason = str(error.__cause__ or error)
            refused[reason] += 1
            if refused[reason] == 1:
                _log.warning("%s; the match is skipped", error)
        else:
            shown += 1
            yield text
    if alike := refused.total() - len(refused):
        _log.warning("%d more matches are skipped for the same reason%s", alike, "s" * (len(refused) > 1))
    if refused and not shown:
        raise ValueError("no match can be replayed, for the reasons above")


def transcript(record: MatchRecord) -> Iterator[str]:
    """Yields the lines of a transcript: each move with its replies and the state after it, and the final returns.

    Seats and moves have the names of the game's prompts. No state is shown where chance is next, or where it reads as
    the one before.

    A text that was said stands in its move alone, besides the reply that it was read from: states refer to it by the
    number of the move. The states and returns depend only on the game's name, its parameters and the logged action ids.

    Raises:
        ValueError: a logged action is not legal, the actions of a finished match end before its game is over, the
            number of seats is not the game's, or the game does not exist or does not take these parameters.
    """
    texts: dict[int, str] = {}  # of the positions, by the number of steps made
    with naming_match(record.match_id):
        told = tell_match(record, lambda match, made: texts.update({made: match.text}))
        if told.error is not None:
            raise told.error
        yield from _head(record, told)
        yield from _indented(texts[0])
        said: dict[str, int] = {}
        shown = texts[0]
        for turn in told.turns:
            yield ""
            yield f"{turn.first}. {_mover(record, told, turn)}: {_move(record, turn)}"
            for step in turn.steps:
                if step.action is None:
                    said.setdefault(step.name, turn.first)
            yield from _replies(turn.calls)
            text = last_seen(turn, texts) or ""
            yield from _indented(_referring(text, said)) if text != shown else ()
            shown = text or shown
        yield ""
        yield from _ending(record, told)


def _head(record: MatchRecord, told: ToldMatch) -> Iterator[str]:
    label = one_line(games.label(record.game, record.params), 300)
    if record.asked is not None:
        yield f"answer {one_line(record.match_id, 80)}: {label}, seed {record.seed}, sample {record.asked.sample}"
        yield f"{told.called(record.asked.player)}: {seat_name(record.seats[0])}{disguise_note(record.seats[0])}"
        return
    yield f"match {one_line(record.match_id, 80)}: {label}, seed {record.seed}"
    yield from (f"{name}: {seat_name(seat)}{disguise_note(seat)}"
                for name, seat in zip(told.seats, record.seats, strict=True))


def _mover(record: MatchRecord, told: ToldMatch, turn: Turn) -> str:
    # Moves before a decision that was asked for are nobody's.
    known = 0 <= turn.player < len(record.seats) and (record.asked is None or turn.first >= record.asked.moves)
    return told.called(turn.player) + (f" ({seat_name(record.seats[turn.player])})" if known else "")


def _move(record: MatchRecord, turn: Turn) -> str:
    inquiry = None if turn.steps or record.asked is None else record.asked.inquiry
    return turn.move if inquiry is None else f"asked how probable the options are ({inquiry})"


def _replies(calls: Sequence[Call]) -> Iterator[str]:
    for purpose, group in groupby(calls, key=attrgetter("purpose")):
        asked = list(group)
        yield from _estimates(asked) if purpose == "estimate" else chain.from_iterable(map(_reply, asked))
    yield from chain.from_iterable(_tree(call.tree) for call in calls if call.tree)


def _reply(call: Call) -> Iterator[str]:
    verdict = f" [{read}]" if (read := call.failure or call.form) else ""
    lines = format_visible(call.reply, REPLY_LIMIT).split("\n")
    yield f"    {'reply' if call.purpose == 'move' else call.purpose}{verdict}:"
    yield from (f"    | {line}" for line in lines)
    if call.beliefs is not None:
        yield "    beliefs:"
        yield from (f"    | {' '.join(f'{belief:.3f}' for belief in row)}" for row in call.beliefs)


def _estimates(calls: Sequence[Call]) -> Iterator[str]:
    """Yields a line on replies of a word or two, of which a search asks for many."""
    told = ", ".join(repr(one_line(call.reply)) for call in calls[:ESTIMATES_SHOWN])
    yield f"    {len(calls):,} {'estimate' if len(calls) == 1 else 'estimates'}: {one_line(told, REPLY_LIMIT)}"


def _tree(tree: Sequence[TreeNode]) -> Iterator[str]:
    yield f"    search of {len(tree):,} {'node' if len(tree) == 1 else 'nodes'}:"
    yield from (f"    | {line}" for line in search_trees.summarise_tree(tree))


def _referring(state: str, said: Mapping[str, int]) -> str:
    """Returns a state with the numbers of the moves that said a text in place of the text, which it has in quotes."""
    quoted = {repr(text): place for text, place in said.items() if text}
    # The longest first, because a text may have another one in quotes.
    found = "|".join(map(re.escape, sorted(quoted, key=len, reverse=True)))
    return re.sub(found, lambda match: f"(text of {quoted[match[0]]})", state) if quoted else state


def _indented(text: str) -> Iterator[str]:
    return (f"    {line}".rstrip() for line in format_visible(text.rstrip()).splitlines())


def _ending(record: MatchRecord, told: ToldMatch) -> Iterator[str]:
    if record.asked is not None:
        yield _answer(record, record.asked)
        return
    if record.outcome != "finished" or told.match is None:
        whose = "" if record.offender is None else f" by {told.called(record.offender)}"
        yield f"{record.outcome}{whose}: {one_line(record.error or '', 300)}; {list_returns(told, record.returns)}"
        return
    told.match.require_end()
    returns = list(told.match.state.returns())
    yield list_returns(told, returns)
    if not _agree(returns, record.returns):
        yield f"the log has other {list_returns(told, record.returns)}"


def _answer(record: MatchRecord, asked: Asked) -> str:
    """Returns the line on the answer to a question."""
    if record.outcome != "finished":
        return f"no answer: {one_line(record.error or '', 300)}"
    if asked.probabilities is None:
        return "the move is the answer"
    stated = zip(asked.options, asked.probabilities, strict=True)
    return f"probabilities: {', '.join(f'{one_line(option)} {share:.3f}' for option, share in stated)}"


def list_returns(told: ToldMatch, returns: Sequence[float] | None) -> str:
    """Returns the line on the returns of a match, seat by seat."""
    paid = (f"{name} {format_number(each)}" for name, each in zip(told.seats, returns or (), strict=False))
    return f"returns: {', '.join(paid) or 'none'}"


def _agree(returns: list[float], logged: list[float] | None) -> bool:
    return logged is not None and len(logged) == len(returns) and all(
        abs(one - other) <= RETURNS_TOLERANCE for one, other in zip(returns, logged, strict=True)
    )
