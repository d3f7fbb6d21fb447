"""Lengths of a game's prompts in tokens, and how much of each a provider has seen in the one before."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, starmap, takewhile
from operator import eq

import pyspiel

import adapters
from custom_games.framework.states import movers
from gtarena.checks.playouts import begun, states
from gtarena.models.litellm_loader import load_litellm

TOKENIZER = "gpt-4"  # the tokens of another model's are about as many


@dataclass(frozen=True)
class PromptLengths:
    """Lengths of all prompts of random matches, all seats together; replies and nudges do not count.

    Attributes:
        matches: number of matches.
        decisions: number of prompts.
        tokens: of all prompts, instruction of the agent left out.
        longest: tokens of the longest prompt.
        again: tokens with which prompts begin as the prompt before of the same seat does.
        later: tokens of all prompts but the first of each seat in each match.
    """

    matches: int
    decisions: int
    tokens: int
    longest: int
    again: int
    later: int

    @property
    def tokens_each(self) -> float:
        """Mean number of tokens of a prompt."""
        return self.tokens / self.decisions

    @property
    def tokens_a_match(self) -> float:
        """Mean number of tokens of all prompts of a match, to all seats."""
        return self.tokens / self.matches

    @property
    def shared_prefix(self) -> float | None:
        """Share of a prompt that the prompt before of the same seat begins with too; ``None`` if no seat has two."""
        return self.again / self.later if self.later else None


def measure_prompts(
    game: pyspiel.Game, version: str, seeds: Iterable[int], words: Mapping[str, object] | None = None
) -> PromptLengths:
    """Returns the lengths of the prompts in one version, in a random match for each seed.

    ``words`` are what templates see of an agent's settings, such as ``history``.

    Raises:
        ValueError: the game has no such prompt version.
        UnplayableError: a match cannot be played to its end.
    """
    adapter, encoding = adapters.for_game(game), asyncio.run(load_litellm()).encoding
    matches, again, later = 0, 0, 0
    counts: list[int] = []
    for seed in seeds:
        matches += 1
        for prompts in _prompts_by_seat(adapter, version, seed, words or {}):
            tokens = [encoding.encode(text, disallowed_special=()) for text in prompts]
            counts += map(len, tokens)
            later += sum(map(len, tokens[1:]))
            again += sum(starmap(_count_common, pairwise(tokens)))
    return PromptLengths(matches, len(counts), sum(counts), max(counts, default=0), again, later)


def _count_common(before: Sequence[int], after: Sequence[int]) -> int:
    """Returns the number of tokens with which both begin."""
    return sum(takewhile(bool, map(eq, before, after)))


def _prompts_by_seat(
    adapter: adapters.Adapter, version: str, seed: int, words: Mapping[str, object]
) -> Sequence[Sequence[str]]:
    """Returns the texts of all prompts of a random match, in their order, for each seat that has any."""
    found: dict[int, list[str]] = defaultdict(list)
    for state in states(adapter.game, seed):
        for player in movers(state):
            if not begun(state):
                messages = adapter.prompt(state, player, version, **words)
                found[player].append("\n".join(message["content"] for message in messages))
    return list(found.values())
