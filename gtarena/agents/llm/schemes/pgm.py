"""The PGM-aware agent: beliefs about what each player thinks, then a move in view of them (MAgIC, arXiv 2311.08562).

Before a decision at which there is something new since the last time, the model is asked once for an analysis: how it
sees the situation itself, and how it thinks that each of the others does. Every decision then shows the latest analysis
(equation 11 of the paper). A file of ``adapters/prompts/pgm`` words both for a game, and ``generic.jinja`` for all
others. Its blocks:

- ``news``: what is new to analyse, as a text that changes whenever something is, and is empty before anything is;
- ``analysis``: the question for the analysis;
- ``decision``: what is said of it in a question for a move, given ``analysis``, and in games that keep a matrix
  ``target`` and ``own_role``, the role that the player takes itself to have;
- ``role`` and ``names``, in games that keep a matrix of suspicions: the player's role as it knows it (``culprit``,
  ``innocent`` or ``unknown``), and the players' names, one on a line;
- ``changes``: in such games, the question of what the given ``analysis`` says of whom;
- ``matrix``: the question for the matrix itself, under ``beliefs: matrix``;
- ``vote``: the reply that votes for ``suspect``, at decisions that the matrix settles; empty at all others.

The game's own wording may have the questions for the analysis and for the move itself (see :meth:`Steps.own_turns`).

Without a block ``news`` everything that the player sees counts, once anybody has moved.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeVar, cast, get_args

import pyspiel

from adapters import Adapter, Message, ReplyError
from adapters.rendering import templates
from adapters.replies import Reading
from adapters.replies.scheme_answers import make_rows_form, make_rows_schema, read_rows
from custom_games.action_specs.patterns import Parts, Pattern, Piece, Range
from gtarena.agents import beliefs as beliefs_of
from gtarena.agents.base import Decision
from gtarena.agents.beliefs import CHANGES, Matrix, Role, Rows
from gtarena.agents.llm.model_calls import Answer, ModelCalls, Question, read_thought, visible_text
from gtarena.agents.llm.schemes.base import Scheme, SchemeMemory, Steps, add_paragraphs
from gtarena.errors import UsageError
from gtarena.models.settings import is_name

FOLDER = "pgm"  # of its wordings
GENERIC = "generic"

Made = TypeVar("Made")


@dataclass(frozen=True)
class Pgm(Scheme):
    """Analysis of what is new, and a move in view of the latest analysis.

    With ``beliefs="matrix"`` the model states its beliefs as probabilities, in games that keep a matrix; otherwise its
    analysis is text, and the model ``reader``, or else the same one, is asked by which changes of the matrix to put it.
    With ``vote="matrix"`` a vote between players is for the one whom the matrix suspects most, without a call, if the
    game's wording says so.
    """

    name, folder = "pgm", FOLDER

    beliefs: Literal["text", "matrix"] = "text"
    vote: Literal["matrix", "stated"] = "matrix"
    reader: str | None = None

    def __post_init__(self) -> None:
        if self.reader is not None and not is_name(self.reader):
            raise UsageError(f"reader={self.reader} is not the name of a model")
        super().__post_init__()

    @classmethod
    def wordings(cls, adapter: Adapter) -> Sequence[tuple[str, str]]:
        return [(cls.folder, wording_name(adapter))]

    @classmethod
    def reason_not_usable(cls, game: pyspiel.Game) -> str | None:
        return None if game.num_players() > 2 else "it needs more than two players"

    async def decide(self, steps: Steps) -> Answer:
        wording, memory = Wording(steps.calls.decision), steps.memory
        if memory.beliefs is None:
            memory.beliefs = wording.first_beliefs()
        news = wording.news()
        if news and news != memory.seen:
            await self._analyse(steps, wording)
            memory.seen = news
        if self.vote == "matrix" and memory.beliefs is not None and (reply := wording.vote(memory.beliefs)):
            return _answer_by_wording(steps, wording, reply)
        facts = wording.decision_facts(memory)
        chat = steps.own_turns("decision", **facts) or ()
        (answer,) = await steps.ask_moves(1, wording.block("decision", **facts), chat=chat)
        return answer

    async def _analyse(self, steps: Steps, wording: "Wording") -> None:
        """Asks for an analysis and for what it says; a reply that cannot be used leaves what was there before."""
        memory = steps.memory
        if self.beliefs == "matrix" and wording.has("matrix"):
            await _ask_for_beliefs(steps, wording)
        else:
            shared = [*steps.before, add_paragraphs(steps.turn, wording.block("analysis"))]
            await self._diagnose(steps)
            chat = steps.own_turns("analysis", own_role=memory.role) or shared
            if said := await _ask_for_thought(steps.calls, chat):
                memory.analysis = said
                if memory.beliefs is not None and wording.has("changes"):
                    await self._read_analysis(steps, wording, memory.beliefs)
        if memory.beliefs is not None:
            steps.calls.note_beliefs(memory.beliefs)

    async def _diagnose(self, steps: Steps) -> None:
        """Asks for the role that the player takes itself to have, where the wording asks for it apart.

        Another model is asked what the answer says.
        """
        memory, calls, decision = steps.memory, steps.calls, steps.calls.decision
        if chat := steps.own_turns("diagnosis"):
            memory.diagnosis = await _ask_for_thought(calls, chat)
            reading = steps.own_turns("diagnosis_reading", diagnosis=memory.diagnosis) or ()
            said = await _ask_for_thought(calls.to_model(self.reader), reading)
            found = decision.adapter.read_diagnosis(said, decision.state, decision.player, steps.version)
            memory.role = beliefs_of.ROLE_BY_CHANGE[found]

    async def _read_analysis(self, steps: Steps, wording: "Wording", matrix: Matrix) -> None:
        """Reads by which changes an analysis says to put the matrix: as a published program, or else with a model."""
        memory, calls = steps.memory, steps.calls
        decision = calls.decision
        with suppress(ReplyError):  # the program stops at it
            changes = decision.adapter.read_changes(memory.analysis, decision.state, decision.player, steps.version)
            if changes is None:
                await _ask_for_changes(memory, matrix, wording, calls.to_model(self.reader))
            else:
                memory.beliefs = beliefs_of.update_beliefs(matrix, changes)


def wording_name(adapter: Adapter) -> str:
    """Returns the name of the wording for a game."""
    name = str(adapter.game.get_type().short_name)
    return name if name in templates.list_versions(FOLDER) else GENERIC


@dataclass(frozen=True)
class Wording:
    """The wording of a game, at one decision."""

    decision: Decision

    @property
    def name(self) -> str:
        """The name of its file."""
        return wording_name(self.decision.adapter)

    def has(self, block: str) -> bool:
        """Returns whether the wording has a block of that name."""
        return templates.find(FOLDER, self.name).has_block(block)

    def block(self, name: str, **words: object) -> str:
        """Returns the text of a block; empty if the wording has none of that name."""
        return self.decision.block(FOLDER, self.name, name, **words)

    def news(self) -> str:
        """Returns a text that changes whenever there is something new to analyse; empty before anything is."""
        if self.has("news"):
            return self.block("news")
        state, player, view = self.decision.state, self.decision.player, self.decision.adapter.view
        moved = any(made.player >= 0 for made in state.full_history())
        return json.dumps(view.observe(state, player), default=str, sort_keys=True) if moved else ""

    def role(self) -> Role | None:
        """Returns the player's role as it knows it; ``None`` in a game that keeps no matrix.

        Raises:
            UsageError: the wording has another one.
        """
        if not self.has("role"):
            return None
        role = self.block("role")
        if role not in get_args(Role):
            raise UsageError(f"{FOLDER}/{self.name}.jinja: {role!r} is not {' or '.join(get_args(Role))}")
        return cast(Role, role)

    def names(self) -> list[str]:
        """Returns the players' names, in the order of their seats."""
        return self.block("names").splitlines()

    def first_beliefs(self) -> Matrix | None:
        """Returns the beliefs before anything was said; ``None`` in a game that keeps no matrix."""
        role, decision = self.role(), self.decision
        return role and beliefs_of.first_beliefs(decision.state.num_players(), decision.player, role)

    def vote(self, matrix: Matrix) -> str:
        """Returns the reply that votes for the one whom the matrix suspects most; empty if this is no such vote."""
        return self.block("vote", suspect=self._name(beliefs_of.suspect(matrix, self.decision.player)))

    def decision_facts(self, memory: SchemeMemory) -> Mapping[str, object]:
        """Returns what a question for a move may say: the latest analysis, empty if there is none, and what follows."""
        told, target = self.role(), None
        own_role = memory.role if told == "unknown" else told
        if own_role and memory.beliefs is not None:
            choose = beliefs_of.target_of_guesser if told == "unknown" else beliefs_of.target
            target = choose(memory.beliefs, self.decision.player, own_role)
        return {"diagnosis": memory.diagnosis, "analysis": memory.analysis, "target": self._name(target),
                "own_role": own_role}

    def _name(self, player: int | None) -> str:
        return "" if player is None else self.names()[player]


