"""Shows that no reply, however malformed, breaks a parser or brings an illegal move through.

    python scripts/malformed.py --replies 100000 --seed 0

spreads the replies over the adapters of all named games, of OpenSpiel's games that share the generic one, and of a
game in which players talk. Every beginning of a well-formed answer comes first, then recorded answers of models and
well-formed ones to which odd things have happened. The exit code is 1 if a parser raised anything but a ReplyError,
gave a move that is not legal, or took more than 50 ms.
"""

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from _harness import Checks

from tests.support import malformed_replies

LIMIT = 0.05  # seconds
COLUMNS = ("move", *malformed_replies.REASONS)


@dataclass
class Tally:
    """What came of the replies to one game; ``faults`` are replies with what was wrong about them."""

    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    slowest_reply: str = ""
    faults: list[tuple[str, str]] = field(default_factory=list)


def replies(game: str, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Replies without end, each with the index of the decision that it answers."""
    moves = [malformed_replies.names(*decision) for decision in malformed_replies.decisions(game)]
    yield from ((0, text) for text in malformed_replies.truncations(moves[0]))
    while True:
        index = rng.randrange(len(moves))
        yield index, malformed_replies.reply(moves[index], rng)


def tried(game: str, number: int, rng: random.Random) -> Tally:
    """Reads that many replies."""
    tally = Tally()
    for index, text in itertools.islice(replies(game, rng), number):
        decision = malformed_replies.decisions(game)[index]
        outcome, seconds = timed(decision, text)
        if seconds > LIMIT:
            # The quickest of three more, so that a busy machine does not count.
            seconds = min(timed(decision, text)[1] for _ in range(3))
        if seconds > tally.slowest:
            tally.slowest, tally.slowest_reply = seconds, text
        tally.outcomes[outcome if outcome in COLUMNS else "fault"] += 1
        if outcome not in COLUMNS:
            tally.faults.append((text, outcome))
    return tally


def timed(decision: malformed_replies.Decision, text: str) -> tuple[str, float]:
    """What came of a reply, or what went wrong, and the seconds of this process's time that reading it took."""
    started = time.process_time()
    try:
        outcome = malformed_replies.outcome(*decision, text)
    except Exception as error:  # noqa: BLE001  (what it may be is the question)
        outcome = f"{type(error).__name__}: {error}"
    return outcome, time.process_time() - started


def row(name: str, outcomes: Counter[str], slowest: float) -> str:
    """A line of the table."""
    counts = "".join(f"{outcomes[column]:11,}" for column in (*COLUMNS, "fault"))
    return f"{name[:44]:44}{outcomes.total():9,}{counts}{slowest * 1000:8.1f} ms"


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replies", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(f"{'game':44}{'replies':>9}" + "".join(f"{column:>11}" for column in (*COLUMNS, "fault")) + "    slowest")
    tallies = {}
    for place, game in enumerate(malformed_replies.GAMES):
        each, left_over = divmod(options.replies, len(malformed_replies.GAMES))
        number = each + (place < left_over)
        tallies[game] = tried(game, number, random.Random(f"{options.seed} {game}"))
        print(row(game, tallies[game].outcomes, tallies[game].slowest), flush=True)
    slowest = max(tallies.values(), key=lambda tally: tally.slowest)
    everything = sum((tally.outcomes for tally in tallies.values()), Counter())
    print(row("all", everything, slowest.slowest))
    print(f"the slowest: {slowest.slowest_reply[:200]!r}")
    for game, tally in tallies.items():
        for text, fault in tally.faults[:3]:
            print(f"{game}: {fault[:200]}\n  {text[:300]!r}")
    check = Checks()
    check("a ReplyError or a legal move came of every reply", not everything["fault"], f"{everything['fault']} did not")
    check(f"none took more than {LIMIT * 1000:.0f} ms", slowest.slowest <= LIMIT, f"{slowest.slowest * 1000:.1f} ms")
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
