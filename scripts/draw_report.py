"""Plays a run offline and writes the first screen of its report: `python scripts/draw_report.py`.

The picture is docs/first_screen.png, which the README shows. The run takes about a minute. Chromium or Chrome draws it.
"""

import shlex
import sys
import tempfile
from pathlib import Path

from _harness import ROOT, run
from draw_gallery import SCREENS, opened_browser, write_screen

PICTURE = ROOT / "docs" / "first_screen.png"
NAME = "board_and_card_games"
WORDS = ("suite=arena 'games=[tic_tac_toe,connect_four,nim,kuhn_poker,liars_dice]' matches=24 "
         "'agents=[mcts,random,llm@offline/random,llm@offline/first,llm@offline/flaky:0.3]' "
         "agent.mcts.simulations=100 pairings=all")


def main() -> int:
    """Runs the command line."""
    with tempfile.TemporaryDirectory() as folder, opened_browser() as browser:
        if browser is None:
            return 1
        place = Path(folder) / NAME
        run(place, f"name={NAME}", *shlex.split(WORDS))
        write_screen(browser, (place / "report.html").as_uri(), SCREENS["light"], PICTURE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
