import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena import games
from gtarena.errors import UsageError
from gtarena.logs.records import Seat
from gtarena.runs.schedule import (
    MatchSpec,
    Matchup,
    draw_teams,
    list_matchups,
    pair_up,
    rotate_teams,
    schedule,
    seat_agents,
)
from tests.support import team_games

A, B, C, D = (Seat(agent=name) for name in "abcd")

# Every seat's team, with teams of one to three seats in any order.
TEAMS = st.lists(st.integers(1, 3), min_size=2, max_size=4).flatmap(
    lambda sizes: st.permutations([team for team, size in enumerate(sizes) for _ in range(size)]))


@pytest.fixture(autouse=True, scope="module")
def _games_of_teams():
    team_games.register()


def seatings(specs: list[MatchSpec]) -> list[str]:
    return ["".join(seat.agent for seat in spec.seats) for spec in specs]


@pytest.mark.parametrize(("game", "agents", "matches", "seated"), [
    ("tic_tac_toe", [A, B, C], 4, "ab ab ba ba ac ac ca ca bc bc cb cb"), ("nim", [A, B], 5, "ab ab ab ba ba"),
    ("kuhn_poker", [A], 6, "aa aa aa aa aa aa"), ("el_farol(players=3)", [A, B, C], 6, "abc abc cab cab bca bca"),
    ("team_bidding", [A, B, C], 2, "aabb bbaa aacc ccaa bbcc ccbb"),
    ("team_bidding(lineup=crossed)", [A, B], 4, "abab abab baba baba"),
    ("lone_bidding(lone=1)", [A, B], 4, "bab bab aba aba"), ("team_bidding(lineup=trio)", [A], 1, "aaaaaa"),
    ("team_bidding(lineup=trio)", [A, B, C], 3, "aabbcc ccaabb bbccaa"),
    ("team_bidding(lineup=one)", [A, B], 1, "aa bb")])  # without opponents
def test_all_agents_or_tables_meet_and_change_sides_with_the_same_deals(game, agents, matches, seated):
    specs = schedule(*games.parse(game), agents, matches, 0)
    assert seatings(specs) == seated.split()
    assert [spec.match_id for spec in specs] == [
        spec.match_id for spec in schedule(*games.parse(game), agents, matches, 0, draws="paired", sides="rotated")]
    assert {spec.challengers for spec in specs} == {None}
    deals = {side: [spec.seed for spec in specs if seatings([spec]) == [side]] for side in seated.split()}
    assert all(len(set(seeds)) == len(seeds) for seeds in deals.values())
    assert len({seed for seeds in deals.values() for seed in seeds}) == max(map(len, deals.values()))


@pytest.mark.parametrize(("game", "agents", "matches", "seated"), [
    ("el_farol(players=3)", [A, B], 3, "aaa aaa aaa aab baa aba abb bab bba bbb bbb bbb"),
    ("el_farol(players=3)", [A, B, A], 1, "aaa aab abb bbb"), ("tic_tac_toe", [A, B], 2, "aa aa ab ba bb bb"),
    ("team_bidding(lineup=crossed)", [A, B], 2, "aaaa aaaa abab baba bbbb bbbb"),
    ("team_bidding(lineup=one)", [A, B], 1, "aa bb"), ("el_farol(players=4)", [A], 1, "aaaa")])
def test_mixed_pairings_seat_every_composition_of_a_table_once_and_rotate_it(game, agents, matches, seated):
    specs = schedule(*games.parse(game), agents, matches, 0, pairings="mixed")
    assert seatings(specs) == seated.split()
    assert {spec.challengers for spec in specs} == {None}


