"""Laws of prompts and replies: every decision can be put in words, and every move stated and understood."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adapters.replies.reply_forms import ReplyForm
from adapters.views import MOVE
from custom_games.action_specs.patterns import Pattern
from gtarena.checks.law import law, require
from gtarena.checks.playouts import Position, Sample, evenly

PROMPTED = 40  # decisions
ANSWERED = 8  # decisions
STATED = 200  # moves of a decision
SPELLED = 8  # moves of a decision that are drawn, where a move is spelled by several actions

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}


@law(Sample.decisions, PROMPTED)
def every_prompt_is_written_in_plain_text(at: Position) -> None:
    """Checks the messages of every version: printable text."""
    for version in at.sample.adapter.versions():
        messages = at.sample.adapter.prompt(at.state, at.player, version)
        require(any(message["content"].strip() for message in messages), f"the prompt {version} is empty")
        text = "".join(message["content"].replace("\n", "") for message in messages)
        strange = {mark for mark in text if not mark.isprintable()}
        require(not strange, f"the prompt {version} has characters that are not printed: {sorted(strange)}")


@law(Sample.decisions, ANSWERED)
def every_legal_move_is_read_back_from_the_reply_that_states_it(at: Position) -> None:
    """Checks the legal moves, or 200 of them, in the form and schema of the reply that each version asks for."""
    adapter, state, player = at.sample.adapter, at.state, at.player
    for version in adapter.versions():
        form = adapter.reply_form(state, player, version)
        schema = adapter.schema_of(form, state, player)
        moves = list(_stated_moves(at, form))
        require(bool(moves), f"no legal move has a name for {version}")
        for stated, move in moves:
            reply = form.reply(stated)
            read = adapter.parse(reply, state, player, version)
            same = move is None or read == move or _are_one(at, [*read, *move])
            require(same, f"the reply {reply!r} to {version} is read as {read}, not as {move}")
            if schema is not None:
                require_valid(json.loads(reply), schema, f"the reply {reply!r} to {version}")


def _are_one(at: Position, actions: list[int]) -> bool:
    """Returns whether two actions are one move, which then may have one name."""
    return len(actions) == 2 and at.sample.adapter.view.are_one_move(at.state, actions)


def _stated_moves(at: Position, form: ReplyForm) -> Iterator[tuple[Mapping[str, str], list[int] | None]]:
    """Yields moves as a form states them, with their actions; without these where a wording has names of its own.

    An action to which a view gives no name is a second way to make a move that has one.
    """
    view, state, player, rng = at.sample.adapter.view, at.state, at.player, random.Random(at.playout.seed)
    spec = view.action_spec(state, player)
    open_values = form.open_values()
    named = list(form.moves) != list(view.patterns(state, player)) or (spec is not None and len(spec.keys) > 1)
    if named and len(open_values) == 1:
        ((key, moves),) = open_values.items()
        yield from (({key: name}, None) for name in _list_names(moves, rng))
        return
    for move in _some_moves(at, rng):
        if spec is None:
            for name in view.names(state, player, move[0])[:1]:
                yield dict.fromkeys(open_values, name), move
        else:
            values = {key: value if isinstance(value, str) else json.dumps(value)
                      for key, value in spec.values(move).items()}
            yield values if form.keys else {MOVE: next(iter(values.values()))}, move


def _some_moves(at: Position, rng: random.Random) -> Iterator[list[int]]:
    view, spec = at.sample.adapter.view, at.sample.adapter.view.action_spec(at.state, at.player)
    if spec is not None and spec.length > 1:
        yield from (view.random_move(at.state, at.player, rng) for _ in range(SPELLED))
    else:
        yield from ([action] for action in evenly(at.state.legal_actions(at.player), STATED))


def _list_names(moves: Sequence[Pattern], rng: random.Random) -> list[str]:
    return [move.draw(rng) if move.size > 1 else move.lowest() for move in evenly(moves, STATED)]


def require_valid(value: Any, schema: Mapping[str, Any], what: str) -> None:
    """Checks a value against a schema of :meth:`adapters.Adapter.reply_schema`, which uses few of JSON Schema's words.

    Raises:
        LawBroken: the schema does not accept it.
    """
    of_type = isinstance(value, _TYPES[schema["type"]]) and not isinstance(value, bool)
    require(of_type, f"{what}: {value!r} is not of the schema's type {schema['type']}")
    require(value in schema.get("enum", [value]), f"{what}: {value!r} is not in the schema's enum")
    if isinstance(value, dict):
        require(list(value) == list(schema["properties"]) == list(schema["required"]),
                f"{what} has the keys {list(value)}, but its schema {list(schema['properties'])}")
        for key, inner in value.items():
            require_valid(inner, schema["properties"][key], f"{what}, {key}")
    elif isinstance(value, list):
        require(schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)),
                f"{what} has {len(value)} items, more or fewer than its schema allows")
        for inner in value:
            require_valid(inner, schema["items"], what)
    elif not isinstance(value, str):
        require(schema.get("minimum", value) <= value <= schema.get("maximum", value),
                f"{what}: {value} is beyond the schema's limits")


LAWS = (every_prompt_is_written_in_plain_text, every_legal_move_is_read_back_from_the_reply_that_states_it)
