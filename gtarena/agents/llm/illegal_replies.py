"""Replies without a legal move: settings under `illegal.*`, and the nudge with which a model is asked again.

A nudge tells the reason, an example of the form, and the legal moves.
"""

import random
from dataclasses import dataclass
from typing import Literal, get_args

from adapters import Message, ReplyError
from adapters.rendering import templates
from adapters.rendering.messages import make_message
from adapters.replies.reply_forms import ReplyForm
from custom_games.action_specs.patterns import draw_move
from gtarena.agents.base import Decision
from gtarena.errors import UsageError

NUDGE, WORDING = "nudge", "again"  # the folder and the name of its prompt
DRAWS = 20  # of an example; one that the rules refuse is drawn again

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


def nudge(decision: Decision, form: ReplyForm, error: ReplyError, rng: random.Random) -> Message:
    """Returns the message that asks for a decision again, in the form that was asked for.

    Its example states a move drawn uniformly from the legal ones, so that it favours none of them over many matches.
    """
    example = _draw_example(decision, form, rng)
    text = templates.render_version(NUDGE, WORDING, reason=error.fault, example=example, legal=form.moves)
    return make_message("user", text)


def nudge_digest() -> str:
    """Returns a short hash of the nudge's wording."""
    return templates.prompt_digest(NUDGE, WORDING)


def _draw_example(decision: Decision, form: ReplyForm, rng: random.Random) -> str:
    """Returns a reply that would be understood; empty if none is found, as in a game with hardly a legal text."""
    for _ in range(DRAWS):
        example = form.reply({key: draw_move(moves, rng) for key, moves in form.open_values().items()})
        if _is_understood(decision, example):
            return example
    return ""


def _is_understood(decision: Decision, reply: str) -> bool:
    try:
        decision.parse(reply)
    except ReplyError:
        return False
    return True
