"""Tries hundreds of faults on whole runs, and counts what was survived, lost, paid twice or revealed.

    python scripts/soak.py --kills 48 --seed 0

Kinds of faults: ``kills`` at random moments of all phases; ``environments`` that lack disk, memory, descriptors or
threads, at first or from some moment on, with closed streams and links (small disks and few threads only for root);
``servers`` that fail or lie, and replies that try to break out; ``providers``, the same servers in every provider's
protocol, which takes hours and has to be named; ``commands`` at once on one folder or cache; ``damage`` to caches, logs
and plans; ``pages`` of matches under a flood of connections.
Each fault meets a run of its own, with API keys in the environment. Then the same command is repeated without the
fault: it must finish all matches, with the results of an undisturbed run. Everything stays on this machine; only
addresses of the loopback interface are called.

Prints a row for each kind. The exit code is 1 if a fault was not survived, a finished match was lost, a call was paid
for twice (but for those under way at a kill), or a key can be read anywhere.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from soaking import concurrent_commands, damage, environments, kills, pages, providers, servers
from soaking.trial import LATENCY, TIME_LIMIT, Ended, Fault, Finding, Trial, results, whole_lines

from tests.support.faulty_server import FaultyServer

HOURS = ("providers",)  # kinds that take so long that they are tried only if they are named
COLUMNS = ("faults", "survived", "lost", "paid twice", "keys found")


def undisturbed(folder: Path) -> tuple[dict[str, Any], Ended]:
    """Returns the results of a run without any fault, by match id, and its end."""
    server = FaultyServer(0, 0.0)
    trial = Trial(folder, server)
    ended = trial.run()
    server.close()
    if ended.code:
        sys.exit(f"the run fails without any fault:\n{ended.output[-2000:]}")
    return results(dict(whole_lines(trial.results)).values()), ended


def tried(fault: Fault, folder: Path) -> Finding:
    """Tries a fault in a folder of its own."""
    server = FaultyServer(0, 0.0, latency=LATENCY, patience=2 * TIME_LIMIT)
    try:
        return fault.attempt(Trial(folder, server))
    except Exception as error:  # noqa: BLE001  (a trial that breaks must not end the others)
        return Finding(fault.name, f"the trial itself failed: {type(error).__name__}: {error}")
    finally:
        server.close()


def row(kind: str, findings: Iterable[Finding]) -> str:
    """Returns a line of the table."""
    found = list(findings)
    counts = (len(found), sum(not each.trouble for each in found), sum(each.lost for each in found),
              sum(each.paid_twice for each in found), sum(len(each.keys) for each in found))
    return f"{kind:14}" + "".join(f"{count:12}" for count in counts)


def chosen(options: argparse.Namespace, expected: Mapping[str, Any], ended: Ended) -> Iterator[tuple[str, list[Fault]]]:
    """Yields the kinds that are to be tried, with their faults."""
    rng = random.Random(options.seed)
    kinds: dict[str, Callable[[], Iterator[Fault]]] = {
        "kills": lambda: kills.faults(options.kills, rng, expected),
        "environments": lambda: environments.faults(expected, ended.address_space),
        "servers": lambda: servers.faults(expected),
        "providers": providers.faults,
        "commands": lambda: concurrent_commands.faults(expected),
        "damage": lambda: damage.faults(rng, expected),
        "pages": lambda: pages.faults(expected),
    }
    for kind in options.kinds or [kind for kind in kinds if kind not in HOURS]:
        wanted = (fault for fault in kinds[kind]() if options.only in fault.name)
        yield kind, list(islice(wanted, options.most))


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help="kinds of faults (default: all but providers)")
    parser.add_argument("--kills", type=int, default=48, help="number of kills (default: 48)")
    parser.add_argument("--most", type=int, help="most faults of each kind (default: all)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only faults with this text in their names")
    parser.add_argument("--seed", type=int, default=0, help="seed of moments and damage (default: 0)")
    parser.add_argument("--at-once", type=int, default=2, help="trials at the same time (default: 2)")
    options = parser.parse_args()
    everything: list[Finding] = []
    table = [f"{'':14}" + "".join(f"{column:>12}" for column in COLUMNS)]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.at_once) as pool:
        expected, ended = undisturbed(Path(folder) / "undisturbed")
        for kind, faults in chosen(options, expected, ended):
            places = [Path(folder) / kind / str(number) for number in range(len(faults))]
            findings = []
            for finding in pool.map(tried, faults, places):
                findings.append(finding)
                bad = finding.trouble or finding.lost or finding.paid_twice or finding.keys
                print(f"{'NOT ok' if bad else 'ok':8}{kind}: {finding.fault}"
                      + (f"\n        {finding}" if bad else ""), flush=True)
            table.append(row(kind, findings))
            everything += findings
    print("\n".join([*table, row("all", everything)]))
    sys.exit(any(each.trouble or each.lost or each.paid_twice or each.keys for each in everything))


if __name__ == "__main__":
    main()
