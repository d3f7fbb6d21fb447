"""Names of Hive's moves: the ones that prompts show, and what else a player may call a move.

A move is a piece and the cell to which it goes, so an answer is understood by any way to state both: a direction from
any neighbour ("bA1 south-east of bQ", "ant 1 right of my queen"), the notation of the Universal Hive Protocol
(``bA1 bQ-``), coordinates, or several of them that agree. In that notation a backslash is a direction, which JSON may
lose. So a reference without a sign is read as on top, south-east or north-west, if only one of the three is legal.
"""

import re
from collections.abc import Collection, Iterator, Set
from functools import partial
from typing import NamedTuple

from adapters import readers
from adapters.native._hive_board import KINDS, ON_TOP, PIECES, STEPS, Cell, Described, Position, beside

Target = tuple[str, Cell]  # a piece and the cell to which it goes

_WORDS = {
    "north-east": "north[ -]?east|ne|(?:upper|top)[ -]right",
    "south-east": "south[ -]?east|se|(?:lower|bottom)[ -]right",
    "north-west": "north[ -]?west|nw|(?:upper|top)[ -]left",
    "south-west": "south[ -]?west|sw|(?:lower|bottom)[ -]left",
    "east": "east|e|right", "west": "west|w|left"}
_SIGNS = {  # in front of the reference, and behind it
    "/": ("south-west", "north-east"), "-": ("west", "east"), "\\": ("north-west", "south-east")}
_LOST = (ON_TOP, "south-east", "north-west")  # what may be meant by a reference without a sign
_PLACING, _MOVING = "place|put|drop|add|deploy", "move|slide|jump|hop|climb|crawl"
_KIND_WORDS = "queen(?: bee)?|" + "|".join(word for word in KINDS.values() if " " not in word)
_PIECE = (
    r"(?:(?P<colour{0}>[wb])(?P<letter{0}>[qagsbmlp])(?:(?P<digit{0}>[123])|(?![a-z0-9]))"
    r"|(?:(?P<side{0}>white|black|my)(?:['’]s)? )?"
    rf"(?:(?P<short{{0}}>[agsb](?=[123])|[qmlp])|(?P<word{{0}}>{_KIND_WORDS}))"
    r"(?: ?(?:#|no\.? ?|number )?(?P<number{0}>[123]))?(?![a-z0-9]))")
_DIRECTION = "(?:" + "|".join(f"(?P<{name.replace('-', '_')}{{0}}>{words})" for name, words in _WORDS.items()) + ")"
_THE = "(?:the )?"
_CELL = r"[(\[]? ?(?:q ?= ?)?(?P<q{0}>[+-]?\d{{1,2}}) ?[,;] ?(?:r ?= ?)?(?P<r{0}>[+-]?\d{{1,2}}) ?[)\]]?"
_VERB = re.compile(
    rf"(?:i (?:will )?)?(?:(?P<placing>{_PLACING})|(?P<moving>{_MOVING})|play|bring|take)?\b ?(?:the |a |an )?")
_MOVER = re.compile(_PIECE.format(0))
_PLACES = re.compile("|".join((
    rf"(?P<top>on(?:to)?(?: {_THE}top of)?|atop|over|above|upon) {_THE}{_PIECE.format(1)}",
    rf"{_DIRECTION.format(2)}(?: (?:side |edge )?(?:of|from))? {_THE}{_PIECE.format(2)}",
    rf"(?P<before>[\\/-]){_PIECE.format(3)}(?![\\/-])",
    rf"{_PIECE.format(4)}(?:(?P<behind>[\\/-])|(?:['’]s)? {_DIRECTION.format(4)}\b)",
    rf"(?P<origin>from ){_THE}{_CELL.format(5)}",
    _CELL.format(6),
    rf"(?P<lost>){_PIECE.format(7)}",
)))
_FROM_TO = re.compile(r"(?<!from )(\([^()]{1,20}\)) ?-> ?(?=\()")
_FILLING = re.compile(r"(?:[ ,;:=()]|->|(?:to|at|into|the|cell|hex|space|place|position|spot|and|side)\b)+")


class _Named(NamedTuple):
    """The parts of what a piece is called; empty strings for those that are left open."""

    colour: str
    kind: str
    number: str

    def fits(self, piece: str) -> bool:
        return piece[0] in (self.colour or piece[0]) and piece[1] == self.kind and (
            not self.number or (piece[2:] or "1") == self.number)


