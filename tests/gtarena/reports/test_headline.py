import itertools
import math
import random
import re
from dataclasses import replace

import pandas as pd
import pytest

from gtarena.metrics.bootstrap import FEWEST_UNITS
from gtarena.metrics.duels import OVERALL
from gtarena.metrics.paired_differences import Difference
from gtarena.metrics.setting_effects import SettingEffect
from gtarena.metrics.teams import AGENT_COLUMNS
from gtarena.reports.headline import MOST_CLAIMS, NOTHING_COMPARED, ONE_AGENT, state_differences
from gtarena.reports.leaderboard_rows import Boards
from tests.support.records import record, seat
from tests.support.suite_matches import boards_of

AGENTS = ("a", "b", "c", "d")


def difference(pair, sign, game="nim", units=12):
    """A difference that is beyond noise in favour of one of the pair, or within noise (0), or not told (None)."""
    low, high, p = {1: (0.3, 0.7, 0.001), -1: (-0.7, -0.3, 0.001), 0: (-0.2, 0.4, 0.5), None: (math.nan,) * 3}[sign]
    return Difference(game, pair, 0.5 * (sign or 0.2), low, high, 1, units if sign is not None else 3, p, adjusted=p)


def headline(*differences, agents=AGENTS):
    seats = pd.DataFrame([(agent, "", "") for agent in agents], columns=AGENT_COLUMNS)
    return state_differences(Boards(seats, pd.DataFrame(), pd.DataFrame(), differences))


def every(signs, game="nim", agents=AGENTS, units=12):
    pairs = itertools.combinations(agents, 2)
    return [difference(pair, signs.get(pair, 0), game, units) for pair in pairs]


BEST = {("a", other): 1 for other in "bcd"}
SECOND = BEST | {("b", "c"): 1, ("b", "d"): 1}


@pytest.mark.parametrize(("differences", "stated"), [
    (every(BEST), "In nim, a is ahead of all others; no other difference is beyond noise."),
    (every(SECOND), "In nim, a is ahead of all others; b is ahead of c and d; no other difference is beyond noise."),
    (every({("a", "b"): -1, ("c", "d"): None}),
     "In nim, b is ahead of a; no other difference is beyond noise (1 of them on fewer than 6 deals)."),
    ([*every(BEST, OVERALL), *every(BEST, "nim"), *every({}, "pig")],
     "Over all games, a is ahead of all others (in 1 of 2 single games); no other difference is beyond noise."),
    ([*every(BEST, OVERALL), *every({}, "nim"), *every({("a", "b"): -1, ("c", "d"): 1}, "pig")],
     "Over all games, a is ahead of all others (in none of 2 single games); other differences beyond noise: 2 in "
     "single games."),
    ([difference(("a", "b"), 1, OVERALL), difference(("a", "b"), None), difference(("a", "b"), None, "pig")],
     "Over all games, a is ahead of b (no single game has the 6 deals that a verdict takes)."),
    ([*every({}, OVERALL), *every({("a", "b"): 1}, "nim"), *every({}, "pig")],
     "No difference over all games is beyond noise; in single games 1 of 12 differences is beyond noise."),
    ([*every({("a", "b"): 1}, "nim"), *every({("a", "c"): 1}, "pig")],
     "In single games 2 of 12 differences are beyond noise."),
], ids=itertools.count())
def test_the_sentence_says_who_is_ahead_of_whom_and_what_else_is_beyond_noise(differences, stated):
    assert headline(*differences) == stated


def test_where_nothing_is_beyond_noise_it_says_whether_the_deals_could_have_told():
    assert headline() == NOTHING_COMPARED
    assert state_differences(boards_of([record("m", [seat("a"), seat("a")], [1, -1])])) == ONE_AGENT
    # By hand: 2 / 2**7 for 6 pairs is 0.094, and 2 / 2**8 is 0.047.
    assert headline(*every({}, units=7)) == (
        "No difference is beyond noise: 7 deals are too few to tell any of 6 pairs of agents apart; at least 8 are "
        "needed, 2 times as many matches.")
    assert headline(*every({}, units=8)) == (
        "No difference is beyond noise, on up to 8 deals: more may tell agents apart.")
    # No interval is drawn from fewer than six deals.
    assert headline(difference(("a", "b"), None)) == (
        "No difference is beyond noise: 3 deals are too few to tell two agents apart; at least 6 are needed, 2 times "
        "as many matches.")


def test_stopped_runs_need_more_deals_and_have_no_verdict_over_all_games():
    def stopped(*differences):
        return headline(*(replace(each, anytime=True) for each in differences))

    assert "7 deals are too few to tell two agents apart; at least 9 are needed" in stopped(
        difference(("a", "b"), 0, units=7))
    assert stopped(*every({}, OVERALL), *every({("a", "b"): 1}, "nim"), *every({}, "pig")) == (
        "In single games 1 of 12 differences is beyond noise.")


