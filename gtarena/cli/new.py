"""Verb `gtarena new`: writes a package of one's own with a small game, to be changed into another."""

import importlib.util
import keyword
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from gtarena.cli.settings.arguments import Parser, path_argument
from gtarena.errors import UsageError

TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".template"  # without it, the file would be taken for one of gtarena's own
PLACEHOLDER = "NAME"  # in the templates and in their paths
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def write_new_package(arguments: Sequence[str]) -> int:
    """Writes a package with a game of its own, and prints the commands that install and play it."""
    parser = Parser(prog="gtarena new", description="Writes a package with a small game, prompts and a test, which "
                    "gtarena finds once it is installed. Change it into your own.")
    parser.add_argument("name", metavar="NAME", help="name of the game and of its Python module, such as counting_race")
    parser.add_argument("--out", type=path_argument, default=Path(), metavar="DIR",
                        help="folder for that of the package; by default the current one")
    parsed = parser.parse_args(arguments)
    _require_new_name(parsed.name)
    folder = write_package(parsed.name, parsed.out)
    print(f"{folder} holds the game {parsed.name}. Install it in the environment of gtarena, and play it:\n"
          f"  {sys.executable} -m pip install --editable {folder}\n  gtarena game={parsed.name} agents=[mcts,random]")
    return 0


def write_package(name: str, out: Path) -> Path:
    """Writes the package of a game into a new folder in ``out``, and returns the folder.

    Raises:
        UsageError: there is something of the folder's name already.
    """
    folder = out / name.replace("_", "-")
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{folder} exists already: choose another name, or another folder with --out DIR")
    for template in sorted(TEMPLATES.rglob(f"*{SUFFIX}")):
        path = folder / str(template.relative_to(TEMPLATES)).removesuffix(SUFFIX).replace(PLACEHOLDER, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(template.read_text(encoding="utf-8").replace(PLACEHOLDER, name), encoding="utf-8")
    return folder


def _require_new_name(name: str) -> None:
    """Checks that a game and a module can have a name.

    Raises:
        UsageError: they cannot, or one of them has it already.
    """
    from gtarena import games

    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise UsageError(f"{name!r:.80} is no name of a Python module: write lower-case letters, digits and _, "
                         f"as in gtarena new counting_race")
    if name in games.all_names():
        raise UsageError(f"there is a game {name} already (`gtarena games {name}` shows it): choose another name")
    if importlib.util.find_spec(name) is not None:
        raise UsageError(f"Python has a module {name} already: choose another name")
