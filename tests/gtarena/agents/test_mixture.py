"""The agent that is another one in each match."""

import asyncio
from collections import Counter

import pyspiel
import pytest

import adapters
from gtarena.agents.base import Decision, Seating
from gtarena.agents.mixture import mixture
from gtarena.agents.solving.cfr import cfr
from gtarena.errors import UsageError

RPS = pyspiel.load_game("matrix_rps")


def first_moves(seeds, **settings):
    decision = Decision(RPS.new_initial_state(), 0, adapters.for_game(RPS), 0)
    return [asyncio.run(mixture(Seating(RPS, 0, seed), **settings).act(decision)).actions[0] for seed in seeds]


def test_a_match_is_played_by_one_of_them_as_its_seed_decides():
    moves = first_moves(range(300), agents="always:Rock/always:Scissors")
    assert set(moves) == {0, 2}
    assert 110 < Counter(moves)[0] < 190  # three and a half standard deviations about a half
    assert moves == first_moves(range(300), agents=["always:Rock", " always:Scissors"])
    uneven = Counter(first_moves(range(400), agents="always:Rock/always:Paper/random", weights=[3, 1, 0]))
    assert set(uneven) == {0, 1}
    assert 260 < uneven[0] < 340
    assert set(first_moves(range(20), agents="always:Rock/always:Paper", weights=[0, 0.5])) == {1}
    assert first_moves(range(20), agents="mixture:random") == first_moves(range(20), agents="random")


@pytest.mark.parametrize(("settings", "message"), [
    ({"agents": "random/llm"}, r"agent 'llm' .*a mixture is of: always, "),
    ({"agents": ""}, "agent ''"),
    ({"agents": "always"}, "mixture: 'always' needs move"),
    ({"agents": "random:0"}, "mixture: 'random:0' takes no argument"),
    ({"agents": "random/cfr"}, "cfr cannot play matrix_rps"),
    *(({"agents": "random/grim", "weights": weights}, r"mixture: weights=\[.*\] does not fit agents=random/grim: give")
      for weights in ([1], [1, -1], [0, 0], [1, float("inf")])),
])
def test_words_and_weights_that_do_not_fit_are_refused_before_a_match(settings, message):
    with pytest.raises(UsageError, match=message):
        mixture(Seating(RPS, 0, 0), **settings)


def test_it_plays_as_the_agent_alone_would():
    kuhn = pyspiel.load_game("kuhn_poker")
    state = kuhn.new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    decision = Decision(state, 0, adapters.for_game(kuhn), 2)
    for seed in range(5):
        own = asyncio.run(mixture(Seating(kuhn, 0, seed), "cfr").act(decision))
        assert own == asyncio.run(cfr(Seating(kuhn, 0, seed)).act(decision))
