"""Settings under `illegal.*`: retries and penalties for replies without a legal move."""

from dataclasses import dataclass
from typing import Literal, get_args

from gtarena.errors import UsageError

Policy = Literal["forfeit", "invalid", "random", "charged"]


@dataclass(frozen=True)
class IllegalMoves:
    """Policy for replies without a legal move.

    The model is told the reason and asked again, up to ``retries`` times. After that the ``policy`` is applied: the
    player forfeits the match, the match is ``invalid``, a legal move is drawn at random, or the player is ``charged``
    the penalty that the game's rules define. Invalid matches are played again from the same seats; the matches of a
    pairing share ``replays`` further ones for each of them.

    Raises:
        UsageError: there is no such policy, or a number is negative.
    """

    policy: Policy = "forfeit"
    retries: int = 2
    replays: int = 0

    def __post_init__(self) -> None:
        if self.policy not in get_args(Policy):
            raise UsageError(f"illegal.policy={self.policy} is not {' or '.join(get_args(Policy))}")
        for name in ("retries", "replays"):
            if getattr(self, name) < 0:
                raise UsageError(f"illegal.{name}={getattr(self, name)} is not a whole number of at least 0")
