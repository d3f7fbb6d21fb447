"""Plays random matches in every disguise of many games, and checks that each maps one to one to one of the game.

    python scripts/check_disguises.py --matches 300

At decisions of every match the prompt has to come back whole from the disguise, and the disguised name of each legal
move has to be read as that move; at the end the returns have to be equal. Two scripted models of Kuhn poker then play
the same cards with and without a disguise: one knows what to do by the names of the cards, one reads the rules.
"""

import argparse
import math
from collections.abc import Sequence
from statistics import mean, stdev

import _harness  # noqa: F401  (makes the packages importable from any directory)

from tests.support.disguised_minds import Mind, memoriser, reasoner, returns
from tests.support.disguises import GAMES, check_matches, disguises_of

MINDS: dict[str, Mind] = {"by heart": memoriser, "reads the rules": reasoner}
DISGUISES_OF_KUHN = ("renamed", "swapped", "story", "anonymous", "affine")


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=300, help="matches per game, over its disguises (default: 300)")
    matches = parser.parse_args().matches
    print(f"{'game':34} {'disguise':18} {'matches':>7} {'decisions':>9} {'replies':>8}")
    for game in GAMES:
        names = disguises_of(game)
        for name in names:
            found = check_matches(game, name, range(math.ceil(matches / len(names))))
            print(f"{game:34} {name:18} {found.matches:7} {found.decisions:9} {found.replies:8}", flush=True)
    print(f"\n{'model of Kuhn poker':34} {'disguise':18} {'difference of returns':>22}")
    for label, mind in MINDS.items():
        for name in DISGUISES_OF_KUHN:
            print(f"{label:34} {name:18} {difference(mind, name, range(60)):>22}", flush=True)


def difference(mind: Mind, disguise: str, seeds: Sequence[int]) -> str:
    """Returns the mean return in a disguise minus that without one on the same cards, and its standard error."""
    drops = [hidden - plain for hidden, plain in zip(
        returns(mind, disguise, seeds), returns(mind, "none", seeds), strict=True)]
    return f"{mean(drops):.2f} ± {stdev(drops) / math.sqrt(len(drops)):.2f}"


if __name__ == "__main__":
    main()
