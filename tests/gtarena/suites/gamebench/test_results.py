from math import isnan, log

import pytest

from gtarena.suites.gamebench.results import Met
from gtarena.suites.gamebench.tables import all_tables
from tests.support.gamebench_matches import duels, match, team_match
from tests.support.records import record, seat
from tests.support.suite_matches import results

# Three wins of A and one of B, and a match of C in another game.
THREE_TO_ONE = (("A", "B", 1), ("A", "B", 1), ("B", "A", 0), ("A", "B", 0))
MATCHES = [*duels("santorini", *THREE_TO_ONE),
           *duels("pit", ("C", "A", 0.75))]


@pytest.fixture(scope="module")
def found():
    return results(MATCHES, bootstrap=0)


def rated(found, scheme, game):
    return {agent: rating.rating for (agent, where), rating in found.ratings[scheme].items() if where == game}


def test_ratings_are_numbers_for_all_as_published_and_checked_only_where_the_matches_determine_them(found):
    assert rated(found, "published", "santorini") == pytest.approx(
        {"A": 0.500527, "B": -0.596089, "C": 0.095562}, abs=1e-5)
    of_game = rated(found, "checked", "santorini")
    assert (of_game["A"], of_game["B"]) == pytest.approx((log(3) / 2, -log(3) / 2))
    assert isnan(of_game["C"])
    assert found.ratings["checked"]["C", "santorini"].reason == "no match against another agent"
    assert found.ratings["checked"]["A", "santorini"].matches == 4
    few = results(MATCHES, bootstrap=500).ratings
    assert isnan(few["checked"]["A", "santorini"].low)
    assert few["checked"]["A", "santorini"].reason == "no interval from 4 deals: one takes 6, 2 times as many matches"
    for scheme, matches in (("published", MATCHES), ("checked", duels("santorini", *(3 * THREE_TO_ONE)))):
        found = results(matches, bootstrap=500).ratings[scheme]["A", "santorini"]
        assert found.low < found.rating < found.high


