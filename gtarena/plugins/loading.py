"""Loading of plug-ins, in this process and in those that it starts; names that two of them bring are refused."""

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, partial
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pyspiel

import adapters
import custom_games
from adapters import boards, pictures
from adapters.generic.generic_view import GenericView, PlainStructView
from adapters.rendering import templates
from custom_games.word_sets import word_lists
from gtarena.errors import UsageError, first_line
from gtarena.plugins.contents import Plugin
from gtarena.system import processes
from gtarena.system.checkout import config_folder

GROUP = "gtarena.plugins"  # of entry points
ATTRIBUTE = "PLUGIN"  # of a module, which holds its Plugin
OURS = "gtarena"
PLAYING = {OURS, "open_spiel", "litellm", "commit"}  # what logs state the versions of, besides plug-ins
SUFFIX = ".py"


@dataclass(frozen=True)
class LoadedPlugin:
    """Plug-in of this process.

    ``name`` is that of its distribution, module or file, as logs state it with the ``version``; ``games`` are the short
    names of the games that it registered.
    """

    name: str
    version: str
    module: str
    content: Plugin
    games: tuple[str, ...] = ()


_loaded: dict[str, LoadedPlugin] = {}  # by module
_adding: ContextVar[tuple[LoadedPlugin, ...]] = ContextVar("adding", default=())
_words: dict[str, None] = {}  # what `plugins=[...]` named, in order


def loaded() -> Sequence[LoadedPlugin]:
    """Returns the plug-ins of this process in the order in which they were loaded."""
    return (*_loaded.values(), *_adding.get())


@contextmanager
def adding(content: Plugin) -> Iterator[None]:
    """Adds agents and models of the calling program itself, for this thread and until the block ends."""
    token = _adding.set((*_adding.get(), LoadedPlugin("this program", "", "", content)))
    try:
        yield
    finally:
        _adding.reset(token)


def words() -> Sequence[str]:
    """Returns what :func:`load` needs in another process, besides the plug-ins of installed packages."""
    return tuple(_words)


def versions() -> dict[str, str]:
    """Returns the version of each plug-in by its name; that of a file is the beginning of its SHA-256."""
    return {plugin.name: plugin.version for plugin in _loaded.values()}


def load(words: Sequence[str] = ()) -> None:
    """Loads the plug-ins of installed packages and those that are named, each once, also in processes started later.

    Args:
        words: modules, or paths of files that end in ``.py``.

    Raises:
        UsageError: a plug-in does not exist or cannot be imported, or brings what another one or gtarena already has.
    """
    for entry in _installed():
        name, version = (entry.dist.name, entry.dist.version) if entry.dist else (entry.module, "unknown")
        _load(entry.module, name, version, partial(importlib.import_module, entry.module))
    for word in words:
        path = Path(word)
        if word.endswith(SUFFIX):
            _load(path.stem, path.name, _digest(path), partial(_import_file, path))
        else:
            _load(word, word, _module_version(word), partial(_import_module, word))
        _words[str(path.resolve()) if word.endswith(SUFFIX) else word] = None
    processes.at_start["plugins"] = partial(load, tuple(_words))


@cache  # to look through all installed packages takes longer than many a match
def _installed() -> metadata.EntryPoints:
    return metadata.entry_points(group=GROUP)


def _load(module: str, name: str, version: str, bring: "partial[ModuleType]") -> None:
    if module in _loaded:
        return
    try:
        with _noting_games(name) as games:
            found = bring()
            custom_games.register_games()
    except UsageError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {first_line(error)}"
        raise UsageError(f"the plug-in {name} cannot be loaded: {reason}; mend it, or leave it out (an installed "
                         "package is left out by uninstalling it)") from error
    content = getattr(found, ATTRIBUTE, Plugin())
    if not isinstance(content, Plugin):
        raise UsageError(f"the plug-in {name}: {ATTRIBUTE} is no gtarena.plugins.Plugin, but {content!r:.80}")
    version = version or str(getattr(found, "__version__", "unknown"))
    plugin = LoadedPlugin(name, version, module, content, tuple(games))
    _require_new(plugin)
    _require_prompts(plugin)
    _loaded[module] = plugin
    _register_below(plugin)


