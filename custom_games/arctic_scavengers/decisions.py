"""Decisions of Arctic Scavengers as action specs, and the names of their options."""

from functools import lru_cache

from custom_games.action_specs import Branch, Branches, NamedActions, Selection
from custom_games.arctic_scavengers.actions import (
    DECLINE,
    DIG,
    DRAW,
    END,
    FIRST_CARD,
    FIRST_KEPT,
    FIRST_MERCENARY,
    FIRST_TARGET,
    HIRE,
    HUNT,
    KEEP_NOTHING,
    KINDS,
    STOP,
    TRASH,
    Cards,
    options,
)
from custom_games.arctic_scavengers.cards import NAMES, PERSONS, SABOTEUR, SNIPERS, TOOLS
from custom_games.framework.cards import Counts


@lru_cache(maxsize=10_000)  # a search asks for the same turn again and again
def turn_spec(hand: Counts, used: int, food: int, piles: Counts) -> Branches:
    """Returns the choice of an action with its cards; the arguments are those of ``scavenger_actions.options``."""
    kinds, sets, hires = options(hand, used, food, piles)
    branches = {
        **{kind: Branch(KINDS[kind], kind, _cards(hand, sets[kind]), "with") for kind in (DRAW, DIG, HUNT)
           if kind in kinds},
        TRASH: Branch(KINDS[TRASH], TRASH, _cards(hand)) if TRASH in kinds else None,
        STOP: Branch(KINDS[STOP], STOP),
    }
    if HIRE in kinds:
        mercenaries = tuple(Branch(NAMES[card], FIRST_MERCENARY + card, _cards(hand, ways), "with")
                            for card, ways in hires)
        branches[HIRE] = Branch(KINDS[HIRE], HIRE, Branches("mercenary", mercenaries))
    return Branches("action", tuple(branch for kind in kinds if (branch := branches[kind]) is not None))


def _cards(hand: Counts, allowed: tuple[Cards, ...] | None = None) -> Selection:
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
    return NamedActions("keep", (*(FIRST_KEPT + card for card in sorted(set(dug))), KEEP_NOTHING), _kept_name)


def _kept_name(action: int) -> str:
    return "nothing" if action == KEEP_NOTHING else NAMES[action - FIRST_KEPT]
