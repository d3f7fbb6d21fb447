import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.errors import UsageError
from gtarena.logs.records import Seat
from gtarena.runs.schedule import MatchSpec, Table, drawn, pair_up, rotated, schedule, seated, tables_of
from tests.support import team_games

A, B, C = (Seat(agent=name) for name in "abc")

# Every seat's team, with teams of one to three seats in any order.
TEAMS = st.lists(st.integers(1, 3), min_size=2, max_size=4).flatmap(
    lambda sizes: st.permutations([team for team, size in enumerate(sizes) for _ in range(size)]))


@pytest.fixture(autouse=True, scope="module")
def _games_of_teams():
    team_games.register()


def seatings(specs: list[MatchSpec]) -> list[str]:
    return ["".join(seat.agent for seat in spec.seats) for spec in specs]


def test_two_player_games_pair_every_two_agents_and_swap_seats_half_way():
    specs = schedule("tic_tac_toe", {}, [A, B, C], matches=4, seed=0)
    assert seatings(specs) == ["ab", "ab", "ba", "ba", "ac", "ac", "ca", "ca", "bc", "bc", "cb", "cb"]


def test_more_matches_than_fit_into_memory_are_refused_before_they_are_planned():
    refusal = r"^matches=333334 makes 1,000,002 matches of tic_tac_toe, and a run can have 1,000,000 of a game: lower"
    with pytest.raises(UsageError, match=refusal):
        schedule("tic_tac_toe", {}, [A, B, C], matches=333_334, seed=0)


def test_both_halves_meet_the_same_deals_and_so_do_all_pairings():
    seeds = [spec.seed for spec in schedule("kuhn_poker", {}, [A, B, C], matches=6, seed=0)]
    assert seeds[:3] == seeds[3:6] == seeds[6:9]
    assert len(set(seeds)) == 3


def test_an_agent_that_meets_itself_gets_a_new_deal_for_every_match():
    specs = schedule("kuhn_poker", {}, [A], matches=6, seed=0)
    assert seatings(specs) == ["aa"] * 6
    assert len({spec.match_id for spec in specs}) == 6


def test_a_table_is_rotated_until_everybody_has_sat_everywhere_equally_often():
    specs = schedule("el_farol", {"players": 3}, [A, B, C], matches=6, seed=0)
    assert seatings(specs) == ["abc", "abc", "cab", "cab", "bca", "bca"]


def test_a_table_of_two_kinds_of_agents_has_only_its_distinct_rotations():
    places = ["".join(seat.agent for seat in table) for table, _ in rotated((A, A, B, A, A, B), 6)]
    assert Counter(places) == {"aabaab": 2, "baabaa": 2, "abaaba": 2}


def test_with_fresh_draws_every_match_of_a_table_has_a_deal_of_its_own():
    paired, fresh = (
        schedule("el_farol", {"players": 3}, [A, B, C], 6, 0, draws=draws) for draws in ("paired", "fresh"))
    assert seatings(paired) == seatings(fresh)
    assert ([spec.run for spec in paired], [spec.run for spec in fresh]) == ([1, 2] * 3, [1, 2, 3, 4, 5, 6])
    assert (len({spec.seed for spec in paired}), len({spec.seed for spec in fresh})) == (2, 6)
    assert {spec.seed for spec in paired} < {spec.seed for spec in fresh}


def test_draws_are_paired_unless_told_otherwise():
    specs = schedule("kuhn_poker", {}, [A, B], 4, 0)
    assert [spec.match_id for spec in specs] == [
        spec.match_id for spec in schedule("kuhn_poker", {}, [A, B], 4, 0, draws="paired")]


def test_an_odd_number_of_matches_is_split_as_evenly_as_it_can_be():
    assert Counter(seatings(schedule("nim", {}, [A, B], matches=5, seed=0))) == {"ab": 3, "ba": 2}


def test_fewer_matches_than_rotations_are_all_dealt_differently():
    specs = schedule("el_farol", {"players": 3}, [A, B, C], matches=2, seed=0)
    assert len({spec.seed for spec in specs}) == 2
    assert len(set(seatings(specs))) == 2


def test_one_agent_fills_a_table_and_a_wrong_number_is_refused():
    assert pair_up([A], range(4), "g") == [(A, A, A, A)]
    with pytest.raises(UsageError, match=r"el_farol\(players=4\) has 4 seats, but agents lists 3: give 1 .* or 4"):
        pair_up([A, B, C], range(4), "el_farol(players=4)")