def _register_below(plugin: LoadedPlugin) -> None:
    """Registers what the packages below have registers for."""
    if (prompts := _subfolder(plugin, "prompts")) is not None:
        templates.add_folder(prompts)
    if (words := _subfolder(plugin, "words")) is not None:
        word_lists.add_folder(words)
    adapters.views().update(plugin.content.views)
    pictures.added.update(plugin.content.pictures)
    boards.added.update(plugin.content.boards)


def _require_new(plugin: LoadedPlugin) -> None:
    """Checks what :func:`_register_below` is to register.

    Raises:
        UsageError: a game has a view, a picture or a board already, or a file of that name is in another folder.
    """
    known = {"views": adapters.views(), "pictures": pictures.drawn_games(), "boards": boards.board_games()}
    for concept, ours in known.items():
        for name in getattr(plugin.content, concept):
            if name in ours:
                raise _collision(concept.removesuffix("s"), name, plugin.name, _owner_of(concept, name))
    own_folders = {"prompts": templates.PROMPTS, "words": word_lists.DATA, "conf": config_folder()}
    for kind, own in own_folders.items():
        others = {OURS: own, **{other.name: _subfolder(other, kind) for other in loaded()}}
        folder = _subfolder(plugin, kind)
        files = [file.relative_to(folder) for file in folder.rglob("*.*")] if folder else []
        for owner, other in others.items():
            for file in files:
                if other is not None and (other / file).is_file():
                    raise _collision("file", f"{kind}/{file}", plugin.name, owner)


def _require_prompts(plugin: LoadedPlugin) -> None:
    """Checks that what views tell has a wording.

    Raises:
        UsageError: a view is for a game without prompts, and does not tell what the generic ones show.
    """
    for name, view in plugin.content.views.items():
        folder = _subfolder(plugin, "prompts")
        brought = templates.has_prompts(name) or (folder is not None and (folder / name).is_dir())
        if not brought and not isinstance(view, GenericView | PlainStructView):
            raise UsageError(f"the plug-in {plugin.name} brings a view of {name} without prompts: add the file prompts/"
                             f"{name}/v1.jinja to its folder, or derive the view from {GenericView.__module__}."
                             f"{GenericView.__name__}")


def _owner_of(concept: str, name: str) -> str:
    """Returns the name of the plug-in that brought something; gtarena if it is none's."""
    return next((plugin.name for plugin in loaded() if name in getattr(plugin.content, concept)), OURS)


def _collision(concept: str, name: str, one: str, other: str) -> UsageError:
    return UsageError(f"the {concept} {name} of the plug-in {one} is already in {other}: rename one, or load one alone")


@contextmanager
def _noting_games(name: str) -> Iterator[list[str]]:
    """Notes the short names of the games that are registered until the block ends.

    Raises:
        UsageError: there is such a game already, which pyspiel would replace.
    """
    importlib.import_module("open_spiel.python.games")  # which would otherwise replace it when they are looked for
    before, register = _game_types(), pyspiel.register_game

    def register_new(game_type: pyspiel.GameType, make: Any) -> None:
        if game_type.short_name in pyspiel.registered_names():
            raise _collision("game", game_type.short_name, name, _owner_of_game(game_type.short_name))
        register(game_type, make)

    noted: list[str] = []
    pyspiel.register_game = register_new
    try:
        yield noted
    finally:
        pyspiel.register_game = register
    after = _game_types()
    for replaced in (known for known, kind in before.items() if kind != after[known]):  # by a library in C++
        raise _collision("game", replaced, name, _owner_of_game(replaced))
    noted += sorted(after.keys() - before.keys())


