import asyncio
from collections import Counter
from functools import cache

import pytest

from gtarena import games
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import Reply
from gtarena.runs.matches.match_records import LoadedGames, record_match
from tests.support.planned_runs import planned, settings

WORD_GAMES = ("chameleon", "undercover")
SEAT_GAMES = ("cost_sharing", "three_player_prisoners_dilemma", "public_good")
PLAYED = {"chameleon": 40, "undercover": 40, **dict.fromkeys(SEAT_GAMES, 21)}
SCORE_SETS = [(3, 5, 2), (3, 10, 2), (3, 20, 2), (3, 5, 3), (3, 5, 4), (3, 5, 5), (5, 5, 3)]  # of the paper's Figure 10
MULTIPLIERS = [1, 1.2, 1.5, 1.8, 2, 2.5, 3]


def limits(specs):
    """The limits of replies by game and agent."""
    return {(spec.game, seat.agent): seat.params["max_tokens"] for spec in specs for seat in spec.seats}


@pytest.mark.parametrize("game", WORD_GAMES)
def test_a_challenger_hides_alone_and_hunts_as_two_in_every_setting(game):
    specs = [spec for spec in planned("suite=magic") if spec.game == game]
    assert Counter(len(spec.challengers) for spec in specs) == {1: 20, 2: 20}
    for alone, hunting in zip(specs[::2], specs[1::2], strict=True):
        assert (alone.params, alone.seed) == (hunting.params, hunting.seed)
        assert sorted(alone.challengers + hunting.challengers) == [0, 1, 2]


class Silent:
    """A model whose replies are empty."""

    async def complete(self, request):
        return Reply(text="")


@cache
def silent_matches(game, *overrides):
    """The specs and records of the first matches of a game among models that say nothing."""
    specs = [spec for spec in planned("suite=magic", *overrides) if spec.game == game][:6]
    return [(spec, asyncio.run(record_match(spec, LoadedGames().adapter(spec), lambda seat: Silent(), InMemoryTexts())))
            for spec in specs]


@pytest.mark.parametrize("game", [*WORD_GAMES, *SEAT_GAMES])
def test_every_match_ends_even_if_no_reply_can_be_used(game):
    for _, record in silent_matches(game):
        assert record.outcome == "finished"
        assert {call.failure for call in record.calls} == {"empty"}


@pytest.mark.parametrize("game", [*WORD_GAMES, "cost_sharing"])
def test_defenders_open_as_recorded_without_a_call_in_the_word_games_until_the_challenger_has_acted(game):
    for spec, record in silent_matches(game):
        said = [step.player for step in record.history if step.action is None]
        before = range(min(spec.challengers)) if game in WORD_GAMES else sorted({0, 1, 2} - {*spec.challengers})
        assert said == list(before)
        assert {call.player for call in record.calls if call.move_number == 0} == (
            {0, 1, 2} if game == "chameleon" else {0} & {*spec.challengers})


@pytest.mark.parametrize("game", [*WORD_GAMES, "cost_sharing"])
def test_defenders_that_open_live_are_asked_for_every_move(game):
    for _, record in silent_matches(game, "agent.defender.openings=live"):
        assert [step.player for step in record.history if step.action is None] == []


@pytest.mark.parametrize(("game", "culprit"), [("chameleon", "chameleon"), ("undercover", "undercover")])
def test_both_roles_of_a_drawn_setting_get_the_same_topic_and_words(game, culprit):
    specs = planned(f"game={game}", f"game.{culprit}=3", "agents=[random]", "opponents=[llm]", "matches=6",
                    "illegal.policy=charged")
    drawn = []
    for spec in specs:
        record = asyncio.run(record_match(spec, LoadedGames().adapter(spec), lambda seat: Silent(), InMemoryTexts()))
        drawn.append([step.name for step in record.history if step.player == -1])
    assert [spec.challengers for spec in specs] == [(2,)] * 3 + [(0, 1)] * 3
    assert (drawn[:3], len(set(map(str, drawn)))) == (drawn[3:], 3)
    assert all(drawn)


def test_the_suite_has_103_settings_in_143_matches_for_one_challenger_as_for_two():
    specs = planned("suite=magic")
    assert ({spec.suite for spec in specs}, Counter(spec.game for spec in specs)) == ({"magic"}, PLAYED)
    assert sum(PLAYED.values()) == 143
    competitions = {(spec.game, games.label(spec.game, spec.params), spec.challengers)
                    if spec.game in SEAT_GAMES else (spec.game, games.label(spec.game, spec.params)) for spec in specs}
    assert len(competitions) == 103
    numbers = [(number,) for number in range(1, 21)]
    assert settings(specs, "chameleon", "topic") == settings(specs, "undercover", "pair") == numbers
    assert settings(specs, "cost_sharing", "group") == [(number,) for number in range(1, 8)]
    names = ("cooperate", "one_defect", "two_defect")
    assert settings(specs, "three_player_prisoners_dilemma", *names) == SCORE_SETS
    assert settings(specs, "three_player_prisoners_dilemma", "defect", "rounds") == [(1, 5)]
    assert settings(specs, "public_good", "multiplier") == [(multiplier,) for multiplier in MULTIPLIERS]
    assert settings(specs, "public_good", "budget") == [("enforced",)]
    specs = planned("suite=magic", "agents=[llm,pgm]")
    assert len(specs) == 2 * 143
    for spec in specs:
        assert len({seat.agent for seat in spec.seats} - {"defender"}) == 1
    assert Counter(spec.seats[spec.challengers[0]].agent for spec in specs) == {"llm": 143, "pgm": 143}
    for overrides in (["opponents=[]"], ["agents=[random]", "opponents=[random]"]):
        assert {spec.challengers for spec in planned("suite=magic", *overrides)} == {None}


