from math import isnan, log

import pytest

from gtarena.suites.gamebench.results import Met, results
from tests.support.gamebench_matches import duels, match, team_match
from tests.support.records import record, seat

# Three wins of A and one of B, and a match of C in another game.
MATCHES = [*duels("santorini", ("A", "B", 1), ("A", "B", 1), ("B", "A", 0), ("A", "B", 0)),
           *duels("pit", ("C", "A", 0.75))]


@pytest.fixture(scope="module")
def found():
    return results(MATCHES, bootstrap=0)


def rated(found, scheme, game):
    return {agent: rating.rating for (agent, where), rating in found.ratings[scheme].items() if where == game}


def test_published_ratings_are_numbers_for_all_also_without_a_match(found):
    assert rated(found, "published", "santorini") == pytest.approx(
        {"A": 0.500527, "B": -0.596089, "C": 0.095562}, abs=1e-5)


def test_checked_ratings_are_those_that_the_matches_determine_and_the_others_have_reasons(found):
    of_game = rated(found, "checked", "santorini")
    assert (of_game["A"], of_game["B"]) == pytest.approx((0.548640, -0.548640), abs=1e-5)
    assert isnan(of_game["C"])
    assert found.ratings["checked"]["C", "santorini"].reason == "no match against another agent"
    assert found.ratings["checked"]["A", "santorini"].matches == 4


def test_a_tie_is_half_a_win_where_ratings_are_checked_and_dropped_as_published():
    tied = results(duels("santorini", ("A", "B", 1), ("A", "B", 0.5), ("A", "B", 0.5), ("A", "B", 0)), bootstrap=0)
    one_sided = results(duels("santorini", ("A", "B", 1), ("A", "B", 0.5)), bootstrap=0)
    assert rated(tied, "checked", "santorini")["A"] == pytest.approx(0)
    assert rated(one_sided, "checked", "santorini")["A"] == pytest.approx(0.5493, abs=1e-2)  # 1.5 wins of 2: half ln 3
    assert rated(one_sided, "published", "santorini")["A"] > 3  # one win of one


def test_the_total_score_is_divided_by_the_number_of_matches(found):
    averages = {key: (average.value, average.matches) for key, average in found.averages.items()}
    assert averages["A", "santorini"] == (0.75, 4)
    assert averages["A", "pit"] == (0.25, 1)
    assert averages["A", "overall"] == pytest.approx((3.25 / 5, 5))
    assert averages["B", "santorini"] == (0.25, 4)
    assert ("B", "pit") not in averages


def test_the_interval_of_an_average_is_that_of_resampled_matches(found):
    # Of 4 matches with 3 wins, a resample has at most one win with a probability of 5.1 %, and 4 with one of 31.6 %.
    assert found.averages["A", "santorini"].interval(0.9) == (0.25, 1)


def test_matches_and_total_scores_of_every_two_agents_are_counted_from_both_sides(found):
    assert found.met["santorini", "A", "B"] == Met(4, 3.0)
    assert found.met["santorini", "B", "A"] == Met(4, 1.0)
    assert found.met["overall", "C", "A"] == Met(1, 0.75)
    assert ("overall", "B", "C") not in found.met


def test_games_are_in_the_papers_order_and_agents_in_that_of_their_ratings(found):
    assert found.games == ("pit", "santorini")
    assert found.agents("published") == ["C", "A", "B"]
    lost = results([*duels("pit", ("A", "B", 0.6), ("D", "A", 0.0), ("E", "A", 0.2), ("E", "A", 0.0)),
                    *duels("santorini", ("F", "D", 1))], bootstrap=0)
    assert lost.agents("checked") == ["A", "B", "E", "F", "D"]  # F and D have no rating: by score


def test_the_rating_of_a_category_follows_from_all_matches_of_its_games_which_weigh_the_same(found):
    own = found.by_category["checked"]
    assert own["A", "abstract strategy"].rating == found.ratings["checked"]["A", "santorini"].rating
    two = results([*MATCHES, *duels("sea_battle", ("A", "B", 1), ("A", "B", 0))], bootstrap=0)
    # Shares of 3/4 and 1/2: 5 to 3, and half its logarithm.
    assert two.by_category["checked"]["A", "abstract strategy"].rating == pytest.approx(log(5 / 3) / 2, abs=1e-3)
    assert two.games_in("abstract strategy") == ["santorini", "sea_battle"]


def test_a_category_without_a_match_of_an_agent_has_no_rating_but_a_reason(found):
    own = found.by_category["checked"]
    assert isnan(own["C", "abstract strategy"].rating)
    assert own["C", "abstract strategy"].reason == "no match against another agent"
    assert isnan(own["A", "social deduction"].rating)
    assert found.games_in("social deduction") == []


def test_an_agent_that_lost_everything_in_one_game_of_a_category_is_rated_by_the_others_too():
    lost = results([*duels("santorini", ("A", "B", 1), ("A", "B", 0)), *duels("sea_battle", ("A", "B", 0))], 0)
    assert isnan(lost.ratings["checked"]["A", "sea_battle"].rating)
    assert lost.by_category["checked"]["A", "abstract strategy"].rating == pytest.approx(log(1 / 3) / 2, abs=1e-3)


def test_win_probabilities_follow_from_the_ratings(found):
    chances = found.chances["checked"]
    assert chances["santorini", "A", "B"] == pytest.approx(0.7498, abs=1e-4)  # 1 / (1 + exp(-2 * 0.548640))
    assert chances["santorini", "B", "A"] == pytest.approx(1 - 0.7498, abs=1e-4)
    assert ("santorini", "C", "B") not in chances
    assert ("santorini", "A", "A") not in chances


def test_a_team_is_one_agent_and_a_forfeit_is_a_match():
    seats = [seat("A")] * 2 + [seat("B")] * 3
    teams = [0, 0, 1, 1, 1]
    played = results([team_match("1", seats, teams, game="are_you_the_traitor"),
                      team_match("2", seats, teams, game="are_you_the_traitor", returns=None, outcome="forfeit",
                                 offender=1)], bootstrap=0)
    assert played.met["are_you_the_traitor", "A", "B"] == Met(2, 1.0)


def test_matches_of_other_suites_and_of_an_agent_against_itself_are_left_out():
    alone = match("itself", "pit", [("D", 0.4), ("D", 0.6)])
    other = match("other", "pit", [("E", 1), ("A", 0)], suite="arena")
    found = results([*MATCHES, alone, other], bootstrap=0)
    assert {agent for agent, _ in found.ratings["published"]} == {"A", "B", "C"}
    assert results([alone, other], bootstrap=0).games == ()


def test_matches_of_a_person_count_wherever_they_were_played_with_the_games_as_the_suite_plays_them():
    def sitting(match_id, kind, **fields):
        seats = [seat("me", kind=kind), seat("A")]
        return record(match_id, seats, [1, 0], **({"game": "santorini", "suite": None} | fields))

    played = [*MATCHES, sitting("person", "human"), sitting("nobody", "random"),
              sitting("small", "human", params={"size": 3}), sitting("else", "human", suite="arena"),
              sitting("nim", "human", game="nim")]
    assert results(played, bootstrap=0).met["overall", "me", "A"] == Met(1, 1.0)


def test_intervals_hold_90_per_cent_of_the_resamples():
    found = results(MATCHES, bootstrap=500).ratings["checked"]["A", "santorini"]
    assert found.low < found.rating < found.high
