"""Positions of Air, Land & Sea in a short notation.

A side is three piles, those in Air, Land and Sea, separated by bars; cards stand from the bottom up, in small letters
if they lie face down: "A1 s4 | L2 |" is Support below a face-down Redeploy in Air, Ambush in Land, and nothing in Sea.
"""

import re

from custom_games.action_specs import ActionSpec
from custom_games.air_land_sea.battle import Battle, Destroyed, Event, Placed
from custom_games.air_land_sea.cards import AMBUSH, CARDS
from custom_games.air_land_sea.game import AirLandSea, Position
from custom_games.framework.rules import CHANCE

RULES = AirLandSea()
LETTERS = "ALS"
BEFORE = (Event("nothing", 0, AMBUSH),)  # a battle without any event is still being dealt


def card(short: str) -> int:
    """Returns the number of a card such as "A1"."""
    return 6 * LETTERS.index(short[0].upper()) + int(short[1]) - 1


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(card, text.split())))


def position(
    mine: str = "||", theirs: str = "||", hands: tuple[str, str] = ("", ""), order: str = "ALS", turn: int = 0,
    first: int = 0, drops: tuple[bool, bool] = (False, False), under: str = "", points: tuple[int, int] = (0, 0),
    rules: AirLandSea = RULES) -> Position:
    """Returns a position in the middle of a battle; ``mine`` is the side of seat 0."""
    piles = tuple(tuple(Placed(card(short), short[0].isupper()) for short in pile.split())
                  for side in (mine, theirs) for pile in side.split("|"))
    battle = Battle(
        tuple(map(LETTERS.index, order)), first, rules.initial_state().battle.able, turn,
        (cards(hands[0]), cards(hands[1])), piles, tuple(Destroyed(number, 1, False) for number in cards(under)), drops,
        log=BEFORE)
    return Position(battle, points)


def act(state: Position, *names: str, rules: AirLandSea = RULES) -> Position:
    """Returns the position after moves and outcomes of chance, by their names; words may be left out of moves'."""
    for name in names:
        player = rules.current_player(state)
        if player == CHANCE:
            (action,) = (outcome for outcome, _ in rules.chance_outcomes(state)
                         if rules.chance_name(state, outcome) == name)
        else:
            action = meant(rules.action_spec(state, player), name)
        state = rules.apply_action(state, action)
    return state


def meant(spec: ActionSpec, stated: str) -> int:
    """Returns the action of a decision by its name, of which words may be left out."""
    (action,) = (action for action in spec.legal_actions() if _is_short_for(stated, spec.action_name((), action)))
    return action


def _is_short_for(stated: str, name: str) -> bool:
    """Returns whether words are among those of a name, in their order: "Deploy Land 2 to Sea"."""
    words = iter(re.findall(r"\w+", name))
    return all(word in words for word in re.findall(r"\w+", stated))


def named(state: Position, rules: AirLandSea = RULES) -> dict[int, str]:
    """Returns the names of the moves of the player to move, by their actions."""
    spec = rules.action_spec(state, rules.current_player(state))
    return {action: spec.action_name((), action) for action in spec.legal_actions()}


def options(state: Position, rules: AirLandSea = RULES) -> tuple[str, ...]:
    """Returns the names of the moves of the player to move."""
    return tuple(named(state, rules).values())


def sides(state: Position) -> tuple[str, str]:
    """Returns both sides in the short notation."""
    piles = [" ".join(_short(card, up) for card, up in pile) for pile in state.battle.piles]
    return "|".join(piles[:3]), "|".join(piles[3:])


def _short(number: int, up: bool) -> str:
    name = f"{LETTERS[CARDS[number].theater]}{CARDS[number].strength}"
    return name if up else name.lower()


def totals(state: Position, seat: int = 0) -> tuple[int, ...]:
    """Returns a seat's totals in Air, Land and Sea."""
    return tuple(state.battle.total(seat, theater) for theater in range(3))


def pending(state: Position) -> list[tuple[str, int]]:
    """Returns what is pending: names of cards with the seats that decide."""
    return [(CARDS[step.card].title, step.player) for step in state.battle.queue]
