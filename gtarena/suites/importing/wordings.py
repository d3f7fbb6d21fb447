"""Files of a checkout that wordings are made from, and the files of wordings that are made from them."""

from pathlib import Path

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