def test_average_scores_have_intervals_by_deal():
    played = duels("santorini", *[("A", "B", score) for score in (1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0)])
    dealt = [each.model_copy(update={"source": "gtarena", "seed": number // 2}) for number, each in enumerate(played)]
    found = results(dealt, bootstrap=0).averages["A", "overall"]
    assert (found.matches, found.units) == (12, 6)
    assert isnan(results(dealt[:10], bootstrap=0).averages["A", "santorini"].interval()[0])


def test_games_are_in_the_papers_order_and_a_category_is_rated_by_all_matches_of_its_games(found):
    assert (found.games, found.agents("published")) == (("pit", "santorini"), ["C", "A", "B"])
    lost = results([*duels("pit", ("A", "B", 0.6), ("D", "A", 0.0), ("E", "A", 0.2), ("E", "A", 0.0)),
                    *duels("santorini", ("F", "D", 1))], bootstrap=0)
    assert lost.agents("checked") == ["A", "D", "B", "E", "F"]  # D lost once to A, from whom F is apart
    own = found.by_category["checked"]
    assert own["A", "abstract strategy"].rating == found.ratings["checked"]["A", "santorini"].rating
    two = results([*MATCHES, *duels("sea_battle", ("A", "B", 1), ("A", "B", 0))], bootstrap=0)
    # Shares of 3/4 and 1/2: 5 to 3, and half its logarithm.
    assert two.by_category["checked"]["A", "abstract strategy"].rating == pytest.approx(log(5 / 3) / 2, abs=1e-3)
    assert two.games_in("abstract strategy") == ["santorini", "sea_battle"]
    assert isnan(own["C", "abstract strategy"].rating)
    assert own["C", "abstract strategy"].reason == "no match against another agent"
    assert isnan(own["A", "social deduction"].rating)
    assert found.games_in("social deduction") == []
    lost = results([*duels("santorini", ("A", "B", 1), ("A", "B", 0)), *duels("sea_battle", ("A", "B", 0))], 0)
    assert isnan(lost.ratings["checked"]["A", "sea_battle"].rating)
    assert lost.by_category["checked"]["A", "abstract strategy"].rating == pytest.approx(log(1 / 3) / 2, abs=1e-3)


def test_an_agent_that_won_or_lost_everything_stands_in_tables_where_its_bound_puts_it():
    even = [("A", "B", 1), ("A", "B", 0)] * 6 + [("A", "C", 1)] * 2 + [("B", "C", 1), ("B", "C", 1), ("B", "C", 0)]
    found = results(duels("santorini", *even, *[("D", "A", 1)] * 6, *[("E", "A", 1), ("A", "F", 1)]), bootstrap=200)
    order = found.agents("checked")
    assert (order[0], set(order[1:4]), order[4:]) == ("D", {"A", "E", "F"}, ["B", "C"])
    rated = {agent: found.ratings["checked"][agent, "overall"] for agent in "DEF"}
    assert (rated["D"].high, rated["F"].low) == (float("inf"), -float("inf"))
    # By hand, from A's rating: a chance of p with p^6 = 1/2 to win, and even ones where there was a single match.
    p, origin = 0.5 ** (1 / 6), found.ratings["checked"]["A", "overall"].rating
    places = {agent: each.place - origin for agent, each in rated.items()}
    assert places == pytest.approx({"D": log(p / (1 - p)), "E": 0, "F": 0}, abs=1e-6)
    tables = {table.name: dict(table.rows) for table in all_tables(found, "checked")}
    assert str(tables["ratings"]["D"][0]).startswith("at least ")
    assert str(tables["ratings"]["F"][0]).startswith("at most ")
    swept = "D, overall, SN, abstract strategy: won everything (in part through others) against A, B and C"
    assert swept in tables["missing ratings"]


def test_teams_are_one_agent_ties_half_a_win_and_only_matches_of_the_suite_and_of_people_count():
    tied = results(duels("santorini", ("A", "B", 1), ("A", "B", 0.5), ("A", "B", 0.5), ("A", "B", 0)), bootstrap=0)
    one_sided = results(duels("santorini", ("A", "B", 1), ("A", "B", 0.5)), bootstrap=0)
    assert rated(tied, "checked", "santorini")["A"] == pytest.approx(0)
    assert rated(one_sided, "checked", "santorini")["A"] == pytest.approx(0.5493, abs=1e-2)  # 1.5 wins of 2: half ln 3
    assert rated(one_sided, "published", "santorini")["A"] > 3  # one win of one
    seats = [seat("A")] * 2 + [seat("B")] * 3
    teams = [0, 0, 1, 1, 1]
    played = results([team_match("1", seats, teams, game="are_you_the_traitor"),
                      team_match("2", seats, teams, game="are_you_the_traitor", returns=None, outcome="forfeit",
                                 offender=1)], bootstrap=0)
    assert played.met["are_you_the_traitor", "A", "B"] == Met(2, 1.0)
    alone = match("itself", "pit", [("D", 0.4), ("D", 0.6)])
    other = match("other", "pit", [("E", 1), ("A", 0)], suite="arena")
    found = results([*MATCHES, alone, other], bootstrap=0)
    assert {agent for agent, _ in found.ratings["published"]} == {"A", "B", "C"}
    assert results([alone, other], bootstrap=0).games == ()

    def sitting(match_id, kind, **fields):
        seats = [seat("me", kind=kind), seat("A")]
        return record(match_id, seats, [1, 0], **({"game": "santorini", "suite": None} | fields))

    played = [*MATCHES, sitting("person", "human"), sitting("nobody", "random"),
              sitting("small", "human", params={"size": 3}), sitting("else", "human", suite="arena"),
              sitting("nim", "human", game="nim")]
    assert results(played, bootstrap=0).met["overall", "me", "A"] == Met(1, 1.0)
