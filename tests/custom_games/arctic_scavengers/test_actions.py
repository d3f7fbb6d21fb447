import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.arctic_scavengers import actions
from custom_games.arctic_scavengers.actions import DIG, DRAW, HIRE, HUNT, STOP, TRASH, Means, fight
from custom_games.arctic_scavengers.cards import CARDS, LEADERS, NAMES, PILES, TYPES
from tests.support.scavengers import cards

HANDS = st.lists(st.integers(0, TYPES - 1), max_size=7).map(
    lambda held: tuple(held.count(card) for card in range(TYPES)))


def named(sets):
    return [" ".join(NAMES[card] for card in chosen) for chosen in sets]


@pytest.mark.parametrize(("hand", "kind", "sets"), [
    ("Scavenger, Scout, Refugee", DRAW, ["Scavenger", "Scavenger Scout", "Scout"]),
    ("Refugee, Shovel", DIG, ["Refugee", "Refugee Shovel"]),  # a Refugee's 0 can be enhanced
    ("Refugee, Brawler", HUNT, ["Refugee"]),  # a Brawler does not hunt
    ("Tribe Family, Net", HUNT, ["Tribe Family", "Tribe Family Net"]),
    ("Shovel, Pickaxe", DIG, []),  # tools need a person
    ("Group Leaders, Shovel", DIG, []),  # leaders carry no tools and need a person too
    ("Scavenger, Shovel, Pickaxe", DIG, ["Scavenger", "Scavenger Pickaxe", "Scavenger Shovel"]),  # one tool each
    ("Scavenger, Group Leaders, Shovel", DIG, [
        "Scavenger", "Scavenger Group Leaders", "Scavenger Group Leaders Shovel", "Scavenger Shovel"]),
    ("Scavenger, Group Leaders, Group Leaders", DRAW, ["Scavenger", "Scavenger Group Leaders"]),
    ("Sniper Team, Junk, Medkit, Grenade", HUNT, [])])
def test_a_set_has_a_person_and_no_more_tools_or_leaders_than_persons(hand, kind, sets):
    assert named(actions.usable(cards(hand), kind)) == sets


@given(HANDS, st.sampled_from([DRAW, DIG, HUNT]))
def test_usable_sets_are_those_of_all_subsets_that_can_be_assigned(hand, kind):
    held = [card for card, count in enumerate(hand) for _ in range(count)]
    subsets = {tuple(sorted(chosen)) for size in range(len(held) + 1) for chosen in itertools.combinations(held, size)}
    assert set(actions.usable(hand, kind)) == {chosen for chosen in subsets if assignable(chosen, kind)}


def assignable(chosen, kind):
    values = [getattr(CARDS[card], ("draw", "dig", "hunt")[kind]) for card in chosen]
    tools = sum(CARDS[card].kind == "tool" for card in chosen)
    leaders = chosen.count(LEADERS)
    persons = len(chosen) - tools - leaders
    return None not in values and 0 < persons >= max(tools, leaders)


@pytest.mark.parametrize(("hand", "total"), [
    ("", 0), ("Spear, Grenade", 0),  # nobody carries them
    ("Refugee, Spear", 0),  # Refugees cannot fight
    ("Scavenger, Spear, Grenade", 4),  # the better tool of two
    ("Scavenger, Brawler, Spear, Grenade, Shovel", 8),  # 1 + 2 + 3 + 2
    ("Tribe Family, Spear", 2), ("Sniper Team, Spear", 0),
    ("Scavenger, Group Leaders, Spear", 5),  # a person has a tool and leaders: 1 + 2 + 2
    ("Scavenger, Group Leaders, Group Leaders", 3), ("Group Leaders, Spear", 0),
    ("Thug, Scout, Group Leaders, Group Leaders, Grenade", 12)])
def test_the_fight_total_gives_tools_and_leaders_to_persons_as_is_best(hand, total):
    assert fight(cards(hand)) == total


@given(HANDS)
def test_the_fight_total_is_the_best_over_all_assignments(hand):
    persons = [card.fight for card, count in zip(CARDS, hand, strict=True) for _ in range(count)
               if card.fight is not None and card.kind == "person" and card.name != "Group Leaders"]
    tools = [card.fight for card, count in zip(CARDS, hand, strict=True) for _ in range(count)
             if card.fight is not None and card.kind == "tool"]
    carried = max(sum(chosen) for size in range(min(len(tools), len(persons)) + 1)
                  for chosen in itertools.combinations(tools, size))
    assert fight(hand) == sum(persons) + carried + 2 * min(hand[LEADERS], len(persons))


@pytest.mark.parametrize(("medkits", "pills", "cost", "ways"), [
    (0, 0, 0, [""]), (1, 1, 0, ["", "Medkit", "Medkit Pills", "Pills"]), (1, 1, 2, ["Medkit", "Medkit Pills"]),
    (0, 2, 2, ["Pills Pills"]), (0, 1, 2, [])])
def test_a_payment_is_any_medicine_of_at_least_the_cost(medkits, pills, cost, ways):
    assert named(actions.payments((medkits, pills), cost)) == ways


