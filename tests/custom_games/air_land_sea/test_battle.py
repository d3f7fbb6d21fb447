import pytest

from custom_games.air_land_sea.battle import conquest_result, withdrawal_points
from custom_games.air_land_sea.cards import BLOCKADE, CONTAINMENT
from tests.support.air_land_sea_battles import RULES, card, position, totals

AIR, LAND, SEA = range(3)


@pytest.mark.parametrize(("order", "theater", "beside"), [
    ("ALS", AIR, (LAND,)), ("ALS", LAND, (AIR, SEA)), ("ALS", SEA, (LAND,)),
    ("LAS", AIR, (LAND, SEA)), ("LAS", SEA, (AIR,)), ("SLA", LAND, (SEA, AIR))])
def test_the_middle_theater_is_adjacent_to_both_and_an_outer_one_to_the_middle(order, theater, beside):
    assert position(order=order).battle.adjacent(theater) == beside


@pytest.mark.parametrize(("order", "mine", "theirs", "own", "others"), [
    # Face-up cards count their strength and face-down ones 2 whatever they are.
    ("ALS", "A6 l6 | S1 |", "||", (8, 1, 0), (0, 0, 0)),
    # Support adds 3 in every adjacent theater while it is face up, to its owner alone.
    ("ALS", "A1||", "A6|L2|", (1, 3, 0), (6, 2, 0)),
    ("LAS", "A1||", "||", (1, 3, 3), (0, 0, 0)),      # in the middle: to both sides
    ("ALS", "A1|L2|", "||", (1, 5, 0), (0, 0, 0)),
    ("ALS", "|A1|", "||", (3, 1, 3), (0, 0, 0)),      # deployed to Land by Air Drop
    ("ALS", "a1|L2|", "||", (2, 2, 0), (0, 0, 0)),    # face down it supports nobody
    ("ALS", "A1 s3|L2|", "||", (3, 5, 0), (0, 0, 0)),  # covered it still works
    # Escalation makes all face-down cards of its owner count 4, and none of the opponent's.
    ("ALS", "a1|l1|S2", "a3|l3|", (4, 4, 2), (2, 2, 0)), ("ALS", "a1 S2|l1|", "||", (6, 4, 0), (0, 0, 0)),
    ("ALS", "a1|l1|S2 A3", "||", (4, 4, 5), (0, 0, 0)),   # covered
    ("ALS", "a1|l1|s2", "||", (2, 2, 2), (0, 0, 0)),      # face down
    ("ALS", "a1|l1 L5|S2", "||", (4, 9, 2), (0, 0, 0)),
    # Cover Fire makes every card below it count 4, in its own pile alone.
    ("ALS", "|L1 s6 L4|", "|L6|", (0, 12, 0), (0, 6, 0)),  # 4 + 4 + 4: neither 1 nor 2
    ("ALS", "|L6 L4|", "||", (0, 8, 0), (0, 0, 0)),        # also what is stronger
    ("LAS", "|L1 s6 L4|", "||", (0, 12, 0), (0, 0, 0)),    # in the leftmost theater
    ("ALS", "L4||", "||", (4, 0, 0), (0, 0, 0)),
    ("ALS", "a1 a6 L4 a3||", "||", (14, 0, 0), (0, 0, 0)),  # what lies on top of it counts as ever
    ("ALS", "|L1 s6 l4|", "||", (0, 5, 0), (0, 0, 0)),     # face down
    ("ALS", "A1|L1 L4|s6", "|L1|", (1, 11, 2), (0, 1, 0)),  # with Support
])
def test_cards_count_by_themselves_and_by_ongoing_abilities(order, mine, theirs, own, others):
    state = position(mine, theirs, order=order)
    assert (totals(state), totals(state, 1)) == (own, others)


