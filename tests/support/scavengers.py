"""Positions of Arctic Scavengers for tests, made of card names, and moves stated as players state them."""

from custom_games.arctic_scavengers.actions import KINDS
from custom_games.arctic_scavengers.cards import CONTESTED, JUNKYARD, NAMES, PILES, count_cards
from custom_games.arctic_scavengers.game import ArcticScavengers
from custom_games.arctic_scavengers.position import Junkyard, Position, Tribe
from custom_games.framework.rules import CHANCE

RULES = ArcticScavengers()


def cards(names):
    """Returns the multiset of cards that are named, with commas between them."""
    return count_cards([NAMES.index(name) for name in names.split(", ") if name])


def tribe(hand="", deck="", discard=""):
    return Tribe(cards(deck), cards(hand), cards(discard))


def position(own, other=None, **state):
    """Returns the turn of seat 0 in the first round, with given tribes; all else as at the start."""
    start = {"piles": PILES["full"], "junkyard": Junkyard(JUNKYARD["full"]), "contested": count_cards(CONTESTED[:5]),
             "phase": "turn", **state}
    return Position((own, other or tribe(hand="Refugee")), **start)


def after(state, *moves, rules=RULES):
    """Returns the position after moves: the name of a card that chance turns up, or a player's answer line."""
    for move in moves:
        player = rules.current_player(state)
        if player == CHANCE:
            assert NAMES.index(move) in dict(rules.chance_outcomes(state)), f"chance cannot turn up {move}"
            state = rules.apply_action(state, NAMES.index(move))
        else:
            spec = rules.action_spec(state, player)
            state = rules.apply_action(state, spec.move(spec.read_line(move)))
    return state


def offered(state, rules=RULES):
    """Returns the legal moves as prompts list them."""
    return list(rules.action_spec(state, rules.current_player(state)).patterns())


def used(state):
    """Returns the actions that the turn has had."""
    return [kind for number, kind in enumerate(KINDS) if state.used >> number & 1]
