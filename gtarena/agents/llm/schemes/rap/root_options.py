"""Moves of a decision as options: those that prompts list, and others that a model writes where they cannot be listed.

Numbers in a range, texts, and moves of several parts with many combinations cannot be listed.
"""

import itertools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapters import ReplyError
from adapters.rendering.quoting import quote_struct, quote_text
from adapters.replies import Reading
from adapters.replies.reply_forms import ReplyForm
from custom_games.action_specs.patterns import Pattern
from gtarena.agents.base import Decision
from gtarena.agents.llm.model_calls import Answer, Parsed, Rejected
from gtarena.agents.llm.schemes.base import Steps
from gtarena.agents.llm.schemes.rap.questions import REAL, OwnQuestions, render_wording

MOST_COMBINATIONS = 100  # of a move's parts that are listed
WRITTEN = 3  # options, or one for each kind of move if there are more


@dataclass(frozen=True)
class RootOption:
    """Legal move by its name, with the answer that states it."""

    name: str
    answer: Parsed

    def describe(self, decision: Decision) -> str:
        """Returns the name with what the game says that the move does, in one line; without that the name alone.

        As in GameBench's program, whose options are "id: description": who is asked for one token cannot look it up.
        """
        explained = decision.adapter.explanation(self.name, decision.state, decision.player)
        return self.name if explained is None else f"{self.name}: {' '.join(explained[1].split())}"


@dataclass(frozen=True)
class OwnOption:
    """Action that a wording offers, in its own words, with the answer that states it, legal or not."""

    name: str
    answer: Answer

    def describe(self, decision: Decision) -> str:
        """Returns the name, in which the wording says what the action does."""
        return self.name


async def find_options(steps: Steps, width: int | None) -> list[RootOption] | Rejected:
    """Returns the moves of a decision, at least one; or the last written reply if there is no legal move.

    ``width`` is the number of options to write, one after another and each by a call; ``None`` for three of them, or
    one for each kind of move that is not listed. Those that state no legal move are left out, and so are repetitions.

    Raises:
        ModelError: a call got no reply.
        NoMoreCalls: no further call is allowed.
    """
    found = {option.answer.stated: option for option in list_options(steps)}
    written: list[str] = []
    kinds, failed = list_open_kinds(steps.form), None
    for kind in itertools.islice(itertools.cycle(kinds), (width or max(WRITTEN, len(kinds))) if kinds else 0):
        note = render_wording("option", kind=kind, written=written)
        (answer,) = await steps.ask_moves(1, note)
        if isinstance(answer, Rejected):
            failed = answer
        elif answer.stated not in found:
            # A chat of several decisions is to show the question for the move, not the one for an option.
            option = RootOption(name_move(steps.calls.decision, answer.stated), steps.answer_unasked(answer.reply))
            written.append(option.name)
            found[answer.stated] = option
    if not found:
        assert failed is not None, "every decision has moves, listed or written"
        return failed
    return list(found.values())


async def find_own_options(steps: Steps, questions: OwnQuestions) -> list[OwnOption]:
    """Returns the actions that a wording offers, in its own words, with a text for each that is open-ended.

    The texts are those that its block ``ask_option`` asks for, given the ``written`` ones. A line of its block
    ``options`` is a JSON object with the ``name`` of an action and the ``reply`` that states it. Actions that are no
    legal moves are options all the same, as in the program.

    Raises:
        ModelError: a call got no reply.
        NoMoreCalls: no further call is allowed.
    """
    written: list[str] = []
    while chat := steps.own_turns("option", imagined=REAL, written=written):
        (answer,) = await steps.calls.ask(questions.make_question("prediction", chat), 1, lambda reply: Reading(()))
        written.append(answer.reply)
    lines = map(json.loads, steps.block("options", written=written).splitlines())
    return [OwnOption(line["name"], _state(steps, line["reply"])) for line in lines]


def _state(steps: Steps, reply: str) -> Answer:
    try:
        return steps.answer_unasked(reply)
    except ReplyError as error:
        return steps.reject_unasked(reply, error)


def list_options(steps: Steps) -> list[RootOption]:
    """Returns the legal moves as the prompt lists them; of moves that are not all listed, those that are."""
    options = []
    for stated in _list_values(steps.form):
        try:
            answer = steps.answer_unasked(steps.form.reply(stated))
        except ReplyError:  # a combination that the rules exclude
            continue
        options.append(RootOption(_name_values(steps.form, stated), answer))
    return options


def list_open_kinds(form: ReplyForm) -> list[str]:
    """Returns the kinds of moves that are not listed, as prompts show them; one empty kind if nothing is listed."""
    values = form.open_values()
    key = _find_deciding_key(values)
    if key is not None and any(map(_is_plain, values[key])):
        return [str(pattern) for pattern in values[key] if not _is_plain(pattern)]
    return [] if any(True for _ in _list_values(form)) else [""]


def name_move(decision: Decision, actions: Sequence[int]) -> str:
    """Returns the name of a whole move: as the game calls it, or the values that a player states, texts in quotes."""
    view = decision.adapter.view
    spec = view.action_spec(decision.state, decision.player)
    if spec is None:
        return next(iter(view.names(decision.state, decision.player, actions[0])))
    values = {key: value for key, value in spec.values(actions).items() if value is not None}
    if len(values) > 1:
        return quote_struct(values).replace("\n", ", ")
    (value,) = values.values()
    return quote_text(value) if spec.texts else str(value)


def _list_values(form: ReplyForm) -> Iterator[Mapping[str, str]]:
    """Yields the values by key of all moves that are listed, legal or not."""
    values = form.open_values()
    plain = {key: [str(pattern) for pattern in patterns if _is_plain(pattern)] for key, patterns in values.items()}
    complete = all(len(plain[key]) == len(patterns) for key, patterns in values.items())
    combinations = math.prod(map(len, plain.values()))
    if _find_deciding_key(values) is not None or (complete and combinations <= MOST_COMBINATIONS):
        for chosen in itertools.product(*plain.values()):
            yield dict(zip(plain, chosen, strict=True))


def _find_deciding_key(values: Mapping[str, Sequence[Pattern]]) -> str | None:
    """Returns the only key with several values, or else the first key; ``None`` if a value elsewhere is open too."""
    several = [key for key, patterns in values.items() if len(patterns) > 1] or list(values)[:1]
    others = [pattern for key, patterns in values.items() if key not in several for pattern in patterns]
    return several[0] if len(several) == 1 and all(map(_is_plain, others)) else None


def _is_plain(pattern: Pattern) -> bool:
    return all(isinstance(piece, str) for piece in pattern.pieces)


def _name_values(form: ReplyForm, stated: Mapping[str, str]) -> str:
    values = form.open_values()
    telling = {key: value for key, value in stated.items() if len(values[key]) > 1} or stated
    if len(telling) == 1 or not form.keys:
        return " ".join(telling.values())
    return ", ".join(f"{key}: {value}" for key, value in telling.items())
