"""Local server with OpenAI's protocol that fails as real servers do, reproducibly.

    python tests/support/faulty_server.py --rate 0.3 --seed 1

prints its address. With ``--rate 0`` it never fails and, without ``--latency``, answers at once. ``--faults`` names the
faults to choose from; a broken or malicious server has those of ``tests/support/hostile_answers.py``.
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
    # Started by its path, whose folder holds test packages with the names of the real ones.
    sys.path[0] = str(Path(__file__).parents[2])

from tests.support.hostile_answers import HOSTILE
from tests.support.openai_server import (
    Answer,
    OpenAIServer,
    Payload,
    Raw,
    Received,
    Reset,
    chat,
    error,
    random_move,
    serve,
)
from tests.support.protocols import OPENAI, Protocol

GOOD = "good"
RETRY_AFTER = 0.05  # seconds

Fault = Callable[[Raw, float], Answer]


# Each turns a good answer into a faulty one; slow ones take the seconds after which a client has given up.
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
    "slow_drip": lambda good, patience: replace(good, pause=patience / len(good.body))}


def digest(payload: Payload) -> str:
    """Returns a hash of a request's content, the same for every spelling of its JSON."""
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


class FaultyServer(OpenAIServer):
    """Fails a share ``rate`` of the requests with one of the ``faults``, and answers the others with a legal move.

    The answer to a request depends on the seed, its content and how often that content has come before, and not on
    the order of different requests. Good answers take ``latency`` seconds; hanging and dripping ones take ``patience``
    seconds, which should exceed the client's time limit. ``sleep`` is called to wait for these seconds. ``faults`` are
    names of ``FAULTS`` and of ``hostile_answers.HOSTILE``.
    """

    def __init__(
        self, seed: int = 0, rate: float = 0.3, *, latency: float = 0.0, patience: float = 10.0,
        faults: Sequence[str] = tuple(FAULTS), sleep: Callable[[float], object] = time.sleep,
        protocol: Protocol = OPENAI,
    ) -> None:
        self._seed, self._rate, self._faults = seed, rate, faults
        self._latency, self._patience = latency, patience
        self._counting = threading.Lock()
        self._kinds: Counter[str] = Counter()
        self._bodies: Counter[str] = Counter()
        super().__init__(sleep=sleep, protocol=protocol)

    def kind(self, body: str, seen: int) -> str:
        """Returns ``good`` or the fault for a request with this digest that was seen ``seen`` times before."""
        rng = random.Random(f"{self._seed} {body} {seen}")
        return rng.choice(self._faults) if rng.random() < self._rate else GOOD

    def set_faults(self, faults: Sequence[str], rate: float) -> None:
        """Fails from now on this share of the requests, with these faults."""
        self._faults, self._rate = faults, rate

    def stats(self) -> dict[str, Any]:
        """Adds the number of requests by kind of answer (``kinds``) and by content (``bodies``)."""
        with self._counting:
            return super().stats() | {"kinds": dict(self._kinds), "bodies": dict(self._bodies)}

    def start_over(self) -> None:
        """Forgets all requests, so that the same requests get the same answers again."""
        with self._counting:
            self.received.clear()
            self._kinds.clear()
            self._bodies.clear()

    def respond(self, request: Received) -> Answer:
        body = digest(request.payload)
        with self._counting:
            kind = self.kind(body, self._bodies[body])
            self._bodies[body] += 1
            self._kinds[kind] += 1
        if kind in HOSTILE:
            return HOSTILE[kind](request)
        good = self.spoken(chat(random_move(request.payload, self.protocol)))
        return replace(good, delay=self._latency) if kind == GOOD else FAULTS[kind](good, self._patience)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rate", type=float, default=0.3, help="share of the requests that fail (default: 0.3)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds that a good answer takes (default: 0)")
    parser.add_argument("--patience", type=float, default=10.0, help="seconds that hanging ones take (default: 10)")
    parser.add_argument("--faults", nargs="+", choices=[*FAULTS, *HOSTILE], default=tuple(FAULTS), metavar="FAULT",
                        help=f"faults to choose from: {', '.join(FAULTS)} (default: these); {', '.join(HOSTILE)}")
    options = parser.parse_args()
    server = FaultyServer(
        options.seed, options.rate, latency=options.latency, patience=options.patience, faults=options.faults)
    serve(server)


if __name__ == "__main__":
    main()
