"""Person in the browser: the match's side of the desk."""

import asyncio
from collections.abc import Callable, Sequence

from adapters import ReplyError
from gtarena.agents.people.front_ends import Ending, Quit
from gtarena.agents.people.turns import Turn
from gtarena.errors import UnfinishedError
from gtarena.system.redaction import hide_secrets
from gtarena.web.desk import Desk, Json, OpenTurn
from gtarena.web.forms import move_of, turn_form
from gtarena.web.places import list_move_places

CTRL_C = 0.3  # seconds after which it is seen at the latest


class WebPerson:
    """Person who sees turns on the page of a desk and answers there."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def ask(self, turn: Turn) -> str:
        """Returns the answer that the page posts, which states a legal move.

        Raises:
            Quit: the person leaves.
            UnfinishedError: the page cannot be reached any more.
        """
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[str | None] = loop.create_future()

        def settle(text: str | None) -> None:
            if not answered.done():  # the match may have ended meanwhile
                answered.set_result(text)

        def answer(text: str | None) -> None:  # called in a thread of the server's
            loop.call_soon_threadsafe(settle, text)

        self._desk.lay(_open_turn(turn, answer), turn.history)
        try:
            # Not simply awaited: a Ctrl-C that another thread took is seen by this one when it next does something.
            while not answered.done():
                if self._desk.failure:
                    raise UnfinishedError(f"the page's server has stopped: {self._desk.failure}. The moves so far are "
                                          "kept, and the same command goes on.")
                await asyncio.wait([answered], timeout=CTRL_C)
        finally:
            self._desk.take_back()
        text = answered.result()
        if text is None:
            raise Quit
        return hide_secrets(text)

    async def tell(self, lines: Sequence[str]) -> None:
        """Adds news to the page."""
        self._desk.tell(lines)

    async def end(self, ending: Ending) -> None:
        """Shows the last position and how the match ended."""
        told = {"outcome": ending.outcome, "returns": list(map(list, ending.returns))}
        self._desk.tell(ending.moves)
        self._desk.show_end(ending.view, ending.board, told)


def _open_turn(turn: Turn, answer: Callable[[str | None], None]) -> OpenTurn:
    """Returns a turn as the desk keeps it; all that the page shows of the state is read now, in the match's thread."""
    board = turn.decision.adapter.board(turn.decision.state, turn.decision.player)
    shown = {"rules": turn.rules, "view": turn.seen, "form": turn_form(turn), "error": turn.error,
             "places": list_move_places(turn, board)}

    def check(text: str) -> Json:
        try:
            return move_of(turn, text)
        except ReplyError as error:
            raise ValueError(error.fault) from error

    return OpenTurn(shown, board, check, answer)
