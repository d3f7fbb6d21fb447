"""Import of MAgIC's published wordings as prompt versions, from a local checkout of its program.

The program has two environments for each game: one for tables at which nobody has beliefs (MAgIC's PGM), and one for
those at which somebody has. ``published`` is the chat of the first, and of a player with beliefs;
``published_beside_pgm`` is that of the second, for all at the table.
"""

from collections.abc import Iterator
from pathlib import Path

from adapters.replies.published import VERSION
from gtarena.suites.importing.wordings import import_games, require_checkout, tell_folder
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
    require_checkout(folder, BENCHMARK, FOLDERS)
    made = yield from import_games(folder, out, BENCHMARK, LAYOUTS, lambda game: {
        VERSION: make_wording(game, Checkout(folder)), BESIDE_PGM: _BESIDE.format(game=game, version=VERSION)})
    yield f"wrote the wordings of {', '.join(made)} to {out}; choose them with prompt={VERSION}, or prompt={BESIDE_PGM}"
    yield from tell_folder(out)
