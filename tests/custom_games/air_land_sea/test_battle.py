import pytest

from custom_games.air_land_sea.battle import Battle
from custom_games.air_land_sea.cards import BLOCKADE, CONTAINMENT
from tests.support.air_land_sea_battles import RULES, card, position, totals

AIR, LAND, SEA = range(3)


@pytest.mark.parametrize(("order", "theater", "beside"), [
    ("ALS", AIR, (LAND,)), ("ALS", LAND, (AIR, SEA)), ("ALS", SEA, (LAND,)),
    ("LAS", AIR, (LAND, SEA)), ("LAS", SEA, (AIR,)), ("SLA", LAND, (SEA, AIR)),
])
def test_the_middle_theater_is_adjacent_to_both_and_an_outer_one_to_the_middle(order, theater, beside):
    assert position(order=order).battle.adjacent(theater) == beside


def test_face_up_cards_count_their_strength_and_face_down_ones_2_whatever_they_are():
    assert totals(position("A6 l6 | S1 |", rules=RULES)) == (8, 1, 0)


@pytest.mark.parametrize(("order", "mine", "told"), [
    ("ALS", "A1||", (1, 3, 0)),          # adjacent to the right
    ("LAS", "A1||", (1, 3, 3)),          # in the middle: to both sides
    ("ALS", "A1|L2|", (1, 5, 0)),
    ("ALS", "|A1|", (3, 1, 3)),          # deployed to Land by Air Drop
    ("ALS", "a1|L2|", (2, 2, 0)),        # face down it supports nobody
    ("ALS", "A1 s3|L2|", (3, 5, 0)),     # covered it still works
])
def test_support_adds_3_in_every_adjacent_theater_while_it_is_face_up(order, mine, told):
    assert totals(position(mine, order=order)) == told


def test_support_helps_its_owner_alone_and_nobody_where_it_lies():
    state = position("A1||", "A6|L2|")
    assert totals(state, 1) == (6, 2, 0)
    assert state.battle.support(0, LAND) == 3
    assert state.battle.support(1, LAND) == 0


@pytest.mark.parametrize(("mine", "told"), [
    ("a1|l1|S2", (4, 4, 2)),            # in any theater
    ("a1 S2|l1|", (6, 4, 0)),           # in the leftmost theater
    ("a1|l1|S2 A3", (4, 4, 5)),         # covered
    ("a1|l1|s2", (2, 2, 2)),            # face down
    ("a1|l1 L5|S2", (4, 9, 2)),
])
def test_escalation_makes_all_face_down_cards_of_its_owner_count_4(mine, told):
    assert totals(position(mine)) == told


def test_escalation_does_nothing_for_the_opponent():
    assert totals(position("||S2", "a1|l1|")) == (0, 0, 2)
    assert totals(position("||S2", "a1|l1|"), 1) == (2, 2, 0)


@pytest.mark.parametrize(("order", "mine", "told"), [
    ("ALS", "|L1 s6 L4|", (0, 12, 0)),       # 4 + 4 + 4: neither 1 nor 2
    ("ALS", "|L6 L4|", (0, 8, 0)),           # also what is stronger
    ("LAS", "|L1 s6 L4|", (0, 12, 0)),       # in the leftmost theater
    ("ALS", "L4||", (4, 0, 0)),
    ("ALS", "a1 a6 L4 a3||", (14, 0, 0)),    # what lies on top of it counts as ever
    ("ALS", "|L1 s6 l4|", (0, 5, 0)),        # face down
    ("ALS", "A1|L1 L4|", (1, 11, 0)),        # with Support
])
def test_cover_fire_makes_every_card_below_it_count_4(order, mine, told):
    assert totals(position(mine, order=order)) == told


def test_cover_fire_covers_its_own_pile_alone():
    assert totals(position("a1|L1 L4|s6", "|L1|"), 0) == (2, 8, 2)
    assert totals(position("a1|L1 L4|s6", "|L1|"), 1) == (0, 1, 0)


@pytest.mark.parametrize(("first", "mine", "theirs", "controllers"), [
    (0, "A3||", "a1 a2||", [1, 0, 0]),   # 3 : 4, then ties of nothing
    (1, "A3||", "a1 a2||", [1, 1, 1]),
    (0, "A4||S3", "a1 a2||S6", [0, 0, 1]),
    (1, "A4||S3", "a1 a2||S6", [1, 1, 1]),
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
    ("||S5", "|l1 l2 l3|", BLOCKADE),
    ("||", "|l1 l2 l3|S5 s1", BLOCKADE),  # the opponent's, covered
])
def test_blockade_destroys_what_is_played_beside_it_where_three_cards_are(mine, theirs, destroyer):
    battle = position(mine, theirs).battle
    assert battle.destroyer(LAND, up=True) == battle.destroyer(LAND, up=False) == destroyer


def test_blockade_destroys_nothing_in_its_own_theater_and_beyond_the_middle():
    battle = position("A1 A2 A3||S5 S1 S2").battle
    assert [battle.destroyer(theater, True) for theater in (AIR, LAND, SEA)] == [None] * 3


def test_no_ability_counts_when_abilities_are_off():
    rules = type(RULES)(abilities="off")
    state = position("A1 A5|L1 L4|S2 s6 S5", rules=rules)
    assert totals(state) == (6, 5, 9)
    assert state.battle.destroyer(LAND, up=False) is None


def test_the_deck_is_what_nobody_holds_and_lies_nowhere():
    battle = position("A1||", "|l2|", ("A2 A3", "S1"), under="S6").battle
    assert battle.deck_size() == 18 - 5
    assert len(battle.unseen()) == 12
    assert not {card(name) for name in ("A1", "L2", "A2", "A3", "S1", "S6")} & set(battle.unseen())


def test_the_owner_of_a_card_is_known_wherever_it_is():
    battle = position("A1||", "|l2|", ("A2", "S1"), under="S6").battle
    assert [battle.owner(card(name)) for name in ("A1", "L2", "A2", "S1", "S6")] == [0, 1, 0, 1, 1]


def test_a_battle_starts_with_nothing_on_the_table():
    battle = Battle((0, 1, 2), 0, frozenset())
    assert battle.deck_size() == 18
    assert battle.controller(SEA) == 0
