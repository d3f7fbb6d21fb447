"""Effects of disguises on a prompt version, so that one that changes nothing is not taken for a disguise."""

import random
from collections.abc import Iterator

from adapters.adapter import Adapter
from adapters.disguises.disguise import find_disguise, parts_of
from custom_games.framework.states import apply_together, choices

MATCHES, PROMPTS = 3, 4  # matches, and prompts of each, in which words are looked for


def require_effect(name: str, adapter: Adapter, version: str) -> None:
    """Checks that each part of a disguise that exchanges words changes some in the first prompts of matches.

    Raises:
        ValueError: it does not, or the disguise does not apply to the game.
    """
    for kind in parts_of(name):
        part = find_disguise(kind, adapter)
        if part.exchanges and all(part.conceal(text) == text for text in _first_prompts(adapter, version)):
            raise ValueError(
                f"disguise={kind} changes no word of prompt={version} of {adapter.game.get_type().short_name}: leave "
                f"it out, or choose another prompt among {', '.join(adapter.versions())}")


def _first_prompts(adapter: Adapter, version: str) -> Iterator[str]:
    """Yields the texts of the first prompts in random matches."""
    for seed in range(MATCHES):
        state, rng, prompts = adapter.game.new_initial_state(), random.Random(seed), 0
        while prompts < PROMPTS and not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            prompts += 1
            yield from (turn["content"] for turn in adapter.prompt(state, max(0, state.current_player()), version))
            apply_together(state, {player: rng.choice(legal) for player, legal in choices(state).items()})
