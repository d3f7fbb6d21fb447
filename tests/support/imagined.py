"""A model that imagines a small game whose probabilities are all known."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from gtarena.agents.llm.rap.questions import wording
from gtarena.models.base import Alternative, Reply, Request, TokenLogprob

Judged = tuple[str, float, float]  # an action, its intuition and its self-evaluation

# The world of test_planning.py, which searches it by hand; a is to cooperate and b to defect.
OPTIONS: Mapping[str, Sequence[Judged]] = {
    "root": [("Cooperate", 0.6, 0.5), ("Defect", 0.4, 0.6)],
    "A": [("c", 0.9, 0.8), ("d", 0.1, 0.2)],
    "B": [("e", 0.5, 0.5), ("f", 0.5, 0.3)],
}
AFTER: Mapping[tuple[str, str], tuple[str, float]] = {
    ("root", "Cooperate"): ("A", 0.0), ("root", "Defect"): ("B", 0.9),
    ("A", "c"): ("AC", 0.0), ("A", "d"): ("AD", 1.0), ("B", "e"): ("BE", 0.0), ("B", "f"): ("BF", 1.0)}
WINS = dict(AFTER.values())


class KnownModel:
    """Imagines the world above. Without ``logprobs`` its replies come in the proportions of the probabilities.

    Of ten replies to the same question as many state an option as its probability times ten.
    """

    def __init__(self, logprobs: bool = True) -> None:
        self._logprobs = logprobs
        self._asked: Counter[str] = Counter()
        self.requests: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        chat = [message["content"] for message in request.messages]
        state = next((state for state in WINS if any(f'"{state}"' in text.splitlines() for text in chat)), "root")
        judged = self._judged(chat, state)
        if judged is None:
            return Reply(text=self._predicted(chat, state))
        if not self._logprobs:
            return Reply(text=self._counted(judged, request))
        assert request.logprobs is not None
        top = [Alternative(word, math.log(share)) for word, share in judged.items() if share][:request.logprobs]
        return Reply(text=top[0].token, truncated=True, logprobs=(TokenLogprob(top[0].token, -1.0, tuple(top)),))

    def _judged(self, chat: Sequence[str], state: str) -> Mapping[str, float] | None:
        """Returns the probability of each word as the next one; ``None`` if a prediction is asked for."""
        if chat[-1] == wording("choice"):
            assert chat[-2] == "\n".join(f"{number}. {name}" for number, (name, _, _) in enumerate(OPTIONS[state]))
            return {str(number): intuition for number, (_, intuition, _) in enumerate(OPTIONS[state])}
        if chat[-1] == wording("evaluation"):
            good = next(good for name, _, good in OPTIONS[state] if name == chat[-2])
            return {"Yes": good, " no": 1 - good}
        if chat[-1].endswith(wording("win")):
            return {"yes": WINS[state], "no": 1 - WINS[state]}
        return None

    def _predicted(self, chat: Sequence[str], state: str) -> str:
        if chat[-1].endswith(wording("actions", most=None)):
            return "<actions>" + "\n".join(name for name, _, _ in OPTIONS[state]) + "</actions>"
        if chat[-1].endswith(wording("others")):
            return f"<others>others of {state}</others>"
        assert chat[-1] == wording("state")
        assert chat[-2] == f"others of {state}"
        return f"<state>{AFTER[state, chat[-4]][0]}</state>"

    def _counted(self, judged: Mapping[str, float], request: Request) -> str:
        if request.logprobs is not None:
            return next(iter(judged))  # and no log-probabilities
        question = str(request.messages)
        self._asked[question] += 1
        words = [word for word, share in judged.items() for _ in range(round(10 * share))]
        return words[(self._asked[question] - 1) % 10]
