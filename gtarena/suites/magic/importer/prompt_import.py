"""Import of MAgIC's published wordings as prompt versions, from a local checkout of its program.

The program has two environments for each game: one for tables at which nobody has beliefs (MAgIC's PGM), and one for
those at which somebody has. ``published`` is the chat of the first, and of a player with beliefs;
``published_beside_pgm`` is that of the second, for all at the table.
"""

from collections.abc import Iterator
from pathlib import Path

from adapters.rendering import templates
from adapters.replies.published import VERSION
from gtarena.errors import UsageError
from gtarena.suites.importing.wordings import write_wording
from gtarena.suites.magic.importer.checkout import Checkout
from gtarena.suites.magic.importer.wordings import LAYOUTS, make_wording

BENCHMARK = "MAgIC"
BESIDE_PGM = f"{VERSION}_beside_pgm"
FOLDERS = ("chatarena", "prompts", "config_release")
_BESIDE = (
    '{{% extends "{game}/{version}.jinja" %}}\n{{% block turns %}}{{{{ self.beside_pgm() }}}}{{% endblock %}}\n'
    "{{% block reader %}}\nmagic\npgm\n{{% endblock %}}\n")


def import_prompts(folder: Path, out: Path) -> Iterator[str]:
    """Writes ``OUT/GAME/published.jinja`` and ``published_beside_pgm.jinja``, and yields lines that report the result.

    What cannot be imported is reported and left out; a file that was not imported before is never replaced.

    Raises:
        UsageError: the folder is not a checkout of MAgIC, or no wording in it could be imported.
    """
    missing = [name for name in FOLDERS if not (folder / name).is_dir()]
    if missing:
        raise UsageError(
            f"{folder} is not a checkout of MAgIC: it has no directory {' and no directory '.join(missing)}")
    made = []
    for game in LAYOUTS:
        try:
            write_wording(out / game / f"{VERSION}.jinja", BENCHMARK, make_wording(game, Checkout(folder)))
            write_wording(out / game / f"{BESIDE_PGM}.jinja", BENCHMARK, _BESIDE.format(game=game, version=VERSION))
        except ValueError as error:
            yield f"{game}: not imported: {error}"
        else:
            made.append(game)
    if not made:
        raise UsageError(f"no wording in {folder} could be imported")
    yield f"wrote the wordings of {', '.join(made)} to {out}; choose them with prompt={VERSION}, or prompt={BESIDE_PGM}"
    if out.resolve() != templates.own_folder().resolve():
        yield f"set {templates.FOLDER_VARIABLE}={out} to use them"
