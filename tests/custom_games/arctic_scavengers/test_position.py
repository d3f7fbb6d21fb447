from custom_games.arctic_scavengers.cards import NAMES
from custom_games.arctic_scavengers.position import Event, Junkyard, added, counted, taken
from tests.support.scavengers import cards, position, tribe

NET, SPEAR, JUNK = map(NAMES.index, ("Net", "Spear", "Junk"))


def test_a_deck_that_has_run_out_is_the_shuffled_discard_pile():
    empty = tribe(hand="Junk", discard="Net, Net, Spear")
    assert empty.drawable == cards("Net, Net, Spear")
    assert empty.drawn(NET) == tribe(hand="Junk, Net", deck="Net, Spear")


def test_the_discard_pile_stays_apart_while_the_deck_has_cards():
    own = tribe(deck="Junk", discard="Net")
    assert own.drawable == cards("Junk")
    assert own.drawn(JUNK) == tribe(hand="Junk", discard="Net")


def test_cards_of_a_tribe_are_discarded_gained_and_counted_together():
    own = tribe(hand="Net, Junk", deck="Spear").discarded([JUNK])
    assert own == tribe(hand="Net", deck="Spear", discard="Junk")
    assert own.gained(NET).pool == cards("Net, Net, Spear, Junk")
    assert own.without_hand() == tribe(deck="Spear", discard="Net, Junk")


def test_the_bottom_of_the_junkyard_comes_last_and_in_order():
    junkyard = Junkyard(cards("Net"), (SPEAR, JUNK))
    assert (junkyard.size, junkyard.upper) == (3, cards("Net"))
    below = junkyard.taken(NET)
    assert below.upper == cards("Spear")
    assert below.taken(SPEAR) == Junkyard(cards(""), (JUNK,))


def test_a_shuffled_junkyard_has_no_bottom():
    assert Junkyard(cards("Net"), (SPEAR,)).mixed([JUNK]) == Junkyard(cards("Net, Spear, Junk"))


def test_multisets_are_added_and_taken():
    assert added(cards("Net"), cards("Net, Junk")) == counted([NET, NET, JUNK])
    assert taken(cards("Net, Junk"), cards("Junk")) == cards("Net")


def test_the_seats_start_rounds_in_turn_and_their_hires_are_known_from_the_log():
    state = position(tribe(hand="Junk"))
    assert state.initiator == 0
    assert state.hired == (None, None)
    assert state._replace(log=(Event(1, "HIRE", (), NET),)).hired == (None, NET)
