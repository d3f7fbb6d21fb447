"""Person at a terminal: editing, tab completion, and checks while the answer is typed."""

import json
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from threading import Timer

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, WordCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.validation import ValidationError, Validator

from gtarena.agents.people.front_ends import LinePerson, PlainPerson, Quit, prompt_of
from gtarena.agents.people.move_parts import Part, number_options
from gtarena.agents.people.turns import COMMANDS, Turn
from gtarena.formatting import format_visible, one_line
from gtarena.system.redaction import hide_secrets

_LONG_LIST = 12  # entries, from which on a list is shown in columns
_NUMBER = re.compile(r"-?\d+")
PATIENCE = 1.5  # seconds after which a person is told why nothing happens
_LINE = 78  # the length of the line above a turn
_YES, _NO, _LEAVE = ("", "y", "yes"), ("n", "no", "undo", "back", "/undo", "/back"), ("quit", "/quit")


def person_at_terminal() -> LinePerson:
    """Returns the person at this terminal, or behind the pipe in its place."""
    return TerminalPerson() if sys.stdin.isatty() and sys.stdout.isatty() else PlainPerson()


class TerminalPerson(LinePerson):
    """Person who types at a terminal. An answer is checked while it is typed, and refused before it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self._session: PromptSession[str] = PromptSession(complete_while_typing=False)
        self._waiting = Timer(0, lambda: None)

    async def ask(self, turn: Turn) -> str:
        self._waiting.cancel()
        answer = await super().ask(turn)
        # A thread, because agents that search do not let this one go on meanwhile.
        self._waiting = Timer(PATIENCE, super().show, ["(The others are thinking ...)"])
        self._waiting.daemon = True
        self._waiting.start()
        return answer

    async def tell(self, lines: Sequence[str]) -> None:
        self._waiting.cancel()
        await super().tell(lines)

    def show_turn(self, turn: Turn, before: Sequence[str]) -> None:
        width = shutil.get_terminal_size().columns
        self.show("\n\n".join([*before, "─" * min(width - 1, _LINE), turn.seen]))
        for listed in in_columns(number_options(turn.moves).splitlines(), width):
            super().show(listed)

    def show(self, text: str) -> None:
        super().show(wrap_lines(text, shutil.get_terminal_size().columns - 1))

    async def line(self, turn: Turn, part: Part | None, made: tuple[str, ...]) -> str:
        def fault(answer: str) -> str:
            if turn.command(answer, part):
                return ""
            whole = turn.fault(answer) if not made else "-"
            return "" if not whole else part.fault(answer) if part is not None else whole

        names = part.options if part is not None else turn.moves
        words = [*names, *(f"/{command}" for command in COMMANDS)]
        completer = WordCompleter(words, ignore_case=True, sentence=True, match_middle=True)
        return await self._read(prompt_of(turn, part), fault, lambda typed: status(typed, part, fault), completer)

    async def _read(
        self, prompt: str, fault: Callable[[str], str], shown: Callable[[str], str], completer: Completer
    ) -> str:
        buffer = self._session.default_buffer

        def toolbar() -> str:
            return "" if buffer.validation_error else one_line(shown(buffer.text), 300)  # not the same twice

        try:
            typed = await self._session.prompt_async(
                format_visible(prompt), validator=_Check(fault), validate_while_typing=False, bottom_toolbar=toolbar,
                completer=completer)
        except (EOFError, KeyboardInterrupt) as end:
            raise Quit from end
        return hide_secrets(in_one_line(typed, fault))

    async def confirms(self, stated: str) -> bool:
        self.show("\n".join(["Your move:", *(f"  {name.replace('_', ' ')}: {_value(value)}"
                                        for name, value in json.loads(stated).items() if value is not None)]))
        def fault(typed: str) -> str:
            return "" if typed.strip().casefold() in (*_YES, *_NO, *_LEAVE) else "Answer yes, no or quit."

        words = WordCompleter(["yes", "no", "quit"])
        hint = "Enter sends it, n goes back to its last part"
        answer = await self._read("Send it? [Y/n] ", fault, lambda _: hint, words)
        if answer.strip().casefold() in _LEAVE:
            raise Quit
        return answer.strip().casefold() in _YES


class _Check(Validator):
    def __init__(self, fault: Callable[[str], str]) -> None:
        self._fault = fault

    def validate(self, document: Document) -> None:
        fault = self._fault(in_one_line(document.text, self._fault))
        if fault:
            raise ValidationError(len(document.text), one_line(fault, 300))


def in_one_line(typed: str, fault: Callable[[str], str]) -> str:
    """Returns pasted lines as one where they would be refused as they are."""
    return " ".join(typed.split()) if "\n" in typed and fault(typed) else typed


def status(typed: str, part: Part | None, fault: Callable[[str], str]) -> str:
    """Returns what is said of an answer while it is typed: how much fits, what is missing, or why it is refused."""
    if part is not None and part.limit is not None:
        counted = f"{len(typed.encode(errors='replace'))} of at most {part.limit} bytes"
    elif part is not None and part.total is not None:
        counted = f"sum {sum(map(int, _NUMBER.findall(typed)[:1000]))} of {part.total}"
    elif not typed.strip():
        counted = "Tab completes names; /help lists the commands"
    else:
        counted = ""
    refused = fault(typed) if typed.strip() else ""
    return " · ".join(filter(None, [counted, refused or ("Enter takes it" if typed.strip() else "")]))


def in_columns(lines: Sequence[str], width: int) -> list[str]:
    """Returns a list as text, in as many columns as fit into the width if it is long; nothing for no lines."""
    if not lines:
        return []
    cell = max(map(len, lines)) + 3
    columns = max(1, width // cell) if len(lines) > _LONG_LIST else 1
    rows = -(-len(lines) // columns)
    return ["\n".join("".join(line.ljust(cell) for line in lines[row::rows]).rstrip() for row in range(rows))]


def wrap_lines(text: str, width: int) -> str:
    """Returns a text whose lines break between words where they are longer than the width; others stay as they are."""
    lines = (textwrap.wrap(line, max(20, width), subsequent_indent=_indent(line)) or [""] if len(line) > width
             else [line] for line in text.split("\n"))
    return "\n".join(part for parts in lines for part in parts)


def _indent(line: str) -> str:
    return "  " if line.startswith("- ") else ""


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