def test_in_a_game_for_one_player_everybody_plays_alone():
    assert pair_up([A, B], range(1), "catch") == [(A,), (B,)]


def test_the_run_seed_changes_the_deals():
    first, second = (schedule("kuhn_poker", {}, [A, B], 2, seed)[0].seed for seed in (0, 1))
    assert first != second


def test_a_match_id_does_not_depend_on_the_order_of_settings_but_on_their_values():
    def spec(**params):
        return MatchSpec("nim", {}, (Seat(agent="a", params=params),), 0)

    assert spec(x=1, y=2).match_id == spec(y=2, x=1).match_id
    assert spec(x=1).match_id != spec(x=2).match_id


def test_a_match_id_is_the_hash_of_the_key_written_out():
    # Changing how ids are made would play everything again: it takes a new schema version.
    spec = MatchSpec("nim", {"is_misere": True}, (Seat(agent="random", params={"kind": "random"}),), 7)
    written = (
        '{"game":"nim","params":{"is_misere":true},"schema":1,'
        '"seats":[{"agent":"random","model":null,"params":{"kind":"random"}}],"seed":7}'
    )
    assert spec.match_id == hashlib.sha256(written.encode()).hexdigest()[:16]


D = Seat(agent="d")


def test_agents_meet_each_other_and_every_opponent_but_opponents_not_each_other():
    assert tables_of([A, B], range(2), "g", [C, D]) == [
        Table((A, B)), Table((A, C), A), Table((A, D), A), Table((B, C), B), Table((B, D), B)]


def test_agents_can_be_kept_from_each_other():
    assert tables_of([A, B], range(2), "g", [C], "opponents") == [Table((A, C), A), Table((B, C), B)]


def test_nobody_is_its_own_opponent():
    assert tables_of([A, B], range(2), "g", [A], "opponents") == [Table((B, A), B)]
    assert tables_of([A, B], range(3), "g", [A]) == [Table((B, A, A), B)]


@pytest.mark.parametrize("pairings", ["all", "opponents"])
@pytest.mark.parametrize("players", [2, 3])
def test_the_only_agent_there_is_meets_itself_and_is_measured_in_every_seat(players, pairings):
    assert tables_of([A], range(players), "g", [A], pairings) == [Table((A,) * players)]
    specs = schedule("el_farol", {"players": players}, [A], 2, 0, opponents=[A], pairings=pairings)
    assert [spec.challengers for spec in specs] == [None, None]


def test_in_a_larger_game_every_agent_challenges_a_table_filled_with_each_opponent():
    assert tables_of([A, B], range(4), "g", [C, D]) == [
        Table((A, C, C, C), A), Table((A, D, D, D), A), Table((B, C, C, C), B), Table((B, D, D, D), B)]


def test_a_challenger_takes_every_seat_with_the_same_deal():
    specs = schedule("el_farol", {"players": 3}, [A, B], 3, 0, opponents=[C], pairings="opponents")
    assert seatings(specs) == ["acc", "cac", "cca", "bcc", "cbc", "ccb"]
    assert [spec.challengers for spec in specs] == [(0,), (1,), (2,)] * 2
    assert len({spec.seed for spec in specs}) == 1
    assert len({spec.match_id for spec in specs}) == 6


def test_a_challenger_plays_both_roles_of_a_setting_with_the_same_deal():
    specs = schedule("lone_bidding", {"lone": 1}, [A], 2, 0, opponents=[B], pairings="opponents")
    assert seatings(specs) == ["bab", "aba"]
    assert [spec.challengers for spec in specs] == [(1,), (0, 2)]
    assert len({spec.seed for spec in specs}) == 1


def test_without_opponents_nobody_is_a_challenger():
    assert {spec.challengers for spec in schedule("nim", {}, [A, B], 2, 0)} == {None}


def test_who_is_measured_is_no_part_of_a_match_id():
    alone = schedule("nim", {}, [A, B], 2, 0)
    against = schedule("nim", {}, [A], 2, 0, opponents=[B])
    assert [spec.match_id for spec in alone] == [spec.match_id for spec in against]
    assert [spec.challengers for spec in against] == [(0,), (1,)]
    assert [spec.again().challengers for spec in against] == [(0,), (1,)]


@pytest.mark.parametrize(("one", "other", "both"), [
    ((0,), (0,), (0,)), ((0,), (2,), (0, 2)), ((2,), (0, 1), None), ((1,), None, None), (None, (1,), None)])