async def _ask_for_thought(calls: ModelCalls, chat: Sequence[Message]) -> str:
    """Asks for a text that is kept as it is; returns what it says, which may be nothing."""
    *before, turn = chat
    (answer,) = await calls.ask(Question("belief", tuple(before), turn), 1, read_thought)
    return visible_text(answer.reply)


async def _ask_for_beliefs(steps: Steps, wording: Wording) -> None:
    names, turn = wording.names(), add_paragraphs(steps.turn, wording.block("matrix"))
    form = make_rows_form(names, Pattern(Parts(100, len(names))))
    question = Question("belief", steps.before, turn, form=form)
    found = await _ask_for_matrix(steps.calls, question, names, beliefs_of.normalised)
    if found is not None:
        steps.memory.analysis, steps.memory.beliefs = found
        steps.memory.role = beliefs_of.role_by_own_view(steps.memory.beliefs, steps.calls.decision.player)


async def _ask_for_changes(memory: SchemeMemory, matrix: Matrix, wording: Wording, calls: ModelCalls) -> None:
    """Asks, in a chat of its own, what the latest analysis says, and remembers the matrix and the role after that."""
    names = wording.names()
    number = Range(str(min(CHANGES)), str(max(CHANGES)))
    others: list[Piece] = [", ", number] * (len(names) - 1)
    row = Pattern("[", number, *others, "]")
    question = Question(
        "belief", (), {"role": "user", "content": wording.block("changes", analysis=memory.analysis)},
        schema=make_rows_schema(names, CHANGES), form=make_rows_form(names, row))
    found = await _ask_for_matrix(calls, question, names, partial(_beliefs_and_role, matrix, wording.decision.player))
    if found is not None:
        _, (memory.beliefs, memory.role) = found