@pytest.mark.parametrize(("food", "hand", "mercenaries"), [
    (0, "Junk", []), (1, "Junk", ["Scavenger"]), (2, "Pills", ["Scavenger", "Brawler", "Hunter", "Saboteur", "Scout"]),
    (2, "Medkit", ["Scavenger", "Brawler", "Hunter", "Saboteur", "Scout", "Group Leaders", "Sniper Team"]),
    (6, "Junk", ["Scavenger", "Brawler", "Thug"])])
def test_a_mercenary_can_be_hired_for_its_price(food, hand, mercenaries):
    hires = actions.options(Means(cards(hand), 0, food, PILES["full"])).hires
    assert [NAMES[card] for card, _ in hires] == mercenaries
    without = tuple(0 if name == "Scavenger" else count for name, count in zip(NAMES, PILES["full"], strict=True))
    assert "Scavenger" not in [NAMES[card] for card, _ in actions.options(Means(cards(hand), 0, food, without)).hires]


def test_a_kind_of_action_is_there_once_a_turn_and_ids_follow_one_another_without_a_gap():
    hand = cards("Scavenger")
    assert actions.options(Means(hand, 0, 1, PILES["full"])).kinds == (DRAW, DIG, HUNT, HIRE, TRASH, STOP)
    assert actions.options(Means(hand, 1 << DIG | 1 << HIRE | 1 << TRASH, 1, PILES["full"])).kinds == (DRAW, HUNT, STOP)
    assert actions.options(Means(cards(""), 0, 0, PILES["full"])).kinds == (STOP,)
    mod = actions
    scavenger = mod.FIRST_MERCENARY + NAMES.index("Scavenger")
    assert (mod.FIRST_CARD, scavenger) == (6, 6 + TYPES + 1)
    assert mod.FIRST_MERCENARY + NAMES.index("Thug") + 1 == mod.FIRST_KEPT
    assert (mod.KEEP_NOTHING, mod.FIRST_TARGET, mod.DECLINE, mod.END, mod.NUM_ACTIONS) == (59, 60, 79, 80, 81)


SCOUT, HUNTER, SPEAR, NET = map(NAMES.index, ("Scout", "Hunter", "Spear", "Net"))
TURN = actions.turn_spec(Means(cards("Scavenger, Scout, Medkit, Spear"), 0, 2, PILES["full"]))
REACTION, SKIRMISH = actions.reaction_spec((HUNTER, SPEAR)), actions.skirmish_spec((HUNTER, SPEAR))
KEEP = actions.keep_spec((SPEAR, NET, SPEAR))


def test_a_turn_lists_all_its_moves_of_which_those_that_trash_are_one_entry():
    patterns = TURN.patterns()
    assert patterns[:5] == ["DRAW with Scavenger", "DRAW with Scavenger and Scout", "DRAW with Scout",
                            "DIG with Scavenger", "HUNT with Scavenger"]
    assert patterns[5] == "HUNT with Scavenger and Spear"
    assert {"HIRE Scavenger", "HIRE Scavenger with Medkit", "HIRE Hunter with Medkit"} <= set(patterns)
    assert (TURN.length, TURN.num_actions, list(TURN.legal_actions())) == (6, 36, [0, 1, 2, 3, 4, 5])
    assert patterns[-2:] == ["TRASH any of Scavenger, Scout, Spear, Medkit", "STOP"]


@pytest.mark.parametrize(("struct", "line"), [
    ({"action": "DRAW", "cards": ["Scout", "Scavenger"]}, "DRAW with Scavenger and Scout"),
    ({"action": "HIRE", "mercenary": "Group Leaders", "cards": ["Medkit"]}, "HIRE Group Leaders with Medkit"),
    ({"action": "HIRE", "mercenary": "Brawler"}, "HIRE Brawler"), ({"action": "STOP"}, "STOP"),
    ({"action": "trash", "cards": "Spear and Medkit"}, "TRASH Spear, Medkit")])
def test_a_move_is_stated_as_json_or_on_a_line(struct, line):
    assert TURN.read(struct) == TURN.read_line(line)


def test_reactions_and_shots_have_the_ids_of_their_targets_and_equal_cards_that_were_dug_are_one_option():
    assert REACTION.patterns() == ["snipe Hunter", "disarm Spear", "decline"]
    assert SKIRMISH.patterns() == ["snipe Hunter", "disarm Spear", "stop"]
    assert REACTION.actions == (60 + HUNTER, 60 + SPEAR, 79)
    assert SKIRMISH.actions == (60 + HUNTER, 60 + SPEAR, 80)
    assert (actions.target_of(60 + HUNTER), actions.target_of(60 + SPEAR)) == ((HUNTER, True), (SPEAR, False))
    assert (KEEP.patterns(), KEEP.actions) == (["Net", "Spear", "nothing"], (37 + NET, 37 + SPEAR, 59))


@pytest.mark.parametrize(("hand", "shots", "aims"), [
    ("Sniper Team", (0, 0), [SCOUT]), ("Saboteur", (0, 0), [SPEAR]), ("Sniper Team", (1, 0), []),
    ("Sniper Team, Sniper Team, Saboteur", (1, 1), [SCOUT]), ("Scout, Spear", (0, 0), [])])
def test_snipers_aim_at_persons_and_saboteurs_at_tools_once_each(hand, shots, aims):
    assert list(actions.targets(cards(hand), cards("Scout, Spear, Medkit, Junk"), shots)) == aims
