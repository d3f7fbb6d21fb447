"""Actions of Arctic Scavengers: which cards can take part in them, what they are worth, and the decisions on them."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from custom_games.action_specs import ActionSpec, Branch, Branches, NamedActions, Selection
from custom_games.arctic_scavengers.cards import (
    CARDS,
    COSTS,
    LEADERS,
    MEDICINE,
    NAMES,
    PEOPLE,
    PERSONS,
    SABOTEUR,
    SNIPERS,
    TOOLS,
    TYPES,
)
from custom_games.framework.cards import Counts

KINDS = ("DRAW", "DIG", "HUNT", "HIRE", "TRASH", "STOP")
DRAW, DIG, HUNT, HIRE, TRASH, STOP = range(len(KINDS))

# Action ids: kinds; cards, and the end of their selection; mercenaries; what is kept; targets; and two ways to decline.
FIRST_CARD = len(KINDS)
FIRST_MERCENARY = FIRST_CARD + TYPES + 1 - min(COSTS)  # plus the number of the mercenary's card
FIRST_KEPT = FIRST_MERCENARY + max(COSTS) + 1
KEEP_NOTHING = FIRST_KEPT + TYPES
FIRST_TARGET = KEEP_NOTHING + 1  # persons, then tools
DECLINE = FIRST_TARGET + max(TOOLS) + 1
END = DECLINE + 1
NUM_ACTIONS = END + 1

Cards = tuple[int, ...]  # types in ascending order, equal ones as often as they are used

VALUES: tuple[tuple[int | None, ...], ...] = (
    tuple(card.draw for card in CARDS), tuple(card.dig for card in CARDS), tuple(card.hunt for card in CARDS))
FIGHT = tuple(card.fight for card in CARDS)
IS_TOOL = tuple(card.kind == "tool" for card in CARDS)


class Means(NamedTuple):
    """Means of a turn: the hand, the food and the mercenaries that are left.

    ``used`` has the bit ``1 << kind`` of every kind of action that the turn has had. Of ``piles`` it matters only which
    are 0.
    """

    hand: Counts
    used: int
    food: int
    piles: Counts


class Options(NamedTuple):
    """The actions that a player can announce: the ``kinds``, and for each the sets of cards that can be used.

    ``hires`` are the mercenaries that can be paid for, each with the sets of medicine that pay it. Any cards can be
    trashed.
    """

    kinds: tuple[int, ...]
    sets: tuple[tuple[Cards, ...], ...]
    hires: tuple[tuple[int, tuple[Cards, ...]], ...]


@lru_cache(maxsize=50_000)  # the same small hands come back again and again
def options(means: Means) -> Options:
    """Returns the actions open to a player with these means."""
    hand, used, food, piles = means
    sets = tuple(() if used >> kind & 1 else usable(hand, kind) for kind in (DRAW, DIG, HUNT))
    hires = () if used >> HIRE & 1 else tuple(
        (card, ways) for card, (fed, healed) in COSTS.items()
        if piles[card] and food >= fed and (ways := payments(tuple(hand[each] for each in MEDICINE), healed)))
    open_kinds = (*map(bool, sets), bool(hires), any(hand) and not used >> TRASH & 1, True)
    return Options(tuple(kind for kind, is_open in enumerate(open_kinds) if is_open), sets, hires)


@lru_cache(maxsize=50_000)
def usable(hand: Counts, kind: int) -> tuple[Cards, ...]:
    """Returns the sets of cards that can be used together for DRAW, DIG or HUNT, in ascending order.

    At least one is a person with a value of its own for the action; there are no more tools than such persons, each of
    whom carries one at most, and no more Group Leaders, who carry none.
    """
    values = VALUES[kind]
    held = [card for card, count in enumerate(hand) if count and values[card] is not None]
    found = []
    for counts in product(*(range(hand[card] + 1) for card in held)):
        leaders = tools = bearers = 0
        for card, count in zip(held, counts, strict=True):
            if card == LEADERS:
                leaders = count
            elif IS_TOOL[card]:
                tools += count
            else:
                bearers += count
        if bearers and tools <= bearers and leaders <= bearers:
            found.append(tuple(card for card, count in zip(held, counts, strict=True) for _ in range(count)))
    return tuple(sorted(found))


@cache
def payments(medicine: Counts, cost: int) -> tuple[Cards, ...]:
    """Returns the sets of medicine cards that pay a cost, no change given; ``medicine`` counts those in hand."""
    ways = product(*(range(count + 1) for count in medicine))
    return tuple(sorted(
        tuple(card for card, count in zip(MEDICINE, way, strict=True) for _ in range(count)) for way in ways
        if sum(CARDS[card].medicine * count for card, count in zip(MEDICINE, way, strict=True)) >= cost))


def value(kind: int, cards: Sequence[int]) -> int:
    """Returns what cards are worth together in DRAW, DIG or HUNT."""
    values = VALUES[kind]
    return sum([values[card] or 0 for card in cards])


@lru_cache(maxsize=50_000)
def fight(hand: Counts) -> int:
    """Returns the FIGHT total of a hand, with tools and Group Leaders given to the persons as is best.

    Every person who can fight, a Tribe Family included, carries one tool at most and follows one pair of Group Leaders
    at most; so the best tools count, as many as there are such persons.
    """
    fighters = total = 0
    tools: list[int] = []
    for card, count in enumerate(hand):
        worth = FIGHT[card]
        if not count or worth is None or card == LEADERS:
            continue
        if IS_TOOL[card]:
            tools += [worth] * count
        else:
            fighters, total = fighters + count, total + worth * count
    led = min(hand[LEADERS], fighters) * (FIGHT[LEADERS] or 0)
    return total + led + sum(sorted(tools, reverse=True)[:fighters])


def people(cards: Counts) -> int:
    """Returns the number of people on the cards of a multiset."""
    return sum([count * each for count, each in zip(cards, PEOPLE, strict=True) if count])


@lru_cache(maxsize=10_000)  # a search asks for the same turn again and again
def turn_spec(means: Means) -> Branches:
    """Returns the choice of an action with its cards."""
    hand, found = means.hand, options(means)
    following: dict[int, ActionSpec | None] = {
        kind: _card_spec(hand, sets) for kind, sets in enumerate(found.sets) if sets}
    if found.hires:
        following[HIRE] = Branches("mercenary", tuple(
            Branch(NAMES[card], FIRST_MERCENARY + card, _card_spec(hand, ways), "with") for card, ways in found.hires))
    if TRASH in found.kinds:
        following[TRASH] = _card_spec(hand)
    return Branches("action", tuple(
        Branch(KINDS[kind], kind, following.get(kind), "with" if kind in (DRAW, DIG, HUNT) else "")
        for kind in found.kinds))


def _card_spec(hand: Counts, allowed: tuple[Cards, ...] | None = None) -> Selection:
    return Selection("cards", NAMES, hand, allowed, FIRST_CARD)


def targets(hand: Counts, cards: Counts, shots: tuple[int, int] = (0, 0)) -> tuple[int, ...]:
    """Returns the cards among some at which the holder of a hand can aim, after so many shots: persons, then tools."""
    snipes, disarms = hand[SNIPERS] > shots[0], hand[SABOTEUR] > shots[1]
    return (*(card for card in PERSONS if snipes and cards[card]), *(card for card in TOOLS if disarms and cards[card]))


def target_of(action: int) -> tuple[int, bool]:
    """Returns the card at which an action aims, and whether a Sniper Team does it; otherwise it is a Saboteur."""
    card = action - FIRST_TARGET
    return card, card in PERSONS


def reaction_spec(aims: tuple[int, ...]) -> NamedActions:
    """Returns the choice of a reaction to an announced action."""
    return NamedActions("reaction", _shots(aims, DECLINE), _shot_name)


def skirmish_spec(aims: tuple[int, ...]) -> NamedActions:
    """Returns the choice of the next use of a Sniper Team or Saboteur in the skirmish."""
    return NamedActions("skirmish", _shots(aims, END), _shot_name)


def _shots(aims: tuple[int, ...], other: int) -> tuple[int, ...]:
    return (*(FIRST_TARGET + card for card in aims), other)


def _shot_name(action: int) -> str:
    if action in (DECLINE, END):
        return "decline" if action == DECLINE else "stop"
    card, snipes = target_of(action)
    return f"{'snipe' if snipes else 'disarm'} {NAMES[card]}"


def keep_spec(dug: Cards) -> NamedActions:
    """Returns the choice of one of the cards that DIG has turned up, or of none."""
    return NamedActions("keep", (*(FIRST_KEPT + card for card in sorted(set(dug))), KEEP_NOTHING), _keep_name)


def _keep_name(action: int) -> str:
    return "nothing" if action == KEEP_NOTHING else NAMES[action - FIRST_KEPT]
