"""Prompt wordings as Jinja2 files, one per game and version: the package's own and those in a folder of the user's."""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

from adapters.quoting import quoted

PROMPTS = Path(__file__).parent / "prompts"
FOLDER_VARIABLE = "GTARENA_PROMPTS"


def own_folder() -> Path:
    """Where the user's own wordings lie: the folder that GTARENA_PROMPTS names, else ``prompts`` in the current one."""
    return Path(os.path.abspath(os.environ.get(FOLDER_VARIABLE) or "prompts"))


@cache
def _environment(own: Path) -> Environment:
    # Prompts are plain text, so nothing is HTML-escaped; an undefined name is an error, never a blank. Anybody may have
    # written what lies in the user's folder, so no wording reaches more than the values it is given.
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader([PROMPTS, own]),  # the first that has a name wins
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
    return sorted({path.stem for folder in (PROMPTS, own_folder()) for path in (folder / game).glob("*.jinja")})


def has_prompts(game: str) -> bool:
    """Whether a game has wordings of its own."""
    return bool(versions(game))


def renderer(game: str, version: str) -> Callable[..., str]:
    """The function that renders a wording from its context.

    Raises:
        ValueError: the game has no such version.
    """
    template = _template(own_folder(), game, version)
    return lambda **context: template.render(**context).strip()


def tells_rounds(game: str, version: str) -> bool:
    """Whether a wording tells past rounds one by one, so that they can be turns of a chat (see ``_rounds.jinja``)."""
    return "report" in _template(own_folder(), game, version).blocks


def digest(game: str, version: str) -> str:
    """A short hash of the wording and of the shared files that it may build on."""
    return _digest(own_folder(), game, version)


@cache
def _template(own: Path, game: str, version: str) -> Template:
    if version not in versions(game):
        raise ValueError(f"prompt version {version!r} does not exist for {game}: it has {', '.join(versions(game))}")
    return _environment(own).get_template(f"{game}/{version}.jinja")


@cache
def _digest(own: Path, game: str, version: str) -> str:
    name = Path(game, f"{version}.jinja")
    folders = [PROMPTS] if (PROMPTS / name).exists() else [PROMPTS, own]
    files = [folders[-1] / name, *(file for folder in folders for file in sorted(folder.glob("*.jinja")))]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]
