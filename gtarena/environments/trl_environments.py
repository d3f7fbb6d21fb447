"""Environments of TRL: matches that ``GRPOTrainer(environment_factory=...)`` steers through one tool, ``play``.

TRL asks for objects with a ``reset``, which takes the columns of a row and returns the text of the prompt; every public
method but ``get_reward`` becomes a tool, and a rollout is over when the model calls none. None of this needs an import.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from operator import eq
from typing import Any

from adapters import Message
from gtarena.environments.environment import Result, Turn, env
from gtarena.errors import UsageError

_HOW = "Give this reply and all later ones with the tool `play`."
_OVER = "The match is over."


class MatchEnvironment:
    """Environment of one rollout at a time, which plays a match after the other (see :func:`environment_factory`)."""

    def __init__(self, game: str, seats: Sequence[str | None] | None, seed: int, rewarded: int | None,
                 **named: Any) -> None:
        self._match, self._rewarded = env(game, seats, seed, **named), rewarded
        self._next_seed = seed

    def reset(self, seed: int | None = None, **row: object) -> str:
        """Begins a match with the seed of the row, or else the one after the last, and returns what the prompt says.

        Raises:
            UsageError: the game has no such seat to reward, or does not take its parameters with this seed.
        """
        self._told: Sequence[Message] = ()
        seed = self._next_seed if seed is None else seed
        self._next_seed = seed + 1
        turn = self._match.reset(seed)
        if self._rewarded is not None and self._rewarded not in range(len(turn.rewards)):
            raise UsageError(f"rewarded={self._rewarded} is not a seat: they are 0 to {len(turn.rewards) - 1}")
        told = self._tell(turn)
        return f"{told}\n\n{_HOW}" if isinstance(turn, Turn) else told

    def play(self, reply: str) -> str:
        """Gives your reply to the last question of the match, and returns the next question.

        Args:
            reply: The whole reply, in the form that the question asks for.

        Returns:
            The next question, or that the match is over.
        """
        if not isinstance(self._match.turn, Turn):
            raise UsageError(_OVER)  # which TRL tells the model
        return self._tell(self._match.step(reply))

    def get_reward(self) -> float | None:
        """Returns the return of the rewarded seat, or ``None`` if the match ended without a result."""
        returns = self.result.returns
        rewarded = self._match.steered[0] if self._rewarded is None else self._rewarded
        return None if returns is None else returns[rewarded]

    @property
    def result(self) -> Result:
        """The end of the match, with its record; a model that has stopped before gives empty replies up to there."""
        turn = self._match.turn
        while isinstance(turn, Turn):
            turn = self._match.step("")
        assert turn is not None, "a rollout begins with a reset"
        return turn

    def _tell(self, turn: Turn | Result) -> str:
        """Returns the messages of a turn from the first that was not in the one before, but not the model's own.

        A question that is asked again, as by a scheme that takes several samples, is told again.
        """
        if isinstance(turn, Result):
            return _OVER
        known = sum(1 for _ in takewhile(bool, map(eq, self._told, turn.messages)))
        new = turn.messages[known:] or turn.messages[-1:]
        self._told = turn.messages
        return "\n\n".join(message["content"] for message in new if message["role"] != "assistant")


def environment_factory(game: str, seats: Sequence[str | None] | None = None, seed: int = 0, *,
                        rewarded: int | None = None, **named: Any) -> Callable[[], MatchEnvironment]:
    """Returns a factory for ``GRPOTrainer``, whose environments share no state and which can be pickled.

    Args:
        game: as for :func:`gtarena.env`, like ``seats`` and all that is ``named``.
        seats: for every seat an agent word, or ``None`` for the model in training.
        seed: of the first match of each environment where rows have no column ``seed``; the next ones follow it.
        rewarded: the seat whose return is the reward of a rollout; by default the first that is steered.
    """
    return partial(MatchEnvironment, game, seats, seed, rewarded, **named)
