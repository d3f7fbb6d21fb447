"""Records golden playthroughs of games in tests/playthroughs; read the difference before you commit it.

Usage: ``.venv/bin/python scripts/record_playthrough.py NAME ...``
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from custom_games import GAMES
from tests.support import playthrough


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="+", metavar="NAME", choices=list(GAMES), help=f"one of {', '.join(GAMES)}")
    for name in parser.parse_args().names:
        playthrough.path(name).parent.mkdir(exist_ok=True)
        playthrough.path(name).write_text(playthrough.playthrough(name), encoding="utf-8")
        print(f"wrote {playthrough.path(name)}")


if __name__ == "__main__":
    main()
