"""Actions of Air, Land & Sea: their ids and names, which are legal, and what they and the abilities of cards do.

Ids mean the same in every position. Abilities are resolved in the order in which they were triggered, each completely.
An ability whose card was meanwhile turned face down is resolved nevertheless, from where the card lies now; if nothing
can be done, it has no effect.
"""

from functools import partial

from custom_games.action_specs import NamedActions
from custom_games.air_land_sea.battle import AREAS, Battle, Destroyed, Event, Pending, Placed
from custom_games.air_land_sea.cards import (
    AERODROME,
    AIR_DROP,
    AMBUSH,
    CARDS,
    DISRUPT,
    INSTANT,
    MANEUVERS,
    REDEPLOY,
    REINFORCE,
    THEATERS,
    TRANSPORT,
)

DEPLOY = 0           # + 3 * card + theater
IMPROVISE = 54       # + 3 * card + theater
WITHDRAW = 108
FLIP = 109           # + 3 * seat + theater
MOVE = 115           # + 3 * card + theater
RETURN = 169         # + card
REINFORCE_TO = 187   # + theater
DECLINE = 190
NUM_ACTIONS = 191

KEYS = {"flip": "flip", "move": "move", "return": "card", "reinforce": "theater", "play": "action"}
LIGHT = 3  # the largest strength that Aerodrome is for
_STEPS = {AIR_DROP: "drop", AMBUSH: "flip", DISRUPT: "flip", REDEPLOY: "return", REINFORCE: "reinforce",
          TRANSPORT: "move", **dict.fromkeys(MANEUVERS, "flip")}
_NAMES = {
    DEPLOY: "Deploy {card} to {theater}", IMPROVISE: "Improvise {card} to {theater}", WITHDRAW: "Withdraw",
    FLIP: "Flip {owner} top card in {theater}", MOVE: "Move {card} to {theater}", RETURN: "Take back {card}",
    REINFORCE_TO: "{theater}", DECLINE: "Decline"}


def action_name(player: int, action: int) -> str:
    """Returns the name of an action as the player calls it, to whom one side of the table is its own."""
    first = max(start for start in _NAMES if start <= action)
    number, theater = (action - RETURN, 0) if first == RETURN else divmod(action - first, len(THEATERS))
    owner = "your" if number == player else "the opponent's"
    return _NAMES[first].format(card=CARDS[number].title, owner=owner, theater=THEATERS[theater])


_NAMING = (partial(action_name, 0), partial(action_name, 1))


def decision_spec(battle: Battle, player: int) -> NamedActions:
    """Returns the choice of a play on the player's own turn, or among the actions that a pending step allows it."""
    key = KEYS[battle.queue[0].kind if battle.queue else "play"]
    return NamedActions(key, tuple(legal_actions(battle)), _NAMING[player])


def legal_actions(battle: Battle) -> list[int]:
    """Returns the actions of the player who is to decide, in ascending order."""
    return _step_actions(battle, battle.queue[0]) if battle.queue else [*_play_actions(battle, battle.turn), WITHDRAW]


def after_play(battle: Battle, action: int) -> Battle:
    """Returns the battle after the player whose turn it is has deployed or improvised a card."""
    return _settle(_play_from_hand(battle, battle.turn, action))


def after_choice(battle: Battle, action: int) -> Battle:
    """Returns the battle after the choice that the first pending ability asks for."""
    (kind, card, player), *later = battle.queue
    rest = battle._replace(queue=tuple(later))
    if kind == "play":
        return _settle(_play_from_hand(rest, player, action, REDEPLOY))
    if kind == "reinforce":
        assert rest.drawn is not None, "no card is drawn"
        drawn = rest._replace(drawn=None)
        return _settle(_play(drawn, player, rest.drawn, action - REINFORCE_TO, up=False, by=REINFORCE))
    if action == DECLINE:
        return _settle(rest.record(Event("decline", player, card)))
    if kind == "flip":
        return _settle(_flip(rest, player, *divmod(action - FLIP, 3), by=card))
    if kind == "move":
        return _settle(_move(rest, player, *divmod(action - MOVE, 3)))
    again = (Pending("play", REDEPLOY, player), *later)
    return _settle(_take_back(rest, player, action - RETURN)._replace(queue=again))


def awaits_draw(battle: Battle) -> bool:
    """Returns whether chance has to draw the card that Reinforce plays."""
    return bool(battle.queue) and battle.queue[0].kind == "reinforce" and battle.drawn is None


def drawable_cards(battle: Battle) -> list[int]:
    """Returns the cards that may be on top of the deck: any unseen one, and without any the first one put under it."""
    return battle.unseen_cards() or [card for card, _, _ in battle.under[:1]]


def with_drawn(battle: Battle, card: int) -> Battle:
    """Returns the battle after a card was drawn from the deck."""
    return battle._replace(drawn=card, under=tuple([held for held in battle.under if held.card != card]))


def _settle(battle: Battle) -> Battle:
    """Returns the battle after the abilities that ask for no choice, up to the first that does."""
    while battle.queue and not _step_actions(battle, battle.queue[0]):
        (kind, card, player), *later = battle.queue
        battle = battle._replace(queue=tuple(later))
        dropped = kind == "drop"
        battle = _with_drop(battle, player, True) if dropped else battle.record(Event("nothing", player, card))
    return battle


