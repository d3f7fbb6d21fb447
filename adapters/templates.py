"""Prompt wordings as Jinja2 files, one per game and version, under ``adapters/prompts``."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from adapters.quoting import quoted

PROMPTS = Path(__file__).parent / "prompts"


@cache
def _environment() -> Environment:
    # Prompts are plain text, so nothing is HTML-escaped; an undefined name is an error, never a blank.
    environment = Environment(  # noqa: S701
        loader=FileSystemLoader(PROMPTS),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,  # a run keeps to the wordings whose digest it logs, and no file is looked at again
    )
    environment.filters["quoted"] = quoted
    return environment


def versions(game: str) -> list[str]:
    """The prompt versions of a game, in order."""
    return sorted(path.stem for path in (PROMPTS / game).glob("*.jinja"))


def has_prompts(game: str) -> bool:
    """Whether a game has wordings of its own."""
    return bool(versions(game))


@cache
def renderer(game: str, version: str) -> Callable[..., str]:
    """The function that renders a wording from its context.

    Raises:
        ValueError: the game has no such version.
    """
    if version not in versions(game):
        raise ValueError(f"prompt version {version!r} does not exist for {game}: it has {', '.join(versions(game))}")
    template = _environment().get_template(f"{game}/{version}.jinja")
    return lambda **context: template.render(**context).strip()


@cache
def tells_rounds(game: str, version: str) -> bool:
    """Whether a wording tells past rounds one by one, so that they can be turns of a chat (see ``_rounds.jinja``)."""
    renderer(game, version)
    return "report" in _environment().get_template(f"{game}/{version}.jinja").blocks


@cache
def digest(game: str, version: str) -> str:
    """A short hash of the wording and of the shared files that it may build on."""
    files = [PROMPTS / game / f"{version}.jinja", *sorted(PROMPTS.glob("*.jinja"))]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]
