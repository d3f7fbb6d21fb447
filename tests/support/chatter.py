"""A model that answers as it is asked, draws its moves, and says texts that are easily damaged."""

import random
from collections.abc import Iterator
from itertools import count

from custom_games.action_specs.patterns import draw_move
from gtarena.logs.records import MatchRecord
from gtarena.models.base import Reply, Request
from tests.support.spoken_texts import ENGLAND, FAMILY, PERSIAN

SPOKEN_KEYS = ("clue", "guess", "message", "question", "answer")
SAID = (f"{FAMILY} in {ENGLAND}", PERSIAN, "cafe\u0301 ﬁnal ½ m² ①", "Ｗｅ ｍｅｅｔ．", "10\u00a0000\u202f€",
        '"quoted" and \\ slashed', "{\"vote\": \"Player 1\"}", "Answer: no", "**bold** `code` $x^2$",
        "it's <think>me</think>")
TWO_LINES = "two\nlines"  # which clues and guesses may not have


class Chatter:
    """Says a text of its own wherever it may speak, of ``size`` bytes or as it comes; ``said`` has them in order."""

    def __init__(self, seed: int = 0, size: int | None = None) -> None:
        self.said: list[str] = []
        self._rng, self._size, self._numbers = random.Random(seed), size, count(1)

    async def complete(self, request: Request) -> Reply:
        assert request.form is not None, "a move is asked for"
        keys = request.form.open_values()
        stated = {key: self._say(key) if key in SPOKEN_KEYS else draw_move(moves, self._rng)
                  for key, moves in keys.items()}
        return Reply(text=request.form.reply(stated))

    def _say(self, key: str) -> str:
        texts = (*SAID, TWO_LINES) if key == "message" else SAID
        said = self._rng.choice(texts) if self._size is None else "so it is " * self._size
        self.said.append(f"<{next(self._numbers)}> {said}"[:self._size])
        return self.said[-1]


def utterances(record: MatchRecord) -> Iterator[str]:
    """Yields the texts that were said in a match, in order."""
    return (step.name for step in record.history if step.action is None)