def test_mixed_pairings_give_each_agent_each_seat_equally_often_and_all_compositions_the_same_deals():
    specs = schedule(*games.parse("el_farol(players=4)"), [A, B, C], 4, 0, pairings="mixed")
    assert len(specs) == 15 * 4  # 6! / (4! 2!) compositions
    taken = Counter((seat.agent, place) for spec in specs for place, seat in enumerate(spec.seats))
    assert set(taken.values()) == {len(specs) // 3}
    compositions = {}
    for spec in specs:
        compositions.setdefault("".join(sorted(seat.agent for seat in spec.seats)), set()).add(spec.seed)
    # Four matches of aaaa have deals of their own; those of aabc have one, with seats swapped.
    assert len({min(seeds) for seeds in compositions.values()}) <= 4
    assert {len(compositions["aaaa"]), len(compositions["aabc"])} == {4, 1}


def test_mixed_pairings_refuse_opponents_and_too_many_compositions():
    with pytest.raises(UsageError, match=r"pairings=mixed has no opponents, .* list them in agents="):
        schedule(*games.parse("el_farol(players=3)"), [A], 1, 0, opponents=[B], pairings="mixed")
    many = [Seat(agent=str(number)) for number in range(30)]
    with pytest.raises(UsageError, match=r"pairings=mixed of 30 agents at the 10 places of el_farol makes 635,745,396"):
        schedule(*games.parse("el_farol"), many, 1, 0, pairings="mixed")


@pytest.mark.parametrize(("game", "agents", "opponent", "seated", "challengers"), [
    ("el_farol(players=3)", [A, B], C, "acc cac cca bcc cbc ccb", [(0,), (1,), (2,)] * 2),
    ("team_bidding", [A, B], C, "aacc ccaa bbcc ccbb", [(0, 1), (2, 3)] * 2),
    ("team_bidding(lineup=trio)", [A], B, "aabbbb bbaabb bbbbaa", [(0, 1), (2, 3), (4, 5)]),
    ("lone_bidding(lone=1)", [A], B, "bab aba", [(1,), (0, 2)])])
def test_a_challenger_takes_the_seats_of_every_team_with_the_same_deal(game, agents, opponent, seated, challengers):
    matches = len(challengers) // len(agents)
    specs = schedule(*games.parse(game), agents, matches, 0, opponents=[opponent], pairings="opponents")
    assert seatings(specs) == seated.split()
    assert [spec.challengers for spec in specs] == challengers
    assert (len({spec.seed for spec in specs}), len({spec.match_id for spec in specs})) == (1, len(specs))


def test_with_fresh_draws_or_other_seeds_deals_differ_and_matches_fewer_than_rotations_all_differ():
    paired, fresh = (
        schedule("el_farol", {"players": 3}, [A, B, C], 6, 0, draws=draws) for draws in ("paired", "fresh"))
    assert seatings(paired) == seatings(fresh)
    assert ([spec.run for spec in paired], [spec.run for spec in fresh]) == ([1, 2] * 3, [1, 2, 3, 4, 5, 6])
    assert (len({spec.seed for spec in paired}), len({spec.seed for spec in fresh})) == (2, 6)
    assert {spec.seed for spec in paired} < {spec.seed for spec in fresh}
    specs = schedule("el_farol", {"players": 3}, [A, B, C], matches=2, seed=0)
    assert len({spec.seed for spec in specs}) == 2
    assert len(set(seatings(specs))) == 2
    first, second = (schedule("kuhn_poker", {}, [A, B], 2, seed)[0].seed for seed in (0, 1))
    assert first != second
    places = ["".join(seat.agent for seat in table) for table, _ in rotate_teams((A, A, B, A, A, B), 6)]
    assert Counter(places) == {"aabaab": 2, "baabaa": 2, "abaaba": 2}


def test_one_agent_fills_a_table_a_match_id_hashes_the_key_written_out_and_agents_meet_as_told():
    assert (pair_up([A, B], range(1), "catch"), pair_up([A], range(4), "g")) == ([(A,), (B,)], [(A, A, A, A)])
    with pytest.raises(UsageError, match=r"el_farol\(players=4\) has 4 seats, but agents lists 3: give 1 .* or 4"):
        pair_up([A, B, C], range(4), "el_farol(players=4)")

    def spec(**params):
        return MatchSpec("nim", {}, (Seat(agent="a", params=params),), 0)

    assert spec(x=1, y=2).match_id == spec(y=2, x=1).match_id
    assert spec(x=1).match_id != spec(x=2).match_id
    # Changing how ids are made would play everything again: it takes a new schema version.
    match = MatchSpec("nim", {"is_misere": True}, (Seat(agent="random", params={"kind": "random"}),), 7)
    written = ('{"game":"nim","params":{"is_misere":true},"schema":1,'
               '"seats":[{"agent":"random","model":null,"params":{"kind":"random"}}],"seed":7}')
    assert match.match_id == hashlib.sha256(written.encode()).hexdigest()[:16]
    assert list_matchups([A, B], range(2), "g", [C, D]) == [
        Matchup((A, B)), Matchup((A, C), A), Matchup((A, D), A), Matchup((B, C), B), Matchup((B, D), B)]
    assert list_matchups([A, B], range(2), "g", [C], "opponents") == [Matchup((A, C), A), Matchup((B, C), B)]
    assert list_matchups([A, B], range(2), "g", [A], "opponents") == [Matchup((B, A), B)]
    assert list_matchups([A, B], range(3), "g", [A]) == [Matchup((B, A, A), B)]
    assert list_matchups([A, B], range(4), "g", [C, D]) == [
        Matchup((A, C, C, C), A), Matchup((A, D, D, D), A), Matchup((B, C, C, C), B), Matchup((B, D, D, D), B)]


@pytest.mark.parametrize("pairings", ["all", "opponents"])
@pytest.mark.parametrize("players", [2, 3])
def test_the_only_agent_there_is_meets_itself_and_is_measured_in_every_seat(players, pairings):
    assert list_matchups([A], range(players), "g", [A], pairings) == [Matchup((A,) * players)]
    specs = schedule("el_farol", {"players": players}, [A], 2, 0, opponents=[A], pairings=pairings)
    assert [spec.challengers for spec in specs] == [None, None]


def test_neither_who_is_measured_nor_another_attempt_changes_the_chance_of_a_match():
    alone = schedule("nim", {}, [A, B], 2, 0)
    against = schedule("nim", {}, [A], 2, 0, opponents=[B])
    assert [spec.match_id for spec in alone] == [spec.match_id for spec in against]
    assert [spec.challengers for spec in against] == [(0,), (1,)]
    assert [spec.again().challengers for spec in against] == [(0,), (1,)]
    first = MatchSpec("nim", {}, (A, B), 7)
    again = first.again()
    assert (again.seed, again.seats, again.attempt) == (7, (A, B), 1)
    assert "attempt" not in first.key
    assert len({first.match_id, again.match_id, again.again().match_id}) == 3


@pytest.mark.parametrize(("one", "other", "both"), [
    ((0,), (0,), (0,)), ((0,), (2,), (0, 2)), ((2,), (0, 1), None), ((1,), None, None), (None, (1,), None)])
def test_a_match_of_two_tables_has_the_challengers_of_both(one, other, both):
    first, second = (MatchSpec("g", {}, (A, B, C), 0, challengers=seats) for seats in (one, other))
    assert first.merge_challengers(second).challengers == both


def test_numbers_of_agents_and_of_matches_that_do_not_fit_are_refused():
    message = r"has 3 teams in 6 seats, but agents lists 2: give 1 .*, or 3 \(llm\*2 stands for 2 teams\)$"
    with pytest.raises(UsageError, match=rf"team_bidding\(lineup=trio\) {message}"):
        schedule("team_bidding", {"lineup": "trio"}, [A, B], 1, 0)
    with pytest.raises(UsageError, match=r"^g has 1 seat, so that there is nobody to play against: leave "):
        list_matchups([A], range(1), "g", [B])
    refusal = r"^matches=333334 makes 1,000,002 matches of tic_tac_toe, and a run can have 1,000,000 of a game: lower"
    with pytest.raises(UsageError, match=refusal):
        schedule("tic_tac_toe", {}, [A, B, C], matches=333_334, seed=0)


@given(TEAMS, st.integers(1, 5))
def test_partners_are_never_split_and_all_agents_hold_every_seat_equally_often_with_the_same_deals(teams, rounds):
    count = max(teams) + 1
    (table,) = pair_up([Seat(agent=str(number)) for number in range(count)], teams, "g")
    played = [(seat_agents(agents, teams), deal) for agents, deal in rotate_teams(table, rounds * count)]
    for seats, _ in played:
        assert len(set(zip(seats_of(seats), teams, strict=True))) == count
    for place in range(len(teams)):
        assert set(Counter(seats_of(seats)[place] for seats, _ in played).values()) == {rounds}
    for agent in table:
        for team in range(count):
            assert sorted(deal for seats, deal in played if seats[teams.index(team)] == agent) == list(range(rounds))


def seats_of(seats: tuple[Seat, ...]) -> list[str]:
    return [seat.agent for seat in seats]


@given(st.integers(1, 6), st.integers(1, 12))
def test_a_game_without_teams_is_seated_as_its_table_is_rotated(players, matches):
    table = tuple([Seat(agent=str(number)) for number in range(players)])
    assert [seat_agents(seating, range(players)) for seating, _ in rotate_teams(table, matches)] == [
        seating for seating, _ in rotate_teams(table, matches)]


def with_drawn_sides(game, given_agents, matches, seed=0, draws="fresh", **params):
    return schedule(game, params, given_agents, matches, seed, draws=draws, sides="drawn")


def test_with_drawn_sides_agents_change_by_a_fair_coin_of_each_pair_and_game_and_deals_stay_paired():
    played = seatings(with_drawn_sides("tic_tac_toe", [A, B], 40))
    assert {frozenset(played[at:at + 2]) for at in range(0, 40, 2)} == {frozenset(("ab", "ba"))}
    assert {played[at] for at in range(0, 40, 2)} == {"ab", "ba"}
    first = [seatings(with_drawn_sides("tic_tac_toe", [A, B], 1, seed))[0] for seed in range(400)]
    assert 160 <= first.count("ab") <= 240  # four standard deviations
    played = seatings(with_drawn_sides("tic_tac_toe", [A, B], 800))
    assert 160 <= played[::2].count("ab") <= 240
    specs = with_drawn_sides("tic_tac_toe", [A, B, C], 40)
    nim = with_drawn_sides("nim", [A, B], 40)
    firsts = [[spec.seats[0] == min(spec.seats, key=str) for spec in part]
              for part in (specs[:40], specs[40:80], specs[80:], nim)]
    assert len(set(map(tuple, firsts))) == 4
    paired, fresh = (with_drawn_sides("kuhn_poker", [A, B], 6, draws=draws) for draws in ("paired", "fresh"))
    assert [spec.run for spec in paired] == [1, 1, 2, 2, 3, 3]
    assert (len({spec.seed for spec in paired}), len({spec.seed for spec in fresh})) == (3, 6)
    assert {spec.seed for spec in fresh} > {spec.seed for spec in paired}


@pytest.mark.parametrize("draws", ["fresh", "paired"])
@pytest.mark.parametrize("matches", range(1, 6))
def test_more_matches_with_drawn_sides_keep_the_earlier_ones(matches, draws):
    fewer, more = ([spec.match_id for spec in with_drawn_sides("kuhn_poker", [A, B], number, draws=draws)]
                   for number in (matches, 8))
    assert fewer == more[:matches]
    assert len(set(more)) == 8


def test_drawn_sides_depend_on_no_order_of_agents_and_drawn_teams_change_sides_together():
    one, other = (with_drawn_sides("kuhn_poker", listed, 7) for listed in ([A, B], [B, A]))
    assert [spec.match_id for spec in one] == [spec.match_id for spec in other]
    specs = with_drawn_sides("kuhn_poker", [A], 4, draws="paired")
    assert seatings(specs) == ["aa"] * 4
    assert len({spec.match_id for spec in specs}) == 4
    played = seatings(with_drawn_sides("team_bidding", [A, B], 20, lineup="crossed"))
    assert set(played) == {"abab", "baba"}
    specs = schedule("team_bidding", {}, [A], 20, 0, opponents=[B], draws="fresh", sides="drawn")
    assert {(seatings([spec])[0], spec.challengers) for spec in specs} == {("aabb", (0, 1)), ("bbaa", (2, 3))}
    played = seatings(with_drawn_sides("team_bidding", [A, B, C], 60, lineup="trio"))
    blocks = [tuple(played[at:at + 3]) for at in range(0, 60, 3)]
    assert {frozenset(block) for block in blocks} == {frozenset(("aabbcc", "bbccaa", "ccaabb"))}
    assert len(set(blocks)) == 6  # all orders occur


@given(st.integers(2, 4), st.integers(1, 4), st.integers(0, 99))
def test_with_drawn_sides_everybody_sits_everywhere_equally_often(players, rounds, seed):
    table = tuple(Seat(agent=str(number)) for number in range(players))
    played = [seats_of(seats) for seats, _ in draw_teams(table, rounds * players, seed)]
    for place in range(players):
        assert set(Counter(seats[place] for seats in played).values()) == {rounds}
