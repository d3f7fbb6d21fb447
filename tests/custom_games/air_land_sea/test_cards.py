from collections import Counter

from custom_games.air_land_sea import cards
from custom_games.air_land_sea.cards import ABLE, CARDS, INSTANT, MANEUVERS, ONGOING


def test_the_18_cards_have_their_published_names_places_titles_and_kinds_of_ability():
    for name in ("Support", "Air Drop", "Aerodrome", "Containment", "Reinforce", "Ambush", "Cover Fire", "Disrupt",
                 "Transport", "Escalation", "Redeploy", "Blockade"):
        assert CARDS[getattr(cards, name.upper().replace(" ", "_"))].name == name
    assert [card.place for card in CARDS] == [
        f"{theater} {strength}" for theater in ("Air", "Land", "Sea") for strength in range(1, 7)]
    assert [card.name for card in CARDS] == [
        "Support", "Air Drop", "Maneuver", "Aerodrome", "Containment", "Heavy Bombers",
        "Reinforce", "Ambush", "Maneuver", "Cover Fire", "Disrupt", "Heavy Tanks",
        "Transport", "Escalation", "Maneuver", "Redeploy", "Blockade", "Super Battleship"]
    assert [CARDS[number].title for number in MANEUVERS] == [
        "Maneuver (Air 3)", "Maneuver (Land 3)", "Maneuver (Sea 3)"]
    assert max(Counter(card.title for card in CARDS).values()) == 1
    kinds = {card.name: card.kind for card in CARDS}
    assert kinds["Disrupt"] == INSTANT
    assert {name for name, kind in kinds.items() if kind == ONGOING} == {
        "Support", "Aerodrome", "Containment", "Cover Fire", "Escalation", "Blockade"}
    assert {card.strength for number, card in enumerate(CARDS) if number not in ABLE} == {6}
    assert all(bool(card.ability) == (number in ABLE) for number, card in enumerate(CARDS))