def shown(move: Described | None) -> str:
    """Returns the name of a move that prompts show."""
    if move is None:
        return "pass"
    return " ".join(filter(None, (move.piece, move.direction, move.reference and "of", move.reference)))


def meant(answer: str, position: Position, targets: Collection[Target], own: str) -> list[Target]:
    """Returns the legal moves that an answer may mean; none if it is no description of a move.

    ``own`` is the letter of the player's colour, whose pieces are meant where no colour is said.
    """
    # In JSON "\bQ" is a backspace and a Q.
    text = re.sub(r"\\+", r"\\", readers.typed(answer.replace("\b", "\\b"))).casefold()
    text = _FROM_TO.sub(r"from \1 to ", text)
    text = " ".join(text.strip(" \n*_`\"'“”.,;:!$").split())
    verb = _VERB.match(text)
    mover = _MOVER.match(text, verb.end() if verb else 0)
    if mover is None:
        return []
    named = _named(mover, 0, own)
    legal = [target for target in targets if named.fits(target[0])]
    cells = position.cells
    if verb and (verb["placing"] or verb["moving"]):
        as_said = [target for target in legal if (target[0] in cells) == bool(verb["moving"])]
        legal = as_said or legal
    for place in _phrases(text, mover.end()):
        legal = [] if place is None else list(filter(partial(_is_at, place, position, own), legal))
    return _without_twins(legal, cells)


def _phrases(text: str, start: int) -> "Iterator[re.Match[str] | None]":
    """Yields the phrases that say where the piece goes, and ``None`` where the text says something else."""
    while start < len(text):
        filling = _FILLING.match(text, start)
        found = _PLACES.match(text, start) or (_PLACES.match(text, filling.end()) if filling else None)
        at_end = filling is not None and filling.end() == len(text)
        if found is None and not at_end:
            yield None
            return
        if found is not None:
            yield found
        start = len(text) if found is None else found.end()


def _is_at(place: re.Match[str], position: Position, own: str, target: Target) -> bool:
    """Returns whether a phrase is true of a move."""
    piece, cell = target
    if place["q5"]:
        return position.cells.get(piece) == (int(place["q5"]), int(place["r5"]))
    if place["q6"]:
        return cell == (int(place["q6"]), int(place["r6"]))
    number = next(number for number in (1, 2, 3, 4, 7) if place[f"letter{number}"] or place[f"short{number}"]
                  or place[f"word{number}"])
    named = _named(place, number, "")
    references = {at for other, at in position.cells.items() if named.fits(other)}
    return any(cell == (at if way == ON_TOP else beside(at, way)) for at in references for way in _ways(place, number))


def _ways(place: re.Match[str], number: int) -> tuple[str, ...]:
    """Returns the directions from a reference that a phrase may mean."""
    if place["top"]:
        return (ON_TOP,)
    if place["before"]:
        return _SIGNS[place["before"]][:1]
    if place["behind"]:
        return _SIGNS[place["behind"]][1:]
    if place["lost"] is not None:
        return _LOST
    return tuple(way for way in STEPS if place[f"{way.replace('-', '_')}{number}"])


def _named(found: re.Match[str], number: int, own: str) -> _Named:
    letter = found[f"letter{number}"] or found[f"short{number}"] or _letter(found[f"word{number}"])
    side = found[f"side{number}"]
    colour = found[f"colour{number}"] or (own if side == "my" else side[0] if side else own)
    return _Named(colour, letter.upper(), found[f"digit{number}"] or found[f"number{number}"] or "")


def _letter(word: str) -> str:
    return next(letter for letter, kind in KINDS.items() if kind.startswith(word))


def _without_twins(targets: Collection[Target], played: Collection[str]) -> list[Target]:
    """Returns the moves without those that place a piece where one with a lower number, its twin, may be placed."""
    found: dict[tuple[str, Cell], Target] = {}
    for piece, cell in sorted(targets, key=lambda target: PIECES.index(target[0])):
        found.setdefault((piece if piece in played else piece[:2], cell), (piece, cell))
    return list(found.values())


def listed(targets: Set[Target], position: Position) -> set[Target]:
    """Returns the legal moves that prompts list: of twins in reserve only the one with the lowest number is placed."""
    return set(_without_twins(targets, position.cells))
