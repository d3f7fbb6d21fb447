"""Desk between a match and its page: the match lays down a turn, the page takes it and leaves an answer.

The match runs in one thread and the server in another, so that the page answers while a search is thinking.
"""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

Json = Mapping[str, Any]


class StaleTurnError(Exception):
    """Answer to a turn that is not open: it was answered before, perhaps in another tab."""


@dataclass(frozen=True)
class OpenTurn:
    """Turn that waits for an answer.

    ``shown`` is what the page shows of it, besides the ``board`` as SVG text. ``check`` returns a whole move as the
    page shows it before it is sent, and raises a ValueError that says what is wrong with an answer.
    """

    shown: Json
    board: str | None
    check: Callable[[str], Json]
    answer: Callable[[str | None], None]
    """Takes a checked answer; ``None`` if the person leaves."""


class Desk:
    """Shared state of a match and its page; every change has a version, and every turn a number."""

    def __init__(self, title: str) -> None:
        self._lock = threading.RLock()
        self._waiting: set[Callable[[], object]] = set()  # wakes those who wait for news
        self._title = title
        self._version = self._turns = 0
        self._turn: OpenTurn | None = None
        self._last: OpenTurn | None = None  # whose position stays on the page while others think
        self._past: list[str] = []
        self._known = 0  # lines of the past before the latest turn
        self._phase = "waiting"
        self._ending: Json = {}
        self._end_seen = threading.Event()
        self._closed = False
        self.failure = ""  # why the page cannot be reached any more

    def lay(self, turn: OpenTurn, past: Sequence[str]) -> None:
        """Opens a turn, before which the person has been told these lines."""
        with self._lock:
            self._turns += 1
            self._turn = self._last = turn
            self._past, self._known = list(past), len(past)
            self._change("turn")

    def take_back(self) -> None:
        """Closes the turn without an answer, as when the match ends meanwhile."""
        with self._lock:
            if self._turn is not None:
                self._turn = None
                self._change("waiting")

    def tell(self, lines: Sequence[str]) -> None:
        """Adds news."""
        with self._lock:
            self._past += lines
            self._change(self._phase)

    def show_end(self, view: str, board: str | None, ending: Json) -> None:
        """Shows how the match ended, with the last position in the place of the latest turn's, if there is one."""
        with self._lock:
            self._ending = ending
            if self._last is not None and (view or board):
                shown = {**self._last.shown, "view": view, "final": True, "places": {}}
                self._last = replace(self._last, shown=shown, board=board)
            self._change(self._phase)

    def end(self, phase: str, logged: str = "") -> None:
        """Says that nothing else will happen: the match is ``over``, or was ``left``, or has ``failed``.

        ``logged`` says where the match can be seen again.
        """
        with self._lock:
            self._turn = None
            self._ending = {**self._ending, "logged": logged}
            self._change(phase)

    def _change(self, phase: str) -> None:
        self._phase = phase
        self._version += 1
        self._wake()

    def _wake(self) -> None:
        for wake in self._waiting:
            wake()
        self._waiting.clear()

    async def news(self, seen: int, seconds: float) -> Json:
        """Returns the state as soon as it is another version than the one seen, or after some seconds.

        No thread waits, as those of pages that were reloaded meanwhile would keep others from moving.
        """
        changed = asyncio.Event()
        wake = partial(asyncio.get_running_loop().call_soon_threadsafe, changed.set)
        with self._lock:
            if self._closed or self._version != seen:
                return self.state()
            self._waiting.add(wake)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), seconds)
        finally:
            with self._lock:
                self._waiting.discard(wake)
        return self.state()

    def state(self) -> Json:
        """Returns what the page shows.

        ``past`` is what the person has been told; ``known`` of these lines came before the latest turn.
        """
        with self._lock:
            last = self._last
            return {
                "version": self._version, "title": self._title, "phase": self._phase,
                "past": list(self._past), "known": self._known,
                "number": self._turns, "turn": last and {**last.shown, "drawn": last.board is not None},
                "ending": dict(self._ending),
            }

    def board(self) -> str | None:
        """Returns the board of the latest position as SVG text, if it is drawn."""
        return self._last.board if self._last else None

    def check(self, number: int, answer: str) -> Json:
        """Returns the move that an answer states, as the page shows it.

        Raises:
            StaleTurnError: the turn is not open.
            ValueError: the answer states no legal move; the message says why.
        """
        return self._open(number).check(answer)

    def answer(self, number: int, answer: str | None) -> None:
        """Hands an answer to the match, once; ``None`` if the person leaves.

        Raises:
            StaleTurnError: the turn is not open.
            ValueError: the answer states no legal move; the message says why.
        """
        with self._lock:
            turn = self._open(number)
            if answer is not None:
                turn.check(answer)
            self._turn = None
            self._change("waiting")
        turn.answer(answer)

    def _open(self, number: int) -> OpenTurn:
        turn = self._turn
        if turn is None or number != self._turns:
            raise StaleTurnError
        return turn

    def note_end_seen(self) -> None:
        """Notes that a page shows the end."""
        self._end_seen.set()

    def wait_for_page(self, seconds: float) -> None:
        """Waits until a page shows the end, for some seconds at most."""
        self._end_seen.wait(seconds)

    def fail(self, reason: str) -> None:
        """Says that the page cannot be reached any more, and why."""
        self.failure = reason
        self._end_seen.set()  # nobody can see it

    def close(self) -> None:
        """Lets nobody wait for news any longer."""
        with self._lock:
            self._closed = True
            self._wake()
