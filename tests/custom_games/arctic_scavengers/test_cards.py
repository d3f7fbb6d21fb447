from custom_games.arctic_scavengers.cards import (
    CARDS,
    CONTESTED,
    COSTS,
    DECK,
    JUNKYARD,
    MEDICINE,
    MERCENARIES,
    NAMES,
    PERSONS,
    PILES,
    TOOLS,
)


def test_there_are_the_published_22_types_of_cards():
    assert len(set(NAMES)) == len(CARDS) == 22
    assert [len(group) for group in (PERSONS, TOOLS, MEDICINE)] == [12, 7, 2]


def test_persons_come_before_tools_so_that_targets_have_ids_without_gaps():
    assert (*PERSONS, *TOOLS) == tuple(range(19))


def test_the_starting_deck_has_ten_cards_with_eight_people():
    assert sum(DECK) == 10
    assert sum(count * card.people for count, card in zip(DECK, CARDS, strict=True)) == 8


def test_piles_have_their_published_sizes():
    assert [PILES["full"][card] for card in MERCENARIES] == [14, 8, 8, 8, 8, 5, 5, 5]
    assert (sum(PILES["full"]), sum(JUNKYARD["full"]), len(CONTESTED)) == (61, 42, 14)
    assert (sum(PILES["small"]), sum(JUNKYARD["small"])) == (8, 8)


def test_the_first_five_contested_cards_are_one_of_each_and_all_are_two_of_each_and_six_families():
    assert len(set(CONTESTED[:5])) == len(set(CONTESTED)) == 5
    counts = {NAMES[card]: CONTESTED.count(card) for card in CONTESTED}
    assert counts == {"Tribe Family": 6, "Field Crew": 2, "Sled Team": 2, "Grenade": 2, "Wolf Pack": 2}


def test_mercenaries_cost_what_the_table_says():
    assert {NAMES[card]: cost for card, cost in COSTS.items()} == {
        "Scavenger": (1, 0), "Brawler": (2, 0), "Hunter": (0, 1), "Saboteur": (1, 1), "Scout": (2, 1),
        "Group Leaders": (2, 2), "Sniper Team": (2, 2), "Thug": (6, 0)}


def test_only_tools_and_group_leaders_are_modifiers():
    assert {card.name for card in CARDS if card.modifier} == {"Group Leaders", *(NAMES[tool] for tool in TOOLS)}