def _game_types() -> dict[str, Any]:
    return {kind.short_name: kind for kind in pyspiel.registered_games()}


def _owner_of_game(name: str) -> str:
    brought = next((plugin.name for plugin in loaded() if name in plugin.games), None)
    return brought or (OURS if name in custom_games.GAMES else "OpenSpiel")


def added(concept: str, ours: Container[str] = ()) -> dict[str, Any]:
    """Returns what plug-ins bring of a concept, an attribute of :class:`Plugin`, by name; ``ours`` are gtarena's own.

    Raises:
        UsageError: a name is brought twice.
    """
    found: dict[str, Any] = {}
    owners: dict[str, str] = {}
    for plugin in loaded():
        for name, thing in getattr(plugin.content, concept).items():
            if name in ours or name in found:
                raise _collision(concept.removesuffix("s"), name, plugin.name, owners.get(name, OURS))
            found[name], owners[name] = thing, plugin.name
    return found


def config_folders() -> list[Path]:
    """Returns the folder of Hydra's YAML files, and those of the plug-ins."""
    return [config_folder(), *folders("conf")]


def folders(name: str) -> list[Path]:
    """Returns the folders of that name, such as ``conf``, in the folders of the plug-ins."""
    return [folder for plugin in loaded() if (folder := _subfolder(plugin, name)) is not None]


def places() -> list[Path]:
    """Returns the files and folders that hold the modules of the plug-ins, and what they bring."""
    found: list[Path] = []
    for plugin in _loaded.values():
        module = sys.modules[plugin.module]
        found += map(Path, getattr(module, "__path__", None) or filter(None, [getattr(module, "__file__", None)]))
        found += [plugin.content.folder] if plugin.content.folder else []
    return found


def missing(stated: Mapping[str, str]) -> dict[str, str]:
    """Returns the plug-ins with these versions that are not loaded, each with what to do about it."""
    return {name: f"add plugins=[PATH/{name}]" if name.endswith(SUFFIX) else f"install {name} (version {version})"
            for name, version in stated.items() if name not in PLAYING and name not in versions()}


def describe_missing(stated: Mapping[str, str]) -> str:
    """Returns which plug-ins must be loaded for a log that states these versions, as the end of an error message."""
    ways = missing(stated)
    return f"; it was played with the plug-in {' and '.join(ways)}: {', '.join(ways.values())}" if ways else ""


def _subfolder(plugin: LoadedPlugin, name: str) -> Path | None:
    folder = plugin.content.folder
    return folder / name if folder is not None and (folder / name).is_dir() else None


def _import_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        remedy = f"write plugins=[./{name}.py]" if Path(f"{name}.py").exists() else "install it, or name a file.py"
        raise UsageError(f"plugins=[{name}]: Python finds no module of this name: {remedy}") from error


def _import_file(path: Path) -> ModuleType:
    """Imports a file as a module of its name, so that its games can be sent to other processes.

    Raises:
        UsageError: there is no such file, or its name is that of another module.
    """
    name, file = path.stem, str(path.resolve())
    if not path.is_file():
        raise UsageError(f"plugins=[{path}]: there is no such file")
    if not name.isidentifier():
        raise UsageError(f"plugins=[{path}]: {name} is no name of a Python module: rename the file")
    if name in sys.modules and getattr(sys.modules[name], "__file__", None) == file:
        return sys.modules[name]
    other = None if name in sys.modules else importlib.util.find_spec(name)
    if name in sys.modules or (other is not None and other.origin != file):
        raise UsageError(f"plugins=[{path}]: Python has another module {name}: rename the file")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None, "a file that ends in .py can be imported"
    assert spec.loader is not None, "it is read from a file"
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _digest(path: Path) -> str:
    return f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}" if path.is_file() else ""


def _module_version(name: str) -> str:
    """Returns the version of the distribution of a module's name; empty if there is none."""
    try:
        return metadata.version(name.partition(".")[0])
    except metadata.PackageNotFoundError:
        return ""
