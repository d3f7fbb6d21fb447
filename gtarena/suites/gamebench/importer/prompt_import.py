"""Import of GameBench's published prompts as prompt versions, from a local checkout of its repository."""

from collections.abc import Iterator
from pathlib import Path

from adapters.replies.published import VERSION
from gtarena.errors import UsageError
from gtarena.suites.gamebench.importer.chats import AGENT, make_wording
from gtarena.suites.gamebench.importer.game_texts import PUBLISHED
from gtarena.suites.importing.wordings import import_games, read_published, tell_folder

BENCHMARK = "GameBench"


def import_prompts(folder: Path, out: Path) -> Iterator[str]:
    """Writes ``OUT/GAME/published.jinja`` for the games, and yields lines that report the result.

    What cannot be imported is reported and left out; a file that was not imported before is never replaced.

    Raises:
        UsageError: the folder is not a checkout of GameBench, or no wording in it could be imported.
    """
    if not (folder / AGENT).is_file():
        raise UsageError(f"{folder} is not a checkout of GameBench: it has no file {AGENT}")
    made = yield from import_games(folder, out, BENCHMARK, PUBLISHED, lambda game: {
        VERSION: make_wording(game, lambda module: read_published(folder / module))})
    yield f"wrote wordings of {', '.join(made)} to {out}; choose them with prompt={VERSION}"
    yield from tell_folder(out)