def _beliefs_and_role(matrix: Matrix, owner: int, changes: Rows) -> tuple[Matrix, Role]:
    """Returns the matrix after these changes, and the role that the owner says it has.

    What it says of itself is no change of its suspicions: the published program reads it apart from them
    (``parse_undercover`` beside ``_text2changev3``).
    """
    others = [[0 if row == column == owner else change for column, change in enumerate(changed)]
              for row, changed in enumerate(changes)]
    return beliefs_of.update_beliefs(matrix, others), beliefs_of.stated_role(changes, owner)


async def _ask_for_matrix(
    calls: ModelCalls, question: Question, names: Sequence[str], make: Callable[[Rows], Made]
) -> tuple[str, Made] | None:
    """Asks for rows of numbers; returns what the reply says and what is made of them, ``None`` if it has none."""
    found: list[Made] = []

    def read(reply: str) -> Reading:
        try:
            found.append(make(read_rows(reply, names)))
        except ValueError as error:
            raise ReplyError("illegal", f"Your matrix cannot be used: {error}.") from error
        return Reading(())

    (answer,) = await calls.ask(question, 1, read)
    return (visible_text(answer.reply), found[0]) if found else None


def _answer_by_wording(steps: Steps, wording: Wording, reply: str) -> Answer:
    try:
        return steps.answer_unasked(reply)
    except ReplyError as error:
        raise UsageError(f"{FOLDER}/{wording.name}.jinja: its vote {reply!r} is no legal move: {error}") from error
