"""Nudge with which a model is asked again after a reply without a legal move.

It tells the reason, an example of the form, and the legal moves.
"""

import random

from adapters import Message, ReplyError
from adapters.rendering import templates
from adapters.rendering.messages import make_message
from adapters.replies.reply_forms import ReplyForm
from custom_games.action_specs.patterns import draw_move
from gtarena.agents.base import Decision

NUDGE, WORDING = "nudge", "again"  # the folder and the name of its prompt
DRAWS = 20  # of an example; one that the rules refuse is drawn again


def nudge(decision: Decision, form: ReplyForm, error: ReplyError, rng: random.Random, version: str = "v1") -> Message:
    """Returns the message that asks for a decision again, in the form that was asked for.

    Its example states a move drawn uniformly from the legal ones, so that it favours none of them over many matches.
    """
    example = _draw_example(decision, form, rng, version)
    text = templates.render_version(NUDGE, WORDING, reason=error.fault, example=example, legal=form.moves)
    return make_message("user", text)


def nudge_digest() -> str:
    """Returns a short hash of the nudge's wording."""
    return templates.prompt_digest(NUDGE, WORDING)


def _draw_example(decision: Decision, form: ReplyForm, rng: random.Random, version: str) -> str:
    """Returns a reply that would be understood; empty if none is found, as in a game with hardly a legal text."""
    for _ in range(DRAWS):
        example = form.reply({key: draw_move(moves, rng) for key, moves in form.open_values().items()})
        if _is_understood(decision, example, version):
            return example
    return ""


def _is_understood(decision: Decision, reply: str, version: str) -> bool:
    try:
        decision.parse(reply, version)
    except ReplyError:
        return False
    return True
