import itertools

import pytest

from gtarena.metrics.duels import OVERALL
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.setting_effects import find_effects
from gtarena.seeds import derive
from tests.support.records import llm, record, seat

RANDOM = seat("random")


def duel(agent, gain, deal, game="kuhn_poker"):
    return record(f"{game}{sorted(agent.params.items())}{deal}", [agent, RANDOM], [gain, -gain], game=game, seed=deal)


def effects(records):
    return {(each.agent, each.setting, each.first, each.value, each.difference.game): each.difference
            for each in find_effects(seats_frame(records))}


def test_each_value_is_compared_with_the_first_on_the_same_deals_over_the_other_settings():
    gains = {(0.0, "v1"): 1, (0.0, "v2"): 2, (0.5, "v1"): 1, (0.5, "v2"): 3, (10.0, "v1"): -1}
    records = [duel(llm(temperature=temperature, prompt=prompt), gain, deal)
               for (temperature, prompt), gain in gains.items() for deal in range(8)]
    found = effects(records)
    agent = "llm offline/random"
    assert set(found) == {(agent, "prompt", "v1", "v2", "kuhn_poker"), (agent, "temperature", "0", "0.5", "kuhn_poker"),
                          (agent, "temperature", "0", "10", "kuhn_poker")}
    warmer = found[agent, "temperature", "0", "0.5", "kuhn_poker"]
    # In each deal (1 - 1) + (3 - 2) over (1 + 1) + (3 + 2); 10 was played with v1 alone: -1 - 1 over 1 + 1.
    assert (warmer.advantage, warmer.units) == (pytest.approx(1 / 7), 8)
    assert found[agent, "temperature", "0", "10", "kuhn_poker"].advantage == -1
    assert found[agent, "prompt", "v1", "v2", "kuhn_poker"].advantage == pytest.approx((1 + 2) / (3 + 4))
    assert all(each.adjusted >= each.p for each in found.values())


def test_a_disguise_is_compared_with_none_which_logs_do_not_state():
    agent = "llm offline/random"
    found = effects([duel(llm(**own), gain, deal) for deal in range(6)
                     for own, gain in (({}, 1), ({"disguise": "affine"}, 3), ({"disguise": "renamed"}, 1))])
    assert {key[1:4]: each.advantage for key, each in found.items() if key[0] == agent} == {
        ("disguise", "none", "affine"): pytest.approx(2 / 4), ("disguise", "none", "renamed"): 0}


def test_over_several_games_the_effect_is_the_mean_and_all_effects_are_corrected_together():
    records = [duel(llm(temperature=temperature), gain, deal, game) for deal in range(10)
               for game, gains in {"kuhn_poker": (1, 3), "nim": (1, 1)}.items()
               for temperature, gain in zip((0.0, 1.0), gains, strict=True)]
    by_game = {key[-1]: each for key, each in effects(records).items()}
    assert set(by_game) == {OVERALL, "kuhn_poker", "nim"}
    assert by_game[OVERALL].advantage == pytest.approx((2 / 4 + 0) / 2)
    assert by_game["kuhn_poker"].beyond_noise
    assert not by_game["nim"].beyond_noise
    least = min(each.p for each in by_game.values())
    assert min(each.adjusted for each in by_game.values()) == pytest.approx(3 * least)


def test_agents_without_a_setting_that_varies_have_no_effects():
    assert effects([duel(llm(temperature=0.0), 1, deal) for deal in range(3)]) == {}
    assert effects([duel(seat("a"), 1, deal) for deal in range(3)]) == {}


def test_of_sweeps_without_any_effect_at_most_one_in_twenty_shows_one():
    shown, runs = 0, 50
    for run in range(runs):
        records = [
            duel(llm(temperature=temperature, prompt=prompt),
                 1 if derive(run, f"{temperature}", prompt, deal) % 2 else -1, deal)
            for temperature, prompt, deal in itertools.product((0.0, 0.5, 1.0), ("v1", "v2"), range(8))]
        found = effects(records).values()
        assert len(found) == 3
        shown += any(each.beyond_noise for each in found)
    assert shown <= 6  # 2.5 are expected at a rate of 5 %, and more than 6 have a chance of 1 %
