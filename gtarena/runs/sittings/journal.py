"""Journal of a match under way: whole moves and paid replies, each on disk before the match goes on."""

import hashlib
import json
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import pyspiel
from pydantic import TypeAdapter, ValidationError

from gtarena.agents.base import Agent, Decision, Move, Response
from gtarena.agents.people.human import HumanAgent
from gtarena.errors import UsageError
from gtarena.logs.writer import append_line, repair
from gtarena.models.base import Model, Reply, Request
from gtarena.system.redaction import hide_json_secrets

_REPLY = TypeAdapter(Reply)


class JournalledMove(NamedTuple):
    """Whole move with its seat; ``number`` is that of its node, which simultaneous moves share."""

    number: int
    seat: int
    name: str


class Journal:
    """File with one line for each sitting, each whole move and each reply of a model, in the order in which they came.

    A journal that exists is gone through from its beginning: :meth:`next_move` and :meth:`reply` return what it holds,
    and what comes after that is appended. A line that a kill has torn is removed.

    Raises:
        UsageError: the file holds something else.
        OSError: it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.started: list[str] = []
        self.made: list[JournalledMove] = []  # every move so far, in this sitting and earlier ones
        self._moves: dict[int, deque[tuple[int, ...]]] = defaultdict(deque)
        self._replies: dict[tuple[int, str], Reply] = {}
        if path.exists():
            repair(path)
            for number, line in enumerate(path.read_bytes().splitlines(), start=1):
                self._take(number, line)
        self.moves = sum(map(len, self._moves.values()))

    def _take(self, number: int, line: bytes) -> None:
        try:
            row = json.loads(line)
            if "started" in row:
                self.started.append(str(row["started"]))
            elif "reply" in row:
                self._replies[int(row["seat"]), str(row["request"])] = _REPLY.validate_python(row["reply"])
            else:
                self._moves[int(row["seat"])].append(tuple(map(int, row["actions"])))
        except (ValueError, TypeError, KeyError, ValidationError, RecursionError) as error:
            raise UsageError(f"{self.path}:{number}: not a line of a journal; remove the file to start the match "
                             "again") from error

    def begin(self, time: str) -> None:
        """Notes that a sitting begins."""
        self.started.append(time)
        self._append({"started": time})

    def next_move(self, seat: int) -> tuple[int, ...] | None:
        """Returns the actions of the seat's next move in the journal, and goes on; ``None`` at its end."""
        return self._moves[seat].popleft() if self._moves[seat] else None

    def add_move(self, seat: int, actions: Sequence[int]) -> None:
        """Notes a whole move."""
        self._append({"seat": seat, "actions": list(actions)})

    def reply(self, seat: int, request: Request) -> Reply | None:
        """Returns the model's reply to a request of this match; ``None`` if it has not been made."""
        return self._replies.get((seat, _key(request)))

    def add_reply(self, seat: int, request: Request, reply: Reply) -> None:
        """Notes a model's reply."""
        self._append({"seat": seat, "request": _key(request), "reply": asdict(reply)})

    def _append(self, row: Mapping[str, Any]) -> None:
        append_line(self.path, hide_json_secrets(json.dumps(row)))

    def finish(self) -> None:
        """Removes the file: the match is in the log."""
        self.path.unlink(missing_ok=True)


def _key(request: Request) -> str:
    asked = [request.messages, request.sample, request.seed, request.schema and dict(request.schema)]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


class JournalledModel:
    """Model of one seat whose replies are in the journal before they are used; none is asked for twice."""

    def __init__(self, model: Model, seat: int, journal: Journal) -> None:
        self._model, self._seat, self._journal = model, seat, journal

    async def complete(self, request: Request) -> Reply:
        reply = self._journal.reply(self._seat, request)
        if reply is None:
            reply = await self._model.complete(request)
            self._journal.add_reply(self._seat, request, reply)
        return reply


class JournalledAgent(Agent):
    """Agent whose moves are in the journal before they are applied; those that are there already are not chosen again.

    A person only takes note of the turn, and agents without a model are told what the others do, as ever. An agent that
    asks a model decides again, from the replies in the journal, so that it remembers what it has thought.
    """

    def __init__(self, agent: Agent, seat: int, journal: Journal, *, decides_again: bool) -> None:
        self._agent, self._seat, self._journal, self._decides_again = agent, seat, journal, decides_again

    async def act(self, decision: Decision) -> Response:
        kept = self._journal.next_move(self._seat)
        response = await self._respond(decision, kept)
        if isinstance(response, Move):
            if kept is None:
                self._journal.add_move(self._seat, response.actions)
            name = move_name(decision, response.actions)
            self._journal.made.append(JournalledMove(decision.move_number, self._seat, name))
        if kept is not None and (not isinstance(response, Move) or response.actions != kept):
            raise UsageError(f"{self._journal.path}: the agent in seat {self._seat} no longer makes the move that it "
                             "made: the journal is of another version of gtarena; remove it to start the match again")
        return response

    async def _respond(self, decision: Decision, kept: tuple[int, ...] | None) -> Response:
        if kept is None or self._decides_again:
            return await self._agent.act(decision)
        if isinstance(self._agent, HumanAgent):
            self._agent.remember(decision)
        return Move(kept)

    def inform(self, state: pyspiel.State, moves: Mapping[int, Sequence[int]]) -> None:
        self._agent.inform(state, moves)


def move_name(decision: Decision, actions: Sequence[int]) -> str:
    """Returns a whole move by the name that prompts show, or by the values of its parts."""
    view = decision.adapter.view
    spec = view.action_spec(decision.state, decision.player)
    if spec is None or len(actions) == 1:
        return next(iter(view.names(decision.state, decision.player, actions[0])), "")
    return ", ".join(str(value) for value in spec.values(actions).values() if value is not None)
