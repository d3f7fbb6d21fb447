"""Renders Jinja2 files of prompts: versions of games and guides, from the package and from a folder of the user's.

A prompt version is a file ``<game>/<version>.jinja``, a strategy guide ``<game>/guides/<name>.jinja``, which sees what
the prompts of its game see. Files in other folders are found in the same way, with the folder in place of the game.
"""

import hashlib
import os
import secrets
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, meta
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from adapters.rendering.quoting import quote_text
from adapters.replies.reply_forms import ANSWER_LINE
from custom_games.action_specs.patterns import Pattern

Folders = tuple[Path, ...]

PROMPTS = Path(__file__).parents[1] / "prompts"
FOLDER_VARIABLE = "GTARENA_PROMPTS"
MOVES = "moves"  # the block in which a version lists the legal moves itself, one on a line
TURNS = "turns"  # the block of a version that is a whole chat, each turn of which begins with ``{{ turn("user") }}``
_added: list[Path] = []
_TURN = f"\x1e{secrets.token_hex(8)} "  # nothing that was said can contain it


def own_folder() -> Path:
    """Returns the folder of the user's prompts: GTARENA_PROMPTS, or else ``prompts`` in the current directory."""
    return _resolve(os.getcwd(), os.environ.get(FOLDER_VARIABLE) or "prompts")


def add_folder(folder: Path) -> None:
    """Adds a folder of prompts that has the layout of the package's own, whose files win over those of the user's."""
    if folder not in _added:
        _added.append(folder)


def _folders() -> Folders:
    """Returns the folders of prompts: of two files with the same name, the one in the first folder wins."""
    return (PROMPTS, *_added, own_folder())


@cache  # a decision asks for it a dozen times
def _resolve(folder: str, path: str) -> Path:
    return Path(os.path.normpath(os.path.join(folder, path)))


def _loader(folders: Folders) -> FileSystemLoader:
    return FileSystemLoader(list(folders))


class _Sandbox(ImmutableSandboxedEnvironment):
    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Returns the global names themselves, and no slow view of them, to a template without any of its own."""
        return super().make_globals(d) if d else self.globals


@cache
def _environment(folders: Folders) -> Environment:
    # Prompts are plain text, so nothing is HTML-escaped; an undefined name is an error, never a blank. Anybody may have
    # written the files in the user's folder, so the sandbox lets a template reach nothing but the values it is given.
    environment = _Sandbox(
        loader=_loader(folders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,  # a run keeps the prompts whose digest it logs, even if a file changes
        cache_size=-1,  # all of them
    )
    environment.filters["quoted"] = quote_text
    environment.globals["turn"] = lambda role: f"{_TURN}{role}\n"
    return environment


def list_versions(game: str) -> list[str]:
    """Returns the prompt versions of a game, sorted."""
    return sorted({path.stem for folder in _folders() for path in (folder / game).glob("*.jinja")})


def has_prompts(game: str) -> bool:
    """Returns whether a game has prompts of its own."""
    return any(any((folder / game).glob("*.jinja")) for folder in _folders())


def render_version(game: str, version: str, /, **context: Any) -> str:
    """Returns the text of a prompt version in a context.

    Raises:
        ValueError: the game has no such version.
    """
    return _template(_folders(), game, version).render(**context).strip()


def render_block(game: str, version: str, block: str, /, **context: Any) -> str:
    """Returns a block of a version as its prompts show it, also one that only a shared file has; "" if none has it.

    Raises:
        ValueError: the game has no such version.
    """
    shared = _block_context(_template(_folders(), game, version), context)
    renders = shared.blocks.get(block)
    return "".join(renders[0](shared)).strip() if renders else ""


def render_own_block(game: str, version: str, block: str, /, **context: Any) -> str:
    """Returns a block that a version, or one that it extends, has itself; "" if it has no such block.

    Raises:
        ValueError: the game has no such version.
    """
    folders = _folders()
    template, render = _template(folders, game, version), _own_block(folders, game, version, block)
    return "".join(render(_block_context(template, context))).strip() if render else ""


def _block_context(template: Template, context: Mapping[str, Any]) -> Context:
    shared = template.new_context(dict(context))
    list(template.root_render_func(shared))  # what the file imports and extends is known to blocks only afterwards
    return shared


def list_moves(game: str, version: str, context: Mapping[str, Any]) -> Sequence[Pattern]:
    """Returns the legal moves as a version lists them: those of its block ``moves``, or else ``context["legal"]``.

    The block calls moves by other names than the game does, or lists one by one what the game lists as a range. Every
    name in it must be one that the game's view understands.

    Raises:
        ValueError: the game has no such version.
    """
    lines = render_own_block(game, version, MOVES, **{**context, "part": "turn"}).splitlines()
    return list(map(Pattern, lines)) or context["legal"]


def render_turns(game: str, version: str, block: str, /, **context: Any) -> list[tuple[str, str]]:
    """Returns the turns in a block of a version: roles with texts, to the character and without empty ones.

    Each begins with ``{{ turn("user") }}``, or another role. A version without such a block has no turns in it.

    Raises:
        ValueError: the game has no such version.
    """
    folders = _folders()
    template, render = _template(folders, game, version), _own_block(folders, game, version, block)
    chat = "".join(render(_block_context(template, context))) if render else ""
    turns = [turn.partition("\n") for turn in chat.split(_TURN)[1:]]
    return [(role, text) for role, _, text in turns if text]


def tells_rounds(game: str, version: str) -> bool:
    """Returns whether a version tells past rounds one by one, as turns of a chat (see ``_rounds.jinja``)."""
    return has_block(game, version, "report")


def has_block(game: str, version: str, block: str) -> bool:
    """Returns whether a version, or one that it extends, has a block of that name; shared files do not count."""
    return _own_block(_folders(), game, version, block) is not None


def prompt_digest(game: str, version: str) -> str:
    """Returns a short hash of a version's file, of those it extends, of the game's data and of the shared files."""
    return _digest(_folders(), game, version)


def guides_folder(game: str) -> str:
    """Returns the folder of a game's guides among the prompts."""
    return f"{game}/guides"


