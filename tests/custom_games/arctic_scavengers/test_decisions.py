import pytest

from custom_games.arctic_scavengers.cards import NAMES
from custom_games.arctic_scavengers.decisions import (
    keep_spec,
    reaction_spec,
    skirmish_spec,
    target_of,
    targets,
    turn_spec,
)
from tests.support.scavengers import PILES, cards

SCOUT, HUNTER, SPEAR, NET = map(NAMES.index, ("Scout", "Hunter", "Spear", "Net"))
TURN = turn_spec(cards("Scavenger, Scout, Medkit, Spear"), 0, 2, PILES["full"])
REACTION, SKIRMISH = reaction_spec((HUNTER, SPEAR)), skirmish_spec((HUNTER, SPEAR))
KEEP = keep_spec((SPEAR, NET, SPEAR))


def test_a_turn_lists_all_its_moves_of_which_those_that_trash_are_one_entry():
    patterns = TURN.patterns()
    assert patterns[:5] == ["DRAW with Scavenger", "DRAW with Scavenger and Scout", "DRAW with Scout",
                            "DIG with Scavenger", "HUNT with Scavenger"]
    assert patterns[5] == "HUNT with Scavenger and Spear"
    assert {"HIRE Scavenger", "HIRE Scavenger with Medkit", "HIRE Hunter with Medkit"} <= set(patterns)
    assert patterns[-2:] == ["TRASH any of Scavenger, Scout, Spear, Medkit", "STOP"]


def test_a_turn_takes_at_most_one_action_for_each_card_and_two_more():
    assert (TURN.length, TURN.num_actions) == (6, 36)
    assert list(TURN.legal_actions()) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("struct", "line"), [
    ({"action": "DRAW", "cards": ["Scout", "Scavenger"]}, "DRAW with Scavenger and Scout"),
    ({"action": "HIRE", "mercenary": "Group Leaders", "cards": ["Medkit"]}, "HIRE Group Leaders with Medkit"),
    ({"action": "HIRE", "mercenary": "Brawler"}, "HIRE Brawler"), ({"action": "STOP"}, "STOP"),
    ({"action": "trash", "cards": "Spear and Medkit"}, "TRASH Spear, Medkit")])
def test_a_move_is_stated_as_json_or_on_a_line(struct, line):
    assert TURN.read(struct) == TURN.read_line(line)


def test_reactions_and_shots_have_the_ids_of_their_targets():
    assert REACTION.patterns() == ["snipe Hunter", "disarm Spear", "decline"]
    assert SKIRMISH.patterns() == ["snipe Hunter", "disarm Spear", "stop"]
    assert REACTION.actions == (60 + HUNTER, 60 + SPEAR, 79)
    assert SKIRMISH.actions == (60 + HUNTER, 60 + SPEAR, 80)
    assert (target_of(60 + HUNTER), target_of(60 + SPEAR)) == ((HUNTER, True), (SPEAR, False))


def test_equal_cards_that_were_dug_are_one_option():
    assert KEEP.patterns() == ["Net", "Spear", "nothing"]
    assert KEEP.actions == (37 + NET, 37 + SPEAR, 59)


@pytest.mark.parametrize(("hand", "shots", "aims"), [
    ("Sniper Team", (0, 0), [SCOUT]), ("Saboteur", (0, 0), [SPEAR]), ("Sniper Team", (1, 0), []),
    ("Sniper Team, Sniper Team, Saboteur", (1, 1), [SCOUT]), ("Scout, Spear", (0, 0), [])])
def test_snipers_aim_at_persons_and_saboteurs_at_tools_once_each(hand, shots, aims):
    assert list(targets(cards(hand), cards("Scout, Spear, Medkit, Junk"), shots)) == aims
