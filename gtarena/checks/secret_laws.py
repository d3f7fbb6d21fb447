"""Laws of secrets: a prompt says nothing that its player cannot know."""

import random
from dataclasses import replace

import pyspiel
from pyspiel import GameType

import adapters
from gtarena.agents.search.redrawn_states import can_redraw
from gtarena.checks.law import PassedOver, law, require
from gtarena.checks.playouts import Position, Sample
from gtarena.checks.redraws import redraw_state

REDRAWN = 25  # decisions
STEPS = 1_000  # of a search for a redrawn state, after which the decision is passed over


def _hiding(sample: Sample) -> list[Position]:
    """Returns the decisions of a game in which something can be hidden and redrawn."""
    kind = sample.adapter.game.get_type()
    open_to_all = (kind.information == GameType.Information.PERFECT_INFORMATION
                   and kind.dynamics == GameType.Dynamics.SEQUENTIAL)
    return [] if open_to_all or not can_redraw(sample.adapter.game) else sample.decisions()


@law(_hiding, REDRAWN)
def what_a_player_cannot_know_changes_neither_its_prompt_nor_its_moves(at: Position) -> None:
    """Checks a state with the same knowledge of the player, in which the rest is drawn anew."""
    try:
        other = redraw_state(at.state, at.player, random.Random(f"redraw {at.playout.seed}"), STEPS)
    except ValueError as error:  # none was found
        raise PassedOver from error
    require_same_decision(at, other, "what the player cannot know is drawn anew")


def _told_apart(sample: Sample) -> list[Position]:
    tells: bool = sample.adapter.game.get_type().provides_information_state_string
    return sample.decisions() if tells else []


@law(_told_apart)
def equal_information_states_have_equal_prompts_and_moves(at: Position) -> None:
    """Checks two decisions with the same ``information_state_string``, where the matches have them."""
    known = at.sample.known[at.player, at.state.information_state_string(at.player)]
    require_same_decision(at, known.state, f"the information state is the same as at {known}")


def require_same_decision(at: Position, other: pyspiel.State, why: str) -> None:
    """Checks that another state has the same legal actions and prompts for the player of a decision.

    Raises:
        LawBroken: it has not.
    """
    adapter, state, player = at.sample.adapter, at.state, at.player
    apart = replace(adapter)  # which knows nothing of the first state's prompts
    legal, others = state.legal_actions(player), other.legal_actions(player)
    require(legal == others, f"the legal actions are {legal}, but {others} where {why}")
    for version in adapter.versions():
        lines, changed = _lines(adapter.prompt(state, player, version)), _lines(apart.prompt(other, player, version))
        differing = next((pair for pair in zip(lines, changed, strict=False) if pair[0] != pair[1]), None)
        require(lines == changed, f"the prompt {version} differs where {why}: "
                + ("{!r} becomes {!r}".format(*differing) if differing else "it has more lines"))


def _lines(messages: list[adapters.Message]) -> list[str]:
    return [line for message in messages for line in message["content"].splitlines()]


LAWS = (what_a_player_cannot_know_changes_neither_its_prompt_nor_its_moves,
        equal_information_states_have_equal_prompts_and_moves)