def list_guides(game: str) -> list[str]:
    """Returns the names of a game's guides, sorted; many games have none."""
    return list_versions(guides_folder(game))


def guide_digest(game: str, name: str) -> str:
    """Returns a short hash of a guide.

    Raises:
        ValueError: the game has no such guide.
    """
    return prompt_digest(guides_folder(game), name)[:8]


def answer_labels(game: str) -> Sequence[str]:
    """Returns the labels of the answer lines that a game's versions ask for, in small letters; "answer" is one."""
    return _answer_labels(_folders(), game)


@cache
def _answer_labels(folders: Folders, game: str) -> Sequence[str]:
    files = {file for version in list_versions(game) for file in _version_files(folders, game, version).values()}
    shown = (found[1].casefold() for file in sorted(files) for found in ANSWER_LINE.finditer(file.read_text("utf-8")))
    return list(dict.fromkeys(["answer", *shown]))


@cache
def _template(folders: Folders, game: str, version: str) -> Template:
    return _environment(folders).get_template(_find_version(game, version))


def _find_version(game: str, version: str) -> str:
    """Returns the name of a version's file.

    Raises:
        ValueError: the game has no such version.
    """
    if version not in list_versions(game):
        known = ", ".join(list_versions(game))
        raise ValueError(f"prompt version {version!r} does not exist for {game}: it has {known}")
    return f"{game}/{version}.jinja"


@cache
def _own_block(folders: Folders, game: str, version: str, block: str) -> Callable[[Context], Iterator[str]] | None:
    """Returns the function that renders a block of a version, or of one that it extends; ``None`` if it has none."""
    # Of a version that extends another the environment knows the blocks of the last file only.
    files = (_environment(folders).get_template(name) for name in _version_files(folders, game, version))
    return next((file.blocks[block] for file in files if block in file.blocks), None)


@cache
def _version_files(folders: Folders, game: str, version: str) -> dict[str, Path]:
    """Returns the files of a version and of those that it extends, by name and without the shared ones."""
    names, files = [_find_version(game, version)], {}
    for name in names:
        files[name], built_on = _read_references(folders, name)
        names += [other for other in built_on if "/" in other and other not in names]
    return files


@cache  # versions extend each other
def _read_references(folders: Folders, name: str) -> tuple[Path, Sequence[str]]:
    """Returns a file by its name, and the names of those that it refers to."""
    source, file, _ = _loader(folders).get_source(_environment(folders), name)
    found = meta.find_referenced_templates(_environment(folders).parse(source))
    return Path(file), [other for other in found if other]


@cache
def _digest(folders: Folders, game: str, version: str) -> str:
    version_files = list(_version_files(folders, game, version).values())
    used = [PROMPTS, *(folder for folder in folders[1:] if any(file.is_relative_to(folder) for file in version_files))]
    data = [file for folder in used for file in sorted((folder / game).glob("*.json"))]
    files = [*version_files, *data, *(file for folder in used for file in sorted(folder.glob("*.jinja")))]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]
