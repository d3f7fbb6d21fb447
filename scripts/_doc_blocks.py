"""Blocks of code in pages of Markdown, and the commands in them."""

import re
import subprocess
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOP_PAGES = ("README.md", "CONTRIBUTING.md")

_BLOCK = re.compile(
    r"(?:^ *<!-- needs: (?P<needs>.+?) -->\s+)?^(?P<fence> *```)(?P<language>\w*)[^\n]*\n(?P<text>.*?)^ *```[ \t]*$",
    re.MULTILINE | re.DOTALL)
_HERE_DOCUMENT = re.compile(r"<<-?\s*['\"]?(\w+)")


@dataclass(frozen=True)
class Block:
    """Block of code of a page, from the line with that number.

    ``needs`` is what a plain machine lacks for it, as the page says in a line ``<!-- needs: X -->`` above the block.
    """

    language: str
    text: str
    needs: str
    line: int


def pages() -> list[Path]:
    """Returns the pages with commands: those of docs, and those at the top of the repository."""
    return [*(ROOT / name for name in TOP_PAGES), *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: str) -> Iterator[Block]:
    """Yields the blocks of code of a page."""
    for found in _BLOCK.finditer(page):
        yield Block(found["language"], textwrap.dedent(found["text"]), found["needs"] or "",
                    page.count("\n", 0, found.start("text")) + 1)


def commands(block: str) -> Iterator[tuple[int, str]]:
    """Yields the commands of a block for the shell, each with its first line, counted from 0."""
    command, start = "", 0
    for number, line in enumerate(block.splitlines()):
        if not command and (not line.strip() or line.lstrip().startswith("#")):
            continue
        start = start if command else number
        command += f"{line}\n"
        if _is_whole(command):
            yield start, command.strip()
            command = ""
    if command:
        yield start, command.strip()


def _is_whole(command: str) -> bool:
    """Checks that the shell would not wait for another line."""
    here = _HERE_DOCUMENT.search(command)
    if command.endswith("\\\n") or (here and f"\n{here[1]}\n" not in command):
        return False
    return subprocess.run(["bash", "-n", "-c", command], capture_output=True, check=False).returncode == 0
