"""A server on this machine that speaks OpenAI's protocol and fails as real ones do, in a way that can be repeated.

    python tests/support/faulty_server.py --rate 0.3 --seed 1

prints its address; ``--rate 0`` makes it one that never fails and, without ``--latency``, answers at once.
"""

import argparse
import hashlib
import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    # Started by its path: the folders of tests beside this file bear the names of the packages.
    sys.path[0] = str(Path(__file__).parents[2])

from tests.support.openai_server import Answer, OpenAIServer, Payload, Raw, Reset, chat, error, random_move, serve

GOOD = "good"
RETRY_AFTER = 0.05  # seconds

Fault = Callable[[Raw, float], Answer]


# What becomes of a good answer. Times are seconds by which a client is to have lost its patience.
FAULTS: dict[str, Fault] = {
    "rate_limit": lambda good, patience: error(429, "slow down"),
    "rate_limit_retry_after": lambda good, patience: replace(
        error(429, "slow down"), headers={"Retry-After": str(RETRY_AFTER)}
    ),
    "error_500": lambda good, patience: error(500, "boom"),
    "error_503": lambda good, patience: error(503, "overloaded"),
    "timeout": lambda good, patience: replace(good, delay=patience),
    "half_closed": lambda good, patience: replace(good, cut=len(good.body) // 2),
    "reset": lambda good, patience: Reset(),
    "truncated_json": lambda good, patience: replace(good, body=good.body[: len(good.body) // 2]),
    "invalid_json": lambda good, patience: replace(good, body=good.body.replace('"', "'")),
    "html": lambda good, patience: Raw("<html><body>Be right back</body></html>", content_type="text/html"),
    "no_choices": lambda good, patience: chat(None, choices=[]),
    "wrong_content_type": lambda good, patience: replace(good, content_type="application/octet-stream"),
    "slow_drip": lambda good, patience: replace(good, pause=patience / len(good.body)),
}


def digest(payload: Payload) -> str:
    """What tells one request's content from another's, however its JSON was written."""
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


class FaultyServer(OpenAIServer):
    """Fails a share ``rate`` of the requests with one of the ``faults``, and answers the others with a legal move.

    What happens to a request follows from the seed, its content and how often that content has come before, so the
    order in which different requests come changes nothing. Good answers take ``latency`` seconds; hanging and
    dripping ones take ``patience`` seconds, which is to be more than the client's time limit.
    """

    def __init__(
        self,
        seed: int = 0,
        rate: float = 0.3,
        *,
        latency: float = 0.0,
        patience: float = 10.0,
        faults: Sequence[str] = tuple(FAULTS),
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._seed, self._rate, self._faults = seed, rate, faults
        self._latency, self._patience = latency, patience
        self._counting = threading.Lock()
        self._kinds: Counter[str] = Counter()
        self._bodies: Counter[str] = Counter()
        super().__init__(self._reply, sleep)

    def kind(self, body: str, seen: int) -> str:
        """``good`` or a fault: what meets a request with that digest if it was seen so many times before."""
        rng = random.Random(f"{self._seed} {body} {seen}")
        return rng.choice(self._faults) if rng.random() < self._rate else GOOD

    def stats(self) -> dict[str, Any]:
        """Also how many requests met each kind of answer (``kinds``), and how often each content came (``bodies``)."""
        with self._counting:
            return super().stats() | {"kinds": dict(self._kinds), "bodies": dict(self._bodies)}

    def start_over(self) -> None:
        """Forgets what has come, so that the same requests meet the same again."""
        with self._counting:
            self.received.clear()
            self._kinds.clear()
            self._bodies.clear()

    def _reply(self, payload: Payload) -> Answer:
        body = digest(payload)
        with self._counting:
            kind = self.kind(body, self._bodies[body])
            self._bodies[body] += 1
            self._kinds[kind] += 1
        good = chat(random_move(payload))
        return replace(good, delay=self._latency) if kind == GOOD else FAULTS[kind](good, self._patience)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rate", type=float, default=0.3, help="share of the requests that fail (default: 0.3)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds that a good answer takes (default: 0)")
    parser.add_argument("--patience", type=float, default=10.0, help="seconds that hanging ones take (default: 10)")
    options = parser.parse_args()
    serve(FaultyServer(options.seed, options.rate, latency=options.latency, patience=options.patience))


if __name__ == "__main__":
    main()