def test_a_match_of_two_tables_has_the_challengers_of_both(one, other, both):
    first, second = (MatchSpec("g", {}, (A, B, C), 0, challengers=seats) for seats in (one, other))
    assert first.merged(second).challengers == both


def test_in_a_game_of_one_team_there_are_no_opponents():
    with pytest.raises(UsageError, match=r"^g has 1 seat, so that there is nobody to play against: leave "):
        tables_of([A], range(1), "g", [B])


def test_a_match_that_is_played_again_has_the_same_chance_and_another_id():
    first = MatchSpec("nim", {}, (A, B), 7)
    again = first.again()
    assert (again.seed, again.seats, again.attempt) == (7, (A, B), 1)
    assert "attempt" not in first.key
    assert len({first.match_id, again.match_id, again.again().match_id}) == 3


def test_in_a_game_of_two_teams_every_two_agents_meet_and_swap_teams_half_way():
    specs = schedule("team_bidding", {}, [A, B, C], matches=2, seed=0)
    assert seatings(specs) == ["aabb", "bbaa", "aacc", "ccaa", "bbcc", "ccbb"]


def test_partners_who_sit_across_the_table_stay_one_agent():
    specs = schedule("team_bidding", {"lineup": "crossed"}, [A, B], matches=4, seed=0)
    assert seatings(specs) == ["abab", "abab", "baba", "baba"]
    seeds = [spec.seed for spec in specs]
    assert seeds[:2] == seeds[2:]
    assert len(set(seeds)) == 2


def test_in_a_role_line_up_each_agent_plays_alone_as_often_as_in_the_other_team():
    specs = schedule("lone_bidding", {"lone": 1}, [A, B], matches=4, seed=0)
    assert seatings(specs) == ["bab", "bab", "aba", "aba"]


def test_opponents_are_for_games_of_two_teams_too():
    specs = schedule("team_bidding", {}, [A, B], 2, 0, opponents=[C], pairings="opponents")
    assert seatings(specs) == ["aacc", "ccaa", "bbcc", "ccbb"]


def test_more_than_two_teams_are_one_agent_or_one_each_and_are_rotated():
    assert seatings(schedule("team_bidding", {"lineup": "trio"}, [A], 1, seed=0)) == ["aaaaaa"]
    specs = schedule("team_bidding", {"lineup": "trio"}, [A, B, C], 3, seed=0)
    assert seatings(specs) == ["aabbcc", "ccaabb", "bbccaa"]


def test_a_team_without_opponents_is_one_agent():
    assert seatings(schedule("team_bidding", {"lineup": "one"}, [A, B], 1, seed=0)) == ["aa", "bb"]


def test_a_number_of_agents_that_does_not_fit_the_teams_is_refused():
    message = r"has 3 teams in 6 seats, but agents lists 2: give 1 .*, or 3 \(llm\*2 stands for 2 teams\)$"
    with pytest.raises(UsageError, match=rf"team_bidding\(lineup=trio\) {message}"):
        schedule("team_bidding", {"lineup": "trio"}, [A, B], 1, 0)


def test_a_challenger_takes_all_seats_of_a_team():
    specs = schedule("team_bidding", {"lineup": "trio"}, [A], 3, 0, opponents=[B])
    assert seatings(specs) == ["aabbbb", "bbaabb", "bbbbaa"]
    assert [spec.challengers for spec in specs] == [(0, 1), (2, 3), (4, 5)]


@given(TEAMS, st.integers(1, 5))
def test_partners_are_never_split_and_all_agents_hold_every_seat_equally_often_with_the_same_deals(teams, rounds):
    count = max(teams) + 1
    (table,) = pair_up([Seat(agent=str(number)) for number in range(count)], teams, "g")
    played = [(seated(agents, teams), deal) for agents, deal in rotated(table, rounds * count)]
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
    agents = [Seat(agent=str(number)) for number in range(players)]
    table = tuple(agents)
    assert [seated(seating, range(players)) for seating, _ in rotated(table, matches)] == [
        seating for seating, _ in rotated(table, matches)]


def with_drawn_sides(game, given_agents, matches, seed=0, draws="fresh", **params):
    return schedule(game, params, given_agents, matches, seed, draws=draws, sides="drawn")


