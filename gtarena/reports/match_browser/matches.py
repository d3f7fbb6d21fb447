"""Matches as the page of a report reads them: JSON of all that a log tells, with what people see of the positions."""

import base64
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Protocol

from adapters import boards
from gtarena import games
from gtarena.formatting import format_visible
from gtarena.logs.move_names import name_moves
from gtarena.logs.records import Call, MatchRecord, Seat
from gtarena.logs.replay import ToldMatch
from gtarena.logs.turns import Turn
from gtarena.reports.match_browser.packing import mapped, visible_span
from gtarena.reports.match_browser.positions import Pictures, Shown, ShownMatch, shown_match
from gtarena.reports.search_trees import ShownBranch, as_branches

Json = dict[str, Any]

LARGEST_PICTURE = 400_000  # characters of base64
_PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n\0").decode()  # the signature, and the zero byte that follows in every file
_BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}")


class StoredTexts(Protocol):
    """Prompts and pictures of a log."""

    def get(self, digest: str) -> str | None:
        """Returns the text with this SHA-256, ``None`` if the log does not have it."""


def is_png(text: str) -> bool:
    """Returns whether a logged text is the base64 of a PNG file of moderate size."""
    return len(text) <= LARGEST_PICTURE and text.startswith(_PNG) and bool(_BASE64.fullmatch(text))


class Shelf:
    """Texts, images and pictures of the matches in a file, each once."""

    def __init__(self, texts: StoredTexts) -> None:
        self._texts = texts
        self.texts: dict[str, str] = {}
        self.images: dict[str, str] = {}
        self.pictures = Pictures()

    @property
    def size(self) -> int:
        """Characters of all texts, images and pictures."""
        return sum(map(len, (*self.texts.values(), *self.images.values(), *self.pictures.svgs)))

    def keep(self, call: Call) -> None:
        """Keeps the texts and images of a call's messages, as far as the log has them."""
        for ref in call.messages:
            if ref.sha256 not in self.texts and (text := self._texts.get(ref.sha256)) is not None:
                self.texts[ref.sha256] = format_visible(text)
            if ref.image is not None and ref.image not in self.images:
                image = self._texts.get(ref.image)
                if image is not None and is_png(image):
                    self.images[ref.image] = image

    def content(self, matches: Sequence[Json]) -> Json:
        """Returns the JSON of a file with these matches."""
        return {"texts": self.texts, "images": self.images, "pictures": self.pictures.svgs, "matches": matches}


def match_json(record: MatchRecord, names: Sequence[str], shelf: Shelf) -> Json:
    """Returns a match as JSON; its texts and pictures are kept on the shelf.

    Invisible characters of all texts are shown as their codes. A match that cannot be replayed has what its log tells,
    and the reason as its ``problem``.

    Args:
        record: the match.
        names: the names of its agents by seat, as leaderboards have them.
        shelf: where texts, images and pictures are kept.
    """
    shown, moves = _shown_match(record, shelf.pictures)
    seats = zip(record.seats, names, shown.told.seats, _seat_colours(record), strict=True)
    kept = [[_call(call, moves.get(id(call)), shelf) for call in turn.calls] for turn in shown.told.turns]
    told = {
        "id": record.match_id,
        "suite": record.suite,
        "game": games.label(record.game, record.params),
        "short": record.game,
        "params": _named(record.params),
        "seed": record.seed,
        "source": record.source,
        "seats": [_seat(*each) for each in seats],
        "teams": record.teams,
        "outcome": record.outcome,
        "offender": record.offender,
        "error": record.error,
        "returns": record.returns,
        "tags": _named(record.tags),
        "started": record.started,
        "seconds": record.seconds,
        "versions": _named(record.versions),
        "start": _shown(shown.start),
        "turns": [_turn(*told) for told in zip(shown.told.turns, kept, shown.after, strict=True)],
        "rounds": None if shown.rounds is None else asdict(shown.rounds),
        "problem": shown.problem,
    }
    result: Json = mapped(told, format_visible)
    return result


def _shown_match(record: MatchRecord, pictures: Pictures) -> tuple[ShownMatch, dict[int, str | None]]:
    """Returns what is shown of a match, and the names of the moves that its calls state, by the calls' ``id``.

    If its rules or pictures fail, there are no positions and no names.
    """
    try:
        shown = shown_match(record, pictures)
        return shown, dict(zip(map(id, record.calls), name_moves(record, shown.told.turns), strict=True))
    except Exception as error:  # noqa: BLE001  (a fault of one game must not cost the other matches)
        told = ToldMatch.of_log(record, ValueError(f"{type(error).__name__}: {error}"))
        return ShownMatch(told, after=(None,) * len(told.turns)), {}


def _named(value: Any) -> Any:
    """Returns settings with visible names."""
    if isinstance(value, dict):
        return {format_visible(name): _named(each) for name, each in value.items()}
    return [_named(each) for each in value] if isinstance(value, list) else value


def _seat_colours(record: MatchRecord) -> Sequence[str | None]:
    """Returns the colour of each seat's pieces if they have colours of their own; ``None`` for that of the seat."""
    return boards.seat_colours(record.game, len(record.seats)) or (None,) * len(record.seats)


def _seat(seat: Seat, name: str, called: str, colour: str | None) -> Json:
    return {"name": name, "called": called, "agent": seat.agent, "model": seat.model,
            "settings": _named(seat.params), "colour": colour}


def _turn(turn: Turn, calls: Sequence[Json], after: Shown | None) -> Json:
    return {
        "player": turn.player,
        "first": turn.first,
        "move": turn.move,
        "said": [step.name for step in turn.steps if step.action is None],
        "calls": calls,
        "shown": _shown(after),
    }


def _shown(shown: Shown | None) -> Json | None:
    return None if shown is None else {"views": shown.views, "text": shown.text}


def _call(call: Call, move: str | None, shelf: Shelf) -> Json:
    """Returns the fields of a call that tell something, and the name of the move that it states, if it has one."""
    shelf.keep(call)
    fields = call.model_dump(exclude_defaults=True, exclude={"tree", "answer_span"})
    if call.answer_span:
        fields["answer_span"] = visible_span(call.reply, call.answer_span)
    if call.tree:
        fields["tree"] = _branch(as_branches(call.tree))
    return fields if move is None else fields | {"move": move}


def _branch(branch: ShownBranch) -> Json:
    """Returns a node of a tree with what follows it."""
    return {
        "action": branch.action,
        "words": branch.node.action,
        "figures": branch.figures,
        "passed": branch.passed,
        "visits": branch.node.visits,
        "best": branch.best,
        "others": branch.node.others,
        "state": branch.node.state,
        "branches": [_branch(each) for each in branch.branches],
        "left_out": branch.left_out,
    }
