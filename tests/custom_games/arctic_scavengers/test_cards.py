from custom_games.arctic_scavengers import cards


def test_the_22_types_of_cards_decks_and_piles_are_the_published_ones():
    assert len(set(cards.NAMES)) == len(cards.CARDS) == 22
    assert [len(group) for group in (cards.PERSONS, cards.TOOLS, cards.MEDICINE)] == [12, 7, 2]
    assert (*cards.PERSONS, *cards.TOOLS) == tuple(range(19))  # so that targets have ids without gaps
    assert sum(cards.DECK) == 10
    assert sum(count * card.people for count, card in zip(cards.DECK, cards.CARDS, strict=True)) == 8
    assert [cards.PILES["full"][card] for card in cards.COSTS] == [14, 8, 8, 8, 8, 5, 5, 5]
    assert (sum(cards.PILES["full"]), sum(cards.JUNKYARD["full"]), len(cards.CONTESTED)) == (61, 42, 14)
    assert (sum(cards.PILES["small"]), sum(cards.JUNKYARD["small"])) == (8, 8)
    assert len(set(cards.CONTESTED[:5])) == len(set(cards.CONTESTED)) == 5
    counts = {cards.NAMES[card]: cards.CONTESTED.count(card) for card in cards.CONTESTED}
    assert counts == {"Tribe Family": 6, "Field Crew": 2, "Sled Team": 2, "Grenade": 2, "Wolf Pack": 2}
    assert {cards.NAMES[card]: cost for card, cost in cards.COSTS.items()} == {
        "Scavenger": (1, 0), "Brawler": (2, 0), "Hunter": (0, 1), "Saboteur": (1, 1), "Scout": (2, 1),
        "Group Leaders": (2, 2), "Sniper Team": (2, 2), "Thug": (6, 0)}
