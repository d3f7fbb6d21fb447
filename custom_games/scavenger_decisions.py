"""Decisions of Arctic Scavengers as action specs, and the names of their options."""

from collections.abc import Iterator
from functools import lru_cache

from custom_games.action_specs import Branch, Branches, Choice, Selection
from custom_games.cards import Counts
from custom_games.scavenger_actions import (
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
from custom_games.scavenger_cards import NAMES, PERSONS, SABOTEUR, SNIPERS, TOOLS

SNIPER_WORDS = ("sniper", "sniper team", "snipe the", "shoot", "sniper on", "sniper team on", "use sniper team on",
                "use sniper on", "use the sniper team on")
SABOTEUR_WORDS = ("saboteur", "sabotage", "disarm the", "saboteur on", "use saboteur on", "use the saboteur on")
NO_REACTIONS = ("pass", "no", "none", "null", "nothing", "no reaction", "do not react", "don't react", "do nothing",
                "decline to react", "allow", "let it happen")
NO_MORE_SHOTS = ("pass", "none", "null", "nothing", "done", "end", "no", "no more", "decline", "do nothing",
                 "do not shoot", "don't shoot", "no shot")
_WITH_WHAT = (
    (r"^(disarm|sabotage) (.+) with (?:the |my |a |our )?saboteur$", r"\1 \2"),
    (r"^(snipe|shoot) (.+) with (?:the |my |a |our )?sniper team$", r"\1 \2"))
KEEP_NONE = ("none", "null", "no card", "keep nothing", "keep none", "no", "pass", "decline")


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


@lru_cache(maxsize=10_000)
def reaction_spec(aims: tuple[int, ...]) -> Choice:
    """Returns the choice of a reaction to an announced action."""
    return _shots("reaction", aims, "decline", DECLINE, NO_REACTIONS)


@lru_cache(maxsize=10_000)
def skirmish_spec(aims: tuple[int, ...]) -> Choice:
    """Returns the choice of the next use of a Sniper Team or Saboteur in the skirmish."""
    return _shots("skirmish", aims, "stop", END, NO_MORE_SHOTS)


def _shots(key: str, aims: tuple[int, ...], decline: str, action: int, others: tuple[str, ...]) -> Choice:
    names = tuple(f"{'snipe' if card in PERSONS else 'disarm'} {NAMES[card]}" for card in aims)
    aliases = tuple((name, FIRST_TARGET + card) for card in aims for name in _other_names(card))
    actions = tuple(FIRST_TARGET + card for card in aims)
    return Choice(key, (*names, decline), (*actions, action), (*aliases, *((name, action) for name in others)),
                  forms=(f"{{{key}}} {{target}}",), rewordings=_WITH_WHAT)


def _other_names(card: int) -> Iterator[str]:
    yield NAMES[card]
    for word in SNIPER_WORDS if card in PERSONS else SABOTEUR_WORDS:
        yield f"{word} {NAMES[card]}"


@lru_cache(maxsize=10_000)
def keep_spec(dug: Cards) -> Choice:
    """Returns the choice of one of the cards that DIG has turned up, or of none."""
    kinds = sorted(set(dug))
    aliases = (*((f"keep {word}{NAMES[card]}", FIRST_KEPT + card) for card in kinds for word in ("", "the ")),
               *((name, KEEP_NOTHING) for name in KEEP_NONE))
    return Choice("keep", (*(NAMES[card] for card in kinds), "nothing"),
                  (*(FIRST_KEPT + card for card in kinds), KEEP_NOTHING), aliases)