def test_with_drawn_sides_both_agents_hold_every_side_once_in_every_two_matches():
    played = seatings(with_drawn_sides("tic_tac_toe", [A, B], 40))
    assert {frozenset(played[at:at + 2]) for at in range(0, 40, 2)} == {frozenset(("ab", "ba"))}
    assert {played[at] for at in range(0, 40, 2)} == {"ab", "ba"}


def test_the_coin_of_drawn_sides_is_fair_over_seeds_and_over_the_matches_of_a_run():
    first = [seatings(with_drawn_sides("tic_tac_toe", [A, B], 1, seed))[0] for seed in range(400)]
    assert 160 <= first.count("ab") <= 240  # four standard deviations
    played = seatings(with_drawn_sides("tic_tac_toe", [A, B], 800))
    assert 160 <= played[::2].count("ab") <= 240


def test_pairs_and_games_have_coins_of_their_own():
    specs = with_drawn_sides("tic_tac_toe", [A, B, C], 40)
    nim = with_drawn_sides("nim", [A, B], 40)
    firsts = [[spec.seats[0] == min(spec.seats, key=str) for spec in part]
              for part in (specs[:40], specs[40:80], specs[80:], nim)]
    assert len(set(map(tuple, firsts))) == 4


@pytest.mark.parametrize("draws", ["fresh", "paired"])
@pytest.mark.parametrize("matches", range(1, 6))
def test_more_matches_with_drawn_sides_keep_the_earlier_ones(matches, draws):
    fewer, more = ([spec.match_id for spec in with_drawn_sides("kuhn_poker", [A, B], number, draws=draws)]
                   for number in (matches, 8))
    assert fewer == more[:matches]
    assert len(set(more)) == 8


def test_the_order_in_which_agents_are_listed_changes_no_match_with_drawn_sides():
    one, other = (with_drawn_sides("kuhn_poker", listed, 7) for listed in ([A, B], [B, A]))
    assert [spec.match_id for spec in one] == [spec.match_id for spec in other]


def test_with_paired_draws_the_two_matches_of_a_drawn_pair_have_the_same_deal_and_with_fresh_ones_not():
    paired, fresh = (with_drawn_sides("kuhn_poker", [A, B], 6, draws=draws) for draws in ("paired", "fresh"))
    assert [spec.run for spec in paired] == [1, 1, 2, 2, 3, 3]
    assert len({spec.seed for spec in paired}) == 3
    assert len({spec.seed for spec in fresh}) == 6
    assert {spec.seed for spec in fresh} > {spec.seed for spec in paired}


def test_an_agent_that_meets_itself_has_no_sides_to_draw():
    specs = with_drawn_sides("kuhn_poker", [A], 4, draws="paired")
    assert seatings(specs) == ["aa"] * 4
    assert len({spec.match_id for spec in specs}) == 4


def test_partners_change_sides_together_and_challengers_are_known_where_chance_puts_them():
    played = seatings(with_drawn_sides("team_bidding", [A, B], 20, lineup="crossed"))
    assert set(played) == {"abab", "baba"}
    specs = schedule("team_bidding", {}, [A], 20, 0, opponents=[B], draws="fresh", sides="drawn")
    assert {(seatings([spec])[0], spec.challengers) for spec in specs} == {("aabb", (0, 1)), ("bbaa", (2, 3))}


def test_a_table_of_three_teams_is_rotated_in_a_drawn_order_in_every_three_matches():
    played = seatings(with_drawn_sides("team_bidding", [A, B, C], 60, lineup="trio"))
    blocks = [tuple(played[at:at + 3]) for at in range(0, 60, 3)]
    assert {frozenset(block) for block in blocks} == {frozenset(("aabbcc", "bbccaa", "ccaabb"))}
    assert len(set(blocks)) == 6  # all orders occur


@given(st.integers(2, 4), st.integers(1, 4), st.integers(0, 99))
def test_with_drawn_sides_everybody_sits_everywhere_equally_often(players, rounds, seed):
    table = tuple(Seat(agent=str(number)) for number in range(players))
    played = [seats_of(seats) for seats, _ in drawn(table, rounds * players, seed)]
    for place in range(players):
        assert set(Counter(seats[place] for seats in played).values()) == {rounds}


def test_sides_are_rotated_unless_told_otherwise():
    plain, told = schedule("nim", {}, [A, B], 6, 0), schedule("nim", {}, [A, B], 6, 0, sides="rotated")
    assert [spec.match_id for spec in plain] == [spec.match_id for spec in told]