@pytest.mark.parametrize(("first", "mine", "theirs", "controllers"), [
    (0, "A3||", "a1 a2||", [1, 0, 0]),   # 3 : 4, then ties of nothing
    (1, "A3||", "a1 a2||", [1, 1, 1]), (0, "A4||S3", "a1 a2||S6", [0, 0, 1]), (1, "A4||S3", "a1 a2||S6", [1, 1, 1]),
    (1, "A1||", "||", [0, 0, 1]),        # Support alone controls an empty theater
])
def test_the_higher_total_controls_and_ties_and_empty_theaters_are_the_first_players(first, mine, theirs, controllers):
    battle = position(mine, theirs, first=first).battle
    assert [battle.controller(theater) for theater in (AIR, LAND, SEA)] == controllers


@pytest.mark.parametrize(("mine", "theirs"), [("A5||", "||"), ("||", "A5||"), ("||", "|A5 l2|")])
def test_containment_of_either_player_destroys_what_is_played_face_down(mine, theirs):
    battle = position(mine, theirs).battle
    assert [battle.destroyer(theater, False) for theater in (AIR, LAND, SEA)] == [CONTAINMENT] * 3
    assert [battle.destroyer(theater, True) for theater in (AIR, LAND, SEA)] == [None] * 3


@pytest.mark.parametrize(("mine", "theirs", "destroyer"), [
    ("|L1 L2|S5", "|L3|", BLOCKADE),     # three cards of both players in the adjacent theater
    ("|L1 L2|s5", "|L3|", None),         # Blockade is face down
    ("|L1|S5", "|L3|", None),            # only two cards
    ("||S5", "|l1 l2 l3|", BLOCKADE), ("||", "|l1 l2 l3|S5 s1", BLOCKADE),  # the opponent's, covered
])
def test_blockade_destroys_what_is_played_beside_it_where_three_cards_are(mine, theirs, destroyer):
    battle = position(mine, theirs).battle
    assert battle.destroyer(LAND, up=True) == battle.destroyer(LAND, up=False) == destroyer


def test_blockade_destroys_nothing_at_home_no_ability_counts_when_off_and_the_deck_lies_nowhere():
    battle = position("A1 A2 A3||S5 S1 S2").battle
    assert [battle.destroyer(theater, True) for theater in (AIR, LAND, SEA)] == [None] * 3
    state = position("A1 A5|L1 L4|S2 s6 S5", rules=type(RULES)(abilities="off"))
    assert totals(state) == (6, 5, 9)
    assert state.battle.destroyer(LAND, up=False) is None
    battle = position("A1||", "|l2|", ("A2 A3", "S1"), under="S6").battle
    assert (battle.deck_size(), len(battle.unseen_cards())) == (18 - 5, 12)
    assert [battle.owner(card(name)) for name in ("A1", "L2", "A2", "S1", "S6")] == [0, 1, 0, 1, 1]
    assert not {card(name) for name in ("A1", "L2", "A2", "A3", "S1", "S6")} & set(battle.unseen_cards())


# The table of the Supreme Commander cards, by the cards left in the hand of the one who withdraws.
CELLS = [(True, 9, 2), (True, 6, 2), (True, 5, 2), (True, 4, 2), (True, 3, 3), (True, 2, 3), (True, 1, 4), (True, 0, 6),
         (False, 9, 2), (False, 6, 2), (False, 5, 2), (False, 4, 3), (False, 3, 3), (False, 2, 4), (False, 1, 6),
         (False, 0, 6)]


@pytest.mark.parametrize(("is_first", "left", "points"), CELLS)
def test_a_withdrawal_gives_the_opponent_what_the_supreme_commander_card_says(is_first, left, points):
    assert withdrawal_points(is_first, left) == points


@pytest.mark.parametrize(("first", "winner"), [(0, 0), (1, 1)])
def test_two_theaters_win_six_points_and_the_first_player_has_the_ties(first, winner):
    # Air 6 : 5, Land 2 : 2, Sea 0 : 3
    result = conquest_result(position("A6|l1|", "A5|l3|S3", order="SAL", first=first).battle)
    assert (result.winner, result.points, result.withdrew) == (winner, 6, None)
    assert (result.totals, result.controllers) == (((0, 3), (6, 5), (2, 2)), (1, 0, first))