@pytest.mark.parametrize(("overrides", "agents", "number"), [
    (["agents=[random]"], {"random", "defender"}, 143),
    (["opponents=[random]"], {"llm", "random"}, 143),
    (["agents=[random]", "opponents=[random]"], {"random"}, 143),
    (["opponents=[]"], {"llm"}, 143),
    (["games=[public_good]", "matches=1"], {"llm", "defender"}, 7)])
def test_agents_opponents_and_games_can_be_chosen(overrides, agents, number):
    specs = planned("suite=magic", *overrides)
    assert ({seat.agent for spec in specs for seat in spec.seats}, len(specs)) == (agents, number)


def test_challengers_sit_in_every_seat_among_defenders_with_their_own_model_and_replies_as_in_the_paper():
    specs = [spec for spec in planned("suite=magic") if spec.game in SEAT_GAMES]
    for start in range(0, len(specs), 3):
        three = specs[start:start + 3]
        assert [spec.challengers for spec in three] == [(0,), (1,), (2,)]
        assert len({(spec.seed, games.label(spec.game, spec.params)) for spec in three}) == 1
    for spec in planned("suite=magic"):
        agents = [seat.agent for seat in spec.seats]
        assert [place for place, agent in enumerate(agents) if agent == "llm"] == list(spec.challengers)
        assert set(agents) == {"llm", "defender"}
        assert {seat.params.get("openings") for seat in spec.seats if seat.agent == "defender"} == {"recorded"}
    specs = planned("suite=magic", "agents=[llm,pgm]")
    expected = {"chameleon": 256, "undercover": 256, "cost_sharing": 256, "three_player_prisoners_dilemma": 128,
                "public_good": 40}
    assert limits(specs) == {
        **{(game, agent): limit for game, limit in expected.items() for agent in ("llm", "defender")},
        **{(game, "pgm"): 256 for game in expected}}
    assert {seat.params["temperature"] for spec in specs for seat in spec.seats} == {0}
    assert set(limits(planned("suite=magic", "agents=[llm,pgm]", "model.max_tokens=2000")).values()) == {2000}
    specs = planned("suite=magic", "opponents=[defender@openai/gpt-4]", "model.name=openai/one")
    models = {(seat.agent, seat.model) for spec in specs for seat in spec.seats}
    assert models == {("llm", "openai/one"), ("defender", "openai/gpt-4")}
    with pytest.raises(UsageError, match=r"^agent tit_for_tat: tit_for_tat cannot play chameleon"):
        planned("suite=magic", "agents=[tit_for_tat]")


@pytest.mark.parametrize("experiment", ["magic_pgm", "magic_pgm_prompts", "magic_tendencies"])
def test_every_model_plays_with_and_without_beliefs(experiment):
    challengers = {(seat.model, seat.agent) for spec in planned(f"+experiment={experiment}")
                   for place, seat in enumerate(spec.seats) if place in spec.challengers}
    models = {model for model, _ in challengers}
    assert len(models) == 2
    assert challengers == {(model, agent) for model in models for agent in ("llm", "pgm")}


def test_beliefs_are_stated_in_two_ways_and_tendencies_are_those_of_a_free_budget_and_of_all_score_sets():
    def ids(beliefs, agent):
        specs = planned("+experiment=magic_pgm_prompts", f"agent.pgm.beliefs={beliefs}")
        return {spec.match_id for spec in specs if any(seat.agent == agent for seat in spec.seats)}

    assert ids("text", "llm") == ids("matrix", "llm")
    assert not ids("text", "pgm") & ids("matrix", "pgm")
    assert {spec.game for spec in planned("+experiment=magic_pgm_prompts")} == {"chameleon"}
    specs = planned("+experiment=magic_tendencies")
    assert {spec.suite for spec in specs} == {"magic"}
    assert settings(specs, "public_good", "multiplier", "budget") == [(each, "free") for each in MULTIPLIERS]
    names = ("cooperate", "one_defect", "two_defect")
    assert settings(specs, "three_player_prisoners_dilemma", *names) == SCORE_SETS
    assert {limit for (_, agent), limit in limits(specs).items() if agent == "pgm"} == {256}
