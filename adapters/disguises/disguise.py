"""Disguises of a game: words exchanged in all that a model reads and says, rules added, and boards turned over."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from adapters.adapter import Adapter
from adapters.disguises.exchanges import Exchange
from adapters.disguises.mirrored import Symmetry, find_symmetry, list_mirrored, mirror
from adapters.disguises.word_tables import list_games, read_exchange
from adapters.rendering.messages import Message
from adapters.replies.reply_forms import FormKey, ReplyForm
from custom_games.action_specs.patterns import Pattern, Piece, Some, Words
from custom_games.action_specs.schemas import Schema

NO_DISGUISE = "none"
NEW_NAMES = ("renamed", "anonymous", "story")  # kinds that give the game another name
AND = "+"  # between disguises that are worn together
TIMES, PLUS = 3, 10  # of returns
SCALED = (f"One rule is added: at the end of the match, what each player has got in all is multiplied by {TIMES}, and "
          f"{PLUS} is added. This makes the player's final payoff.")

_PARAGRAPHS = "\n\n"
_FORM = re.compile(r"<\w+>")  # in the paragraph that shows the form of a reply, such as <move>


@dataclass(frozen=True)
class Disguise:
    """Form in which a model sees a game, whose other players see it as it is.

    The words of the ``exchanges`` are exchanged, one exchange after the other, in all that the model is sent, and back
    in all that it says. ``rule`` stands before the form of a reply where that is shown first, or ends the first message
    if it is not shown. With a ``symmetry`` the model sees the images of positions.
    """

    exchanges: tuple[Exchange, ...] = ()
    rule: str = ""
    symmetry: Symmetry | None = None

    def conceal(self, text: str) -> str:
        """Returns a text of the game as the model sees it."""
        for exchange in self.exchanges:
            text = exchange.apply(text)
        return text

    def reveal(self, text: str) -> str:
        """Returns a text of the model's in the words of the game."""
        for exchange in reversed(self.exchanges):
            text = exchange.apply(text)
        return text

    def reveal_span(self, text: str, span: tuple[int, int] | None) -> tuple[int, int] | None:
        """Returns the place in a model's text of what has the place ``span`` in the revealed one, if it is whole words.

        It is ``None`` otherwise, or without a ``span``.
        """
        if span is None or not self.exchanges:
            return span
        revealed, (start, end) = self.reveal(text), span
        first, last = (len(self.conceal(revealed[:place])) for place in (start, end))
        return (first, last) if self.reveal(text[first:last]) == revealed[start:end] else None

    def conceal_chat(self, messages: Sequence[Message]) -> tuple[Message, ...]:
        """Returns a chat as the model sees it."""
        chat = [message | {"content": self.conceal(message["content"])} for message in messages]
        return tuple(_add_rule(self.rule, chat) if self.rule and chat else chat)

    def reveal_chat(self, messages: Sequence[Message]) -> tuple[Message, ...]:
        """Returns the chat that :meth:`conceal_chat` has concealed."""
        return tuple(message | {"content": self.reveal(_without(self.rule, message["content"]))}
                     for message in messages)

    def conceal_schema(self, schema: Schema | None) -> Schema | None:
        """Returns the JSON schema of a reply in the words that the model sees: keys, and values that are listed."""
        return None if schema is None else self._conceal_schema(schema)

    def _conceal_schema(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        concealed = dict(schema)
        if "properties" in schema:
            concealed["properties"] = {
                self.conceal(key): self._conceal_schema(value) for key, value in schema["properties"].items()}
        for name in ("required", "enum"):
            if name in schema:
                concealed[name] = [self.conceal(value) if isinstance(value, str) else value for value in schema[name]]
        for name in ("anyOf", "oneOf"):
            if name in schema:
                concealed[name] = [self._conceal_schema(option) for option in schema[name]]
        if isinstance(schema.get("items"), Mapping):
            concealed["items"] = self._conceal_schema(schema["items"])
        return concealed

    def conceal_form(self, form: ReplyForm | None) -> ReplyForm | None:
        """Returns the form of a reply in the words that the model sees."""
        if form is None or not self.exchanges:
            return form
        keys = tuple(FormKey(self.conceal(key.key), key.quoted, self._conceal_moves(key.moves)) for key in form.keys)
        return ReplyForm(self._conceal_moves(form.moves), keys, self.conceal(form.label))

    def _conceal_moves(self, moves: Sequence[Pattern]) -> tuple[Pattern, ...]:
        return tuple(Pattern(*map(self._conceal_piece, move.pieces)) for move in moves)

    def _conceal_piece(self, piece: Piece) -> Piece:
        if isinstance(piece, str):
            return self.conceal(piece)
        if isinstance(piece, Some):
            return Some(self.conceal(piece.held))
        return replace(piece, description=self.conceal(piece.description)) if isinstance(piece, Words) else piece

    def show(self, adapter: Adapter) -> Adapter:
        """Returns the adapter by which the model sees positions and names moves."""
        return adapter if self.symmetry is None else mirror(adapter, self.symmetry)

    def digest(self) -> str:
        """Returns a short hash of all that the disguise changes; empty if it changes nothing."""
        changed = [[sorted(exchange.partners.items()) for exchange in self.exchanges], self.rule,
                   self.symmetry and self.symmetry.labels]
        return hashlib.sha256(json.dumps(changed).encode()).hexdigest()[:8] if any(changed) else ""


UNDISGUISED = Disguise()


def _add_rule(rule: str, chat: Sequence[Message]) -> list[Message]:
    place = next((number for number, message in enumerate(chat) if _FORM.search(message["content"])), 0)
    paragraphs = chat[place]["content"].split(_PARAGRAPHS)
    form = next((number for number, paragraph in enumerate(paragraphs) if _FORM.search(paragraph)), len(paragraphs))
    paragraphs.insert(form, rule)
    return [*chat[:place], chat[place] | {"content": _PARAGRAPHS.join(paragraphs)}, *chat[place + 1:]]


def _without(rule: str, text: str) -> str:
    return _PARAGRAPHS.join(paragraph for paragraph in text.split(_PARAGRAPHS) if not rule or paragraph != rule)


@dataclass(frozen=True)
class Kind:
    """Kind of disguise: how it is made for a game, if it can be, what games without it lack, and the games with it."""

    make: Callable[[Adapter], Disguise | None]
    lacking: str
    games: Callable[[], Sequence[str]]


def _exchange_words(table: str, adapter: Adapter) -> Disguise | None:
    exchange = read_exchange(_name_of(adapter), table)
    return None if exchange is None else Disguise((exchange,))


def _turn_over(adapter: Adapter) -> Disguise | None:
    symmetry = find_symmetry(adapter)
    return None if symmetry is None else Disguise(symmetry=symmetry)


def _of_words(table: str, lacking: str) -> Kind:
    return Kind(partial(_exchange_words, table), lacking, partial(list_games, table))


KINDS: Mapping[str, Kind] = {
    "mirrored": Kind(_turn_over, "it has no board whose symmetry is known", list_mirrored),
    "swapped": _of_words("swapped", "no two words are known that could change places"),
    "players": _of_words("players", "no numbers of players are known that could change places"),
    "renamed": _of_words("renamed", "no invented words are known for it"),
    "anonymous": _of_words("anonymous", "no name is known that could be taken out"),
    "story": _of_words("story", "no story is known for it"),
    "affine": Kind(lambda adapter: Disguise(rule=SCALED), "", lambda: ("every game",)),
}


def parts_of(name: str) -> list[str]:
    """Returns the kinds of disguise in a setting such as ``renamed+mirrored``, in the order of ``KINDS``.

    ``none`` has none of them.

    Raises:
        ValueError: there is no such kind, one is named twice, or two of them give the game another name.
    """
    kinds = [] if name == NO_DISGUISE else name.split(AND)
    for kind in kinds:
        if kind not in KINDS:
            raise ValueError(f"disguise={name} is not {NO_DISGUISE}, {', '.join(KINDS)}, or several of them with "
                             f"{AND} between: {kind!r} is none")
    if len(set(kinds)) < len(kinds):
        raise ValueError(f"disguise={name} names a disguise twice: name each once")
    if len(set(kinds) & set(NEW_NAMES)) > 1:
        raise ValueError(f"disguise={name} gives a game two names: choose one of {', '.join(NEW_NAMES)}")
    return [kind for kind in KINDS if kind in kinds]


def find_disguise(name: str, adapter: Adapter) -> Disguise:
    """Returns the disguise of a game that a setting names, such as ``renamed+mirrored``.

    Raises:
        ValueError: there is no such disguise, or it does not apply to the game.
    """
    found = UNDISGUISED
    for kind in parts_of(name):
        part = KINDS[kind].make(adapter)
        if part is None:
            raise ValueError(_refusal(kind, adapter))
        found = Disguise((*found.exchanges, *part.exchanges), found.rule or part.rule, found.symmetry or part.symmetry)
    return found


def _name_of(adapter: Adapter) -> str:
    return str(adapter.game.get_type().short_name)


def _refusal(kind: str, adapter: Adapter) -> str:
    taken = ", ".join(list_disguises(adapter))
    return (f"disguise={kind} does not apply to {_name_of(adapter)}: {KINDS[kind].lacking}; it takes "
            f"{taken}, and {kind} is for {', '.join(KINDS[kind].games())}")


def list_disguises(adapter: Adapter) -> list[str]:
    """Returns the kinds of disguise that apply to a game."""
    return [kind for kind, how in KINDS.items() if how.make(adapter) is not None]
