"""Lengths of prompts in tokens, against a count of each prompt of the same matches."""

import asyncio
from itertools import pairwise

import pyspiel
import pytest

import adapters
from gtarena.checks.prompt_lengths import measure_prompts
from gtarena.models.litellm_loader import load_litellm
from tests.support.playouts import decision_points


def counted(game: str, version: str, seed: int) -> dict[int, list[list[int]]]:
    """Returns the tokens of the prompts of a random match, by seat."""
    encoding, found = asyncio.run(load_litellm()).encoding, {}
    adapter = adapters.for_game(pyspiel.load_game(game))
    for state, player in decision_points(game, seed):
        text = "\n".join(message["content"] for message in adapter.prompt(state, player, version))
        found.setdefault(player, []).append(encoding.encode(text))
    return found


@pytest.mark.parametrize(("game", "version"), [("kuhn_poker", "v1"), ("tic_tac_toe", "v2"), ("coin_game", "v1")])
def test_all_prompts_of_the_matches_count_and_what_they_begin_with_as_the_prompt_before(game, version):
    found = measure_prompts(pyspiel.load_game(game), version, [0, 1])
    matches = [counted(game, version, seed) for seed in (0, 1)]
    prompts = [prompt for match in matches for seat in match.values() for prompt in seat]
    assert (found.matches, found.decisions) == (2, len(prompts))
    assert (found.tokens, found.longest) == (sum(map(len, prompts)), max(map(len, prompts)))
    again = later = 0
    for seat in (seat for match in matches for seat in match.values()):
        for before, prompt in pairwise(seat):
            same = [one == other for one, other in zip(before, prompt, strict=False)]
            again += same.index(False) if False in same else len(same)
            later += len(prompt)
    assert (found.again, found.later) == (again, later)
    assert found.tokens_each == found.tokens / found.decisions
    assert found.tokens_a_match == found.tokens / 2
    assert found.shared_prefix == pytest.approx(again / later)


def test_seats_with_one_decision_each_have_no_prompt_before():
    found = measure_prompts(pyspiel.load_game("matrix_pd"), "v1", [0])
    assert (found.decisions, found.shared_prefix) == (2, None)


def test_settings_of_an_agent_may_shorten_prompts():
    game = pyspiel.load_game("clobber")
    whole, short = measure_prompts(game, "v1", [0]), measure_prompts(game, "v1", [0], {"history": "none"})
    assert short.tokens < whole.tokens
