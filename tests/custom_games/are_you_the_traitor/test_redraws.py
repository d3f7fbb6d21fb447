import random

import pytest

from custom_games.are_you_the_traitor.game import AreYouTheTraitor
from custom_games.are_you_the_traitor.treasures import DECK, RING, Treasure, points
from custom_games.framework.cards import cards_of, counts_of
from tests.support.game_settings import decisions
from tests.support.traitor_rounds import GOLD, JEWELS, SEATS, drawn, named, row, talked

TRAITOR, EVIL_WIZARD, GOOD_WIZARD, KEY_HOLDER, GUARD = SEATS
ON, OFF = AreYouTheTraitor(adventurers_know_key_holder="on"), AreYouTheTraitor()
DRAWS = 100


def worlds(rules, state, player):
    rng = random.Random(0)
    return [rules.redraw([state], player, rng) for _ in range(DRAWS)]


def at_the_poll(rules, player, **parts):
    return drawn(rules, talked(rules, named(rules)._replace(**parts), TRAITOR, KEY_HOLDER), player)


@pytest.mark.parametrize(("rules", "player", "number"), [
    (ON, EVIL_WIZARD, 6), (ON, GOOD_WIZARD, 6), (ON, KEY_HOLDER, 4), (ON, GUARD, 2),
    (OFF, EVIL_WIZARD, 6), (OFF, GOOD_WIZARD, 6), (OFF, KEY_HOLDER, 4), (OFF, GUARD, 4)])
def test_all_roles_that_a_player_thinks_possible_are_drawn_and_no_others(rules, player, number):
    """A wizard knows the other one; whoever sees the Key Holder knows another of the three who are no wizards."""
    state = at_the_poll(rules, player)
    drawn_labels = {world.labels.drawn for world in worlds(rules, state, player)}
    assert len(drawn_labels) == number
    for labels in drawn_labels:
        assert labels[player] == player
        assert {labels[EVIL_WIZARD], labels[GOOD_WIZARD]} == {EVIL_WIZARD, GOOD_WIZARD}
        if rules is ON and player == GUARD:
            assert labels[KEY_HOLDER] == KEY_HOLDER


@pytest.mark.parametrize(("rules", "number"), [(ON, 2), (OFF, 4)])
def test_so_are_those_of_the_traitor_who_decides_what_to_say(rules, number):
    state = drawn(rules, named(rules), TRAITOR)
    drawn_labels = {world.labels.drawn for world in worlds(rules, state, TRAITOR)}
    assert len(drawn_labels) == number
    assert {labels[TRAITOR] for labels in drawn_labels} == {TRAITOR}


def test_who_is_asked_to_stop_does_not_know_how_many_were_and_only_treasures_not_seen_are_drawn_anew():
    left = [world.unpolled for world in worlds(ON, at_the_poll(ON, GUARD), GUARD)]
    assert {len(seats) for seats in left} == {0, 1, 2, 3}
    assert {seat for seats in left for seat in seats} == {EVIL_WIZARD, GOOD_WIZARD, KEY_HOLDER}
    rows = (row(GOLD, GOLD), (Treasure(JEWELS).reveal(), Treasure(GOLD, frozenset({RING}))), row(GOLD), (), ())
    deck = list(DECK)
    deck[GOLD] -= 4
    deck[JEWELS] -= 1
    found = worlds(ON, at_the_poll(ON, GOOD_WIZARD, rows=rows, deck=tuple(deck)), GOOD_WIZARD)
    for world in found:
        assert (world.rows[GOOD_WIZARD], world.rows[EVIL_WIZARD][0]) == (rows[GOOD_WIZARD], rows[EVIL_WIZARD][0])
        assert world.rows[EVIL_WIZARD][1].kind != RING
        held = [card.kind for cards in world.rows for card in cards]
        assert counts_of((*cards_of(world.deck), *held), len(DECK)) == DECK
    assert len({world.rows[TRAITOR] for world in found}) > 10
    assert RING in {world.rows[TRAITOR][0].kind for world in found}
    assert len({world.rows[EVIL_WIZARD][1].kind for world in found}) > 3


def test_in_random_states_a_redraw_is_possible_by_the_whole_public_record():
    rng, changed = random.Random(1), 0
    for state, player in decisions("are_you_the_traitor", {"max_cycles": 1}):
        position, rules = state.node.position, state.node.rules
        world = rules.redraw([position], player, rng)
        assert [len(cards) for cards in world.rows] == [len(cards) for cards in position.rows]
        assert all(points(cards) < 10 for cards in world.rows)
        assert all(card.kind not in card.excluded for cards in world.rows for card in cards)
        assert (world.exchanges, world.rounds, world.stage, world.seat) == (
            position.exchanges, position.rounds, position.stage, position.seat)
        changed += world.labels != position.labels
        assert set(world.labels.drawn) == set(SEATS)
    assert changed > 40