def _step_actions(battle: Battle, step: Pending) -> list[int]:
    """Returns the actions among which a pending step lets its player choose; none if it has no effect."""
    kind, card, player = step
    if kind == "flip":
        return [FLIP + number for number in _flippable_piles(battle, card, player) if battle.piles[number]]
    if kind == "play":
        return _play_actions(battle, player)
    if kind == "reinforce":
        drawable_left = battle.drawn is not None or battle.deck_size()
        return [REINFORCE_TO + theater for theater in sorted(_adjacent_theaters(battle, card))] if drawable_left else []
    if kind == "drop":
        return []
    piles = [(theater, battle.pile(player, theater)) for theater in AREAS]
    if kind == "move":
        found = [MOVE + 3 * own + theater for source, pile in piles for own, _ in pile
                 for theater in AREAS if theater != source]
    else:
        found = [RETURN + own for _, pile in piles for own, up in pile if not up]
    return [*sorted(found), DECLINE] if found else []


def _flippable_piles(battle: Battle, card: int, player: int) -> list[int]:
    """Returns the numbers of the piles whose top cards an ability may flip."""
    if card == AMBUSH:
        return list(range(len(battle.piles)))
    if card == DISRUPT:
        return [3 * player + theater for theater in AREAS]
    return sorted(3 * seat + theater for theater in _adjacent_theaters(battle, card) for seat in (0, 1))


def _adjacent_theaters(battle: Battle, card: int) -> tuple[int, ...]:
    """Returns the theaters adjacent to a card; none if it is in no theater any more."""
    spot = battle.locate(card)
    return () if spot is None else battle.adjacent(spot[1])


def _play_actions(battle: Battle, seat: int) -> list[int]:
    """Returns the deployments and improvisations of the cards in a seat's hand."""
    hand, free = battle.hands[seat], battle.drops[seat]
    light = LIGHT if battle.works_for(seat, AERODROME) else 0
    deployed = [
        DEPLOY + 3 * card + theater for card in hand for theater in AREAS
        if free or CARDS[card].theater == theater or CARDS[card].strength <= light]
    return [*deployed, *[IMPROVISE + 3 * card + theater for card in hand for theater in AREAS]]


def _play_from_hand(battle: Battle, seat: int, action: int, by: int | None = None) -> Battle:
    up = action < IMPROVISE
    card, theater = divmod(action - (DEPLOY if up else IMPROVISE), 3)
    held = tuple([other for other in battle.hands[seat] if other != card])
    return _play(battle.with_hand(seat, held), seat, card, theater, up, by)


def _play(battle: Battle, seat: int, card: int, theater: int, up: bool, by: int | None) -> Battle:
    """Returns the battle after a card was played, and perhaps destroyed, before its ability is resolved."""
    destroyer = battle.destroyer(theater, up)
    event = Event("play", seat, by, card, seat, theater, up, destroyer=destroyer)
    battle = _with_drop(battle, seat, False).record(event)
    if destroyer is not None:
        return battle._replace(under=(*battle.under, Destroyed(card, seat, up)))
    battle = battle.with_pile(seat, theater, (*battle.pile(seat, theater), Placed(card, up)))
    return _trigger(battle, card, seat) if up else battle


def _with_drop(battle: Battle, seat: int, free: bool) -> Battle:
    return battle._replace(drops=(free, battle.drops[1]) if seat == 0 else (battle.drops[0], free))


def _trigger(battle: Battle, card: int, owner: int) -> Battle:
    """Returns the battle with the instant ability of a card at the end of the queue, if it has one."""
    if CARDS[card].kind != INSTANT or card not in battle.able:
        return battle
    players = (owner, 1 - owner) if card == DISRUPT else (owner,)
    steps = [Pending(_STEPS[card], card, player) for player in players]
    return battle._replace(queue=(*battle.queue, *steps))


def _flip(battle: Battle, player: int, seat: int, theater: int, by: int) -> Battle:
    *covered, (card, was_up) = battle.pile(seat, theater)
    battle = battle.with_pile(seat, theater, (*covered, Placed(card, not was_up)))
    battle = battle.record(Event("flip", player, by, card, seat, theater, not was_up))
    return battle if was_up else _trigger(battle, card, seat)


def _move(battle: Battle, player: int, card: int, theater: int) -> Battle:
    battle, placed, source, place = _lift(battle, card)
    battle = battle.with_pile(player, theater, (*battle.pile(player, theater), placed))
    return battle.record(Event("move", player, TRANSPORT, card, player, theater, placed.up, source, place))


def _take_back(battle: Battle, player: int, card: int) -> Battle:
    battle, _, source, place = _lift(battle, card)
    battle = battle.with_hand(player, tuple(sorted((*battle.hands[player], card))))
    return battle.record(Event("return", player, REDEPLOY, card, player, source=source, place=place))


def _lift(battle: Battle, card: int) -> tuple[Battle, Placed, int, int]:
    """Returns the battle without a card in a pile, the card, its theater, and its place counted from 1."""
    spot = battle.locate(card)
    assert spot is not None, f"card {card} is in no pile"
    seat, theater, place = spot
    pile = battle.pile(seat, theater)
    return battle.with_pile(seat, theater, (*pile[:place], *pile[place + 1:])), pile[place], theater, place + 1