def test_duplicates_are_no_agents_and_one_that_was_not_compared_is_not_beaten():
    compared = every({("a", "b"): 1, ("a", "c"): 1}, agents="abc")
    assert headline(*compared, agents=("a", "b", "c", "null:a")).startswith("In nim, a is ahead of all others;")
    assert headline(*compared, agents=AGENTS).startswith("In nim, a is ahead of b and c;")
    wins = [record(f"{deal}{place}", [seat(), seat("mcts")][::place], [-1, 1][::place], game="nim", seed=deal)
            for deal in range(6) for place in (1, -1)]
    assert state_differences(boards_of(wins)) == "In nim, mcts is ahead of random."


def claimed(sentence):
    """The claims of a sentence: agent, the named or the number of those behind it, and in how many games."""
    found = re.findall(r"(\w) is ahead of (all others|\d of the \d others|(?:\w, )*\w and \w|\w)"
                       r"(?: \(in (none|\d) of (\d) single games\))?", sentence)
    return {agent: (behind, int(count.replace("none", "0") or 0), int(of or 0)) for agent, behind, count, of in found}


def behind(differences, agent, game):
    """Re-derived from the marks: those from whom the agent's difference is beyond noise, in its favour."""
    marked = [each for each in differences if each.game == game and each.beyond_noise and agent in each.pair]
    return {name for each in marked for name in each.pair
            if name != agent and (each.advantage > 0) == (agent == each.pair[0])}


@pytest.mark.parametrize("games", [("nim",), ("nim", "pig")])
def test_every_claim_follows_from_marks_and_marks_are_claimed_or_counted(games):
    drawn, claims = random.Random(1), 0
    scope = OVERALL if len(games) > 1 else games[0]
    for _ in range(200):
        weights = [drawn.random(), 1, 0.3, drawn.random()]
        differences = [difference(pair, *drawn.choices((1, 0, None, -1), weights), game)
                       for game in dict.fromkeys((scope, *games)) for pair in itertools.combinations("abcdef", 2)]
        sentence = headline(*differences, agents="abcdef")
        said = {}
        for agent, (words, count, of) in claimed(sentence).items():
            said[agent] = behind(differences, agent, scope)
            names = set(re.findall(r"\b[a-f]\b", words))
            assert said[agent] == {"all others": {*"abcdef"} - {agent}}.get(words, names or said[agent])
            assert f"{len(said[agent])} of the 5 others" == words or names or words == "all others"
            pairs = [each for each in differences if agent in each.pair and {*each.pair} & said[agent]]
            if of == 0:
                assert all(each.game == scope or each.beyond_noise is None for each in pairs)
            else:
                assert (count, of) == (sum(said[agent] <= behind(differences, agent, game) for game in games), 2)
        claims += len(said)
        beyond = [(each.game == scope, agent, name) for each in differences for agent, name in
                  (each.pair, each.pair[::-1]) if each.beyond_noise and name in behind([each], agent, each.game)]
        unsaid = [tabled for tabled, agent, name in beyond if name not in said.get(agent, ())]
        counted = re.search(r"beyond noise: ([^.]*)|single games (\d+) of", sentence)
        numbers = list(map(int, re.findall(r"\d+", counted[1] or counted[2]))) if counted else []
        assert sum(numbers) == len(unsaid), sentence
    assert claims > 100


def effect(game, advantage, adjusted=0.01, units=20):
    low = math.nan if units < FEWEST_UNITS else advantage - 0.1
    found = Difference(game, ("x", "y"), advantage, low, low + 0.2, 0.5, units, adjusted, adjusted=adjusted)
    return SettingEffect("llm", "temperature", "0", "1", found)


def sentence_of_effects(*effects):
    boards = boards_of([record("m", [seat("a"), seat("b")], [1, -1])])
    first = state_differences(replace(boards, effects=()))
    return state_differences(replace(boards, effects=effects)).removeprefix(first)


def test_a_second_sentence_tells_what_settings_changed_beyond_noise_and_nothing_else():
    assert sentence_of_effects() == ""
    assert sentence_of_effects(effect("nim", 0.5), effect(OVERALL, -0.3), effect("pig", 0.9, 0.2)) == (
        " Settings: llm does worse with temperature=1 than with 0 over all games; llm does better with temperature=1 "
        "than with 0 in nim.")
    assert sentence_of_effects(effect("nim", 0.9, 0.2)) == " No setting that varied makes a difference beyond noise."
    assert sentence_of_effects(effect("nim", 0.9, units=5), effect("pig", 0.1, 0.5)) == (
        " No setting that varied makes a difference beyond noise (1 of 2 comparisons have fewer than 6 deals).")
    many = [effect(f"g{number}", 0.5) for number in range(MOST_CLAIMS + 2)]
    assert sentence_of_effects(*many).endswith("; 2 more changes are beyond noise.")
