"""Files of a checkout that wordings are made from, and the files of wordings that are made from them."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from adapters.rendering import templates
from gtarena.errors import UsageError
from gtarena.system.files import write_text

MOST_BYTES = 1_000_000  # of a published file; the largest has 75,000
_MARK = "{# Made from a checkout of "


def read_published(path: Path) -> str:
    """Returns the text of a published file.

    Raises:
        ValueError: it cannot be read, is too large, or is not UTF-8.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"{path} is larger than {MOST_BYTES:,} bytes, unlike any published file")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8") from error


def write_wording(target: Path, benchmark: str, template: str) -> None:
    """Writes a wording; only one that was imported before is replaced.

    Raises:
        ValueError: there is another file in its place.
        OSError: it cannot be written.
    """
    if target.exists() and not read_published(target).startswith(_MARK):
        raise ValueError(f"{target} was not made by gtarena import prompts and is kept")
    target.parent.mkdir(parents=True, exist_ok=True)
    write_text(target, f"{_MARK}{benchmark} by gtarena import prompts. #}}\n{template}")


def require_checkout(folder: Path, benchmark: str, directories: Sequence[str]) -> None:
    """Checks that a folder has the directories of a benchmark's checkout.

    Raises:
        UsageError: it lacks some of them.
    """
    missing = [name for name in directories if not (folder / name).is_dir()]
    if missing:
        raise UsageError(
            f"{folder} is not a checkout of {benchmark}: it has no directory {' and no directory '.join(missing)}")


def import_games(
    folder: Path, out: Path, benchmark: str, games: Iterable[str], make: Callable[[str], Mapping[str, str]]
) -> Generator[str, None, list[str]]:
    """Writes the wordings that ``make`` makes of each game, by version; yields what is left out, and returns the rest.

    Raises:
        UsageError: no wording could be imported.
    """
    made = []
    for game in games:
        try:
            for version, wording in make(game).items():
                write_wording(out / game / f"{version}.jinja", benchmark, wording)
        except ValueError as error:
            yield f"{game}: not imported: {error}"
        else:
            made.append(game)
    if not made:
        raise UsageError(f"no wording in {folder} could be imported")
    return made


def tell_folder(out: Path) -> Iterator[str]:
    """Yields how to use a folder of wordings, unless it is read anyway."""
    if out.resolve() != templates.own_folder().resolve():
        yield f"set {templates.FOLDER_VARIABLE}={out} to use them"
