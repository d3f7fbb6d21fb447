"""Renders Jinja2 files of prompts: versions of games and guides, from the package and from a folder of the user's.

A prompt version is a file ``<game>/<version>.jinja``, a strategy guide ``<game>/guides/<name>.jinja``, which sees what
the prompts of its game see. Files in other folders are found in the same way, with the folder in place of the game.
"""

import hashlib
import os
import secrets
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
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


def folders() -> Folders:
    """Returns the folders of prompts: of two files with the same name, the one in the first folder wins."""
    return (PROMPTS, *_added, own_folder())


@cache  # a decision asks for it a dozen times
def _resolve(folder: str, path: str) -> Path:
    return Path(os.path.normpath(os.path.join(folder, path)))


def _loader(folders: Folders) -> FileSystemLoader:
    return FileSystemLoader(list(folders))


class _Sandbox(ImmutableSandboxedEnvironment):
    def getattr(self, obj: Any, attribute: str) -> Any:
        """Returns the value of a plain dictionary's key at once, which is looked for last of all otherwise."""
        if type(obj) is dict and attribute in obj and not hasattr(dict, attribute):
            return obj[attribute]
        return super().getattr(obj, attribute)

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
    return sorted({path.stem for folder in folders() for path in (folder / game).glob("*.jinja")})


def has_prompts(game: str) -> bool:
    """Returns whether a game has prompts of its own."""
    return any(any((folder / game).glob("*.jinja")) for folder in folders())


@dataclass(frozen=True, eq=False)
class Wording:
    """A file of a game's prompts, or of another folder among them, with those that it extends: see :func:`find`."""

    folders: Folders
    game: str
    version: str

    @cached_property
    def _template(self) -> Template:
        return _environment(self.folders).get_template(_find_version(self.game, self.version))

    @cached_property
    def _files(self) -> dict[str, Path]:
        return _version_files(self.folders, self.game, self.version)

    @cached_property
    def _blocks(self) -> Mapping[str, Callable[[Context], Iterator[str]]]:
        """The blocks of the file itself and of those that it extends, without those of shared files."""
        # Of a version that extends another the environment knows the blocks of the last file only.
        return dict(ChainMap(*(_environment(self.folders).get_template(name).blocks for name in self._files)))

    @cached_property
    def digest(self) -> str:
        """A short hash of the file, of those that it extends, of the game's data and of the shared files."""
        own = list(self._files.values())
        used = [PROMPTS, *(folder for folder in self.folders[1:] if any(file.is_relative_to(folder) for file in own))]
        data = [file for folder in used for file in sorted((folder / self.game).glob("*.json"))]
        files = [*own, *data, *(file for folder in used for file in sorted(folder.glob("*.jinja")))]
        return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]

    @property
    def tells_rounds(self) -> bool:
        """True if it tells past rounds one by one, as turns of a chat (see ``_rounds.jinja``)."""
        return self.has_block("report")

    def has_block(self, block: str) -> bool:
        """Returns whether the file, or one that it extends, has a block of that name; shared files do not count."""
        return block in self._blocks

    @cached_property
    def plain(self) -> str:
        """The text of a file that sees nothing."""
        return self.render({})

    def render(self, context: Mapping[str, Any]) -> str:
        """Returns the text of the file in a context."""
        return self._template.render(context).strip()

    def render_block(self, block: str, context: Mapping[str, Any]) -> str:
        """Returns a block as prompts show it, also one that only a shared file has; "" if none has it."""
        shared = self._block_context(context)
        renders = shared.blocks.get(block)
        return "".join(renders[0](shared)).strip() if renders else ""

    def render_own_block(self, block: str, context: Mapping[str, Any]) -> str:
        """Returns a block that the file, or one that it extends, has itself; "" if it has no such block."""
        return self._render_own(block, context).strip()

    def _render_own(self, block: str, context: Mapping[str, Any]) -> str:
        return "".join(self._blocks[block](self._block_context(context))) if block in self._blocks else ""

    def _block_context(self, context: Mapping[str, Any]) -> Context:
        shared = self._template.new_context(dict(context))
        # What the file imports and extends is known to blocks only afterwards.
        list(self._template.root_render_func(shared))
        return shared

    def list_moves(self, context: Mapping[str, Any]) -> Sequence[Pattern]:
        """Returns the legal moves as the version lists them: those of its block ``moves``, or ``context["legal"]``.

        The block calls moves by other names than the game does, or lists one by one what the game lists as a range.
        Every name in it must be one that the game's view understands.
        """
        if not self.has_block(MOVES):
            legal: Sequence[Pattern] = context["legal"]
            return legal
        lines = self.render_own_block(MOVES, {**context, "part": "turn"}).splitlines()
        return list(map(Pattern, lines)) or context["legal"]

    def render_turns(self, block: str, context: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Returns the turns in a block: roles with texts, to the character and without empty ones.

        Each begins with ``{{ turn("user") }}``, or another role. Without such a block there are no turns.
        """
        turns = [turn.partition("\n") for turn in self._render_own(block, context).split(_TURN)[1:]]
        return [(role, text) for role, _, text in turns if text]


@dataclass(frozen=True)
class Rendering:
    """A wording with all that it sees, as plain values."""

    wording: Wording
    context: Mapping[str, Any]

    def text(self, **words: object) -> str:
        """Returns the whole text of the wording, which sees these words, too."""
        return self.wording.render({**self.context, **words})

    def block(self, block: str, **words: object) -> str:
        """Returns a block that the wording has itself (see :meth:`Wording.render_own_block`)."""
        return self.wording.render_own_block(block, {**self.context, **words})

    def turns(self, block: str, **words: object) -> list[tuple[str, str]]:
        """Returns the turns in a block (see :meth:`Wording.render_turns`)."""
        return self.wording.render_turns(block, {**self.context, **words})


def find(game: str, version: str) -> Wording:
    """Returns a prompt version of a game.

    Raises:
        ValueError: the game has no such version.
    """
    return _find(folders(), game, version)


@cache
def _find(folders: Folders, game: str, version: str) -> Wording:
    _find_version(game, version)
    return Wording(folders, game, version)


def render_version(game: str, version: str, /, **context: Any) -> str:
    """Returns the text of a prompt version in a context.

    Raises:
        ValueError: the game has no such version.
    """
    wording = find(game, version)
    return wording.render(context) if context else wording.plain


def prompt_digest(game: str, version: str) -> str:
    """Returns the :attr:`Wording.digest` of a prompt version.

    Raises:
        ValueError: the game has no such version.
    """
    return find(game, version).digest


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
    return _answer_labels(folders(), game)


@cache
def _answer_labels(folders: Folders, game: str) -> Sequence[str]:
    files = {file for version in list_versions(game) for file in _version_files(folders, game, version).values()}
    shown = (found[1].casefold() for file in sorted(files) for found in ANSWER_LINE.finditer(file.read_text("utf-8")))
    return list(dict.fromkeys(["answer", *shown]))


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
