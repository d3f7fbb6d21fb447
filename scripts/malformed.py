"""Checks that no malformed reply breaks a parser or passes as a legal move.

    python scripts/malformed.py --replies 100000 --seed 0

The replies are divided among the adapters of all games with prompts of their own, of some OpenSpiel games with generic
prompts, and of a game with free text. For each game they start with all prefixes of well-formed answers, followed by
corrupted versions of them. The exit code is 1 if a parser raised anything but a
ReplyError, returned an illegal move, or took more than 500 ms.
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

MAX_SECONDS = 0.5
OUTCOMES = ("move", *malformed_replies.REASONS)


@dataclass
class Tally:
    """Outcomes of the replies to one game; ``faults`` are pairs of a reply and the error."""

    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    slowest_reply: str = ""
    faults: list[tuple[str, str]] = field(default_factory=list)


def replies(game: str, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Yields replies without end, each with the index of the decision that it answers."""
    moves = [malformed_replies.names(*decision) for decision in malformed_replies.decisions(game)]
    yield from ((0, text) for text in malformed_replies.truncations(moves[0]))
    while True:
        index = rng.randrange(len(moves))
        yield index, malformed_replies.reply(moves[index], rng)


def tried(game: str, number: int, rng: random.Random) -> Tally:
    """Parses a number of replies."""
    tally = Tally()
    for index, text in itertools.islice(replies(game, rng), number):
        decision = malformed_replies.decisions(game)[index]
        outcome, seconds = timed(decision, text)
        if seconds > MAX_SECONDS:
            # The fastest of three more attempts, so that other processes do not count.
            seconds = min(timed(decision, text)[1] for _ in range(3))
        if seconds > tally.slowest:
            tally.slowest, tally.slowest_reply = seconds, text
        tally.outcomes[outcome if outcome in OUTCOMES else "fault"] += 1
        if outcome not in OUTCOMES:
            tally.faults.append((text, outcome))
    return tally


def timed(decision: malformed_replies.Decision, text: str) -> tuple[str, float]:
    """Returns the outcome of a reply or the error, and the CPU seconds that parsing took."""
    started = time.process_time()
    try:
        outcome = malformed_replies.outcome(*decision, text)
    except Exception as error:  # noqa: BLE001  (any exception is a fault)
        outcome = f"{type(error).__name__}: {error}"
    return outcome, time.process_time() - started


def row(name: str, outcomes: Counter[str], slowest: float) -> str:
    """Returns a line of the table."""
    counts = "".join(f"{outcomes[column]:11,}" for column in (*OUTCOMES, "fault"))
    return f"{name[:44]:44}{outcomes.total():9,}{counts}{slowest * 1000:8.1f} ms"


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replies", type=int, default=100_000, help="number of replies (default: 100,000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the replies (default: 0)")
    options = parser.parse_args()
    print(f"{'game':44}{'replies':>9}" + "".join(f"{column:>11}" for column in (*OUTCOMES, "fault")) + "    slowest")
    tallies = {}
    for place, game in enumerate(malformed_replies.GAMES):
        each, left_over = divmod(options.replies, len(malformed_replies.GAMES))
        number = each + (place < left_over)
        tallies[game] = tried(game, number, random.Random(f"{options.seed} {game}"))
        print(row(game, tallies[game].outcomes, tallies[game].slowest), flush=True)
    slowest = max(tallies.values(), key=lambda tally: tally.slowest)
    everything = sum((tally.outcomes for tally in tallies.values()), Counter())
    print(row("all", everything, slowest.slowest))
    print(f"slowest reply: {slowest.slowest_reply[:200]!r}")
    for game, tally in tallies.items():
        for text, fault in tally.faults[:3]:
            print(f"{game}: {fault[:200]}\n  {text[:300]!r}")
    check = Checks()
    check("every reply gave a legal move or a ReplyError", not everything["fault"], f"{everything['fault']} did not")
    milliseconds = f"{slowest.slowest * 1000:.1f} ms"
    check(f"no reply took over {MAX_SECONDS * 1000:.0f} ms", slowest.slowest <= MAX_SECONDS, milliseconds)
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
