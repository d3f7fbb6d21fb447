"""The 191 actions of Air, Land & Sea, and the names by which a player may state them.

Cards and theaters are numbered as in ``air_land_sea_cards``. Ids mean the same in every position.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from custom_games.action_specs import Choice
from custom_games.air_land_sea_cards import CARDS, THEATERS

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
FRAMES = ("I {}.", "I will {}.", "I choose to {}.", "I decide to {}.", "My choice is to {}.")
_UP = ("Deploy {} {}", "Deploy {} face up {}", "Deploy {} {} face up", "Play {} face up {}", "Play {} {} face up")
_DOWN = ("Improvise {} {}", "Improvise {} face down {}", "Improvise {} {} face down", "Improvise with {} {}",
         "Play {} face down {}", "Play {} {} face down")
_MOVED = ("Move {} {}", "Transport {} {}", "{} {}")
_OF_CARD_AND_THEATER = (("Move", MOVE, _MOVED), ("Improvise", IMPROVISE, _DOWN), ("Deploy", DEPLOY, _UP))
_TAKEN = ("Take back {}", "Take {} back", "Take {} back into my hand", "Take {} back into hand", "Return {}",
          "Return {} to my hand", "Return {} to hand", "Redeploy {}", "{}")
# Keys of the parts of a move in JSON, and other words for the same move.
_FORMS = {"play": ("{action} {card} to {theater}",), "move": ("{move} to {theater}", "{move} {card} to {theater}")}
_REWORDINGS = (
    (r"\((face[ -](?:up|down))\)", r"\1"), (r"\s*(?:[-=]>|→)\s*", " to "),
    (r"\b(?:on|onto|at|into)(?: the)? (?=(?:air|land|sea)\b(?! \d))", "to "),
    (r"^(deploy|improvise|play|move|take back|return) (?:the|my|your) ", r"\1 "))
_DECLINED = ("null", "do nothing", "no move", "do not move", "don't move", "do not use it", "do not take any card back",
             "do not take a card back", "take nothing back", "none", "no", "no card", "nothing", "pass", "skip",
             "I decline")


def choice(kind: str, legal: Sequence[int], player: int, known: Sequence[int | None]) -> Choice:
    """Returns a decision with its legal actions in ascending order.

    ``kind`` is that of a pending step (see ``air_land_sea_battle.Pending``), or "play" on a player's own turn.
    ``known`` holds, for a flip, the card on top of each pile as far as the player knows it, and for Reinforce the drawn
    card.
    """
    return _choice(kind, tuple(legal), player, tuple(known))


@lru_cache(maxsize=500)  # a search meets the same hands again and again
def _choice(kind: str, legal: tuple[int, ...], player: int, known: tuple[int | None, ...]) -> Choice:
    if kind == "flip":
        options, aliases = _flips(legal, player, known)
    elif kind == "reinforce":
        options, aliases = [THEATERS[action - REINFORCE_TO] for action in legal], _reinforcements(legal, known)
    else:
        names = [_names(action) for action in legal]
        options = [name for name, _, _ in names]
        aliases = [(name, action) for action, (_, others, _) in zip(legal, names, strict=True) for name in others]
        aliases += _unambiguous([(short, action) for action, (_, _, shorts) in zip(legal, names, strict=True)
                                 for short in shorts])
    return Choice(KEYS[kind], tuple(options), legal, tuple(aliases), FRAMES, _FORMS.get(kind, ()), _REWORDINGS)


def _unambiguous(named: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Returns the names that mean one action only."""
    counts = Counter(name for name, _ in named)
    return [(name, action) for name, action in named if counts[name] == 1]


@cache
def _names(action: int) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Returns an action's name, others that mean it everywhere, and short ones that may mean several actions."""
    if action == WITHDRAW:
        return "Withdraw", ("Withdraw from the battle", "Withdraw from this battle", "Retreat"), ()
    if action == DECLINE:
        return "Decline", _DECLINED, ()
    if action >= RETURN:
        card = CARDS[action - RETURN]
        return _sorted_names(f"Take back {card.title}", [
            (form.format(name), name == card.name) for name in _card_names(action - RETURN) for form in _TAKEN])
    verb, start, forms = next(kind for kind in _OF_CARD_AND_THEATER if action >= kind[1])
    number, theater = divmod(action - start, 3)
    named = [(form.format(name, where), name == CARDS[number].name)
             for name in _card_names(number) for form in forms for where in _places(theater)]
    without = [(f"{verb} {name}", True) for name in _card_names(number)]
    return _sorted_names(f"{verb} {CARDS[number].title} to {THEATERS[theater]}", [*named, *without])


def _sorted_names(name: str, others: Sequence[tuple[str, bool]]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    return (name, tuple(other for other, short in others if not short and other != name),
            tuple(other for other, short in others if short))


def _card_names(number: int) -> tuple[str, ...]:
    """Returns the names of a card, the last of which it may share with others."""
    card = CARDS[number]
    return card.title, card.place, f"{card.place} ({card.name})", f"{card.place} {card.name}", card.name


def _places(theater: int) -> tuple[str, ...]:
    name = THEATERS[theater]
    return f"to {name}", f"in {name}", f"to the {name} theater", f"in the {name} theater"


def _flips(
    legal: Sequence[int], player: int, known: Sequence[int | None]
) -> tuple[list[str], list[tuple[str, int]]]:
    """Returns the names of flips, and others; a card that the player knows may be called by its own name."""
    options: list[str] = []
    aliases: list[tuple[str, int]] = []
    shorts: list[tuple[str, int]] = []
    for action in legal:
        seat, theater = divmod(action - FLIP, 3)
        card = known[action - FLIP]
        options.append(f"Flip {_owners(seat == player)[0]} top card in {THEATERS[theater]}")
        aliases += [(name, action) for name in _flip_names(theater, _owners(seat == player))]
        if card is not None:
            *long, short = [[form.format(name) for form in ("{}", "Flip {}", *(
                f"{flip}{owner} {{}}" for owner in _owners(seat == player) for flip in ("", "Flip ")))]
                for name in _card_names(card)]
            aliases += [(name, action) for names in long for name in names]
            shorts += [(name, action) for name in short]
        shorts += [(form.format(owner), action) for owner in _owners(seat == player)
                   for form in ("{}", "{} card", "Flip {} card", "Flip {} top card")]
    return options, [*aliases, *_unambiguous(shorts)]


def _owners(own: bool) -> tuple[str, ...]:
    if own:
        return "your", "my", "my own", "your own"
    return "the opponent's", "my opponent's", "opponent's", "opponent"


def _flip_names(theater: int, owners: Sequence[str]) -> Iterator[str]:
    name = THEATERS[theater]
    for owner in owners:
        if owner != owners[0]:
            yield f"Flip {owner} top card in {name}"
        yield from (f"{owner} top card in {name}", f"Flip {owner} card in {name}", f"{owner} card in {name}",
                    f"Flip {owner} uncovered card in {name}", f"{owner} {name}", f"Flip {owner} {name} card",
                    f"Flip {owner} top {name} card")


def _reinforcements(legal: Sequence[int], known: Sequence[int | None]) -> list[tuple[str, int]]:
    forms = ["{}", "Play it {}", "Play it face down {}", "Play the card {}", "Play the drawn card {}", "Reinforce {}",
             *(form.replace("{}", name, 1) for card in known if card is not None for name in _card_names(card)
               for form in _DOWN)]
    named = [(form.format(where), action) for action in legal for form in forms
             for where in _places(action - REINFORCE_TO)]
    bare = [(name, action) for action in legal for theater in (THEATERS[action - REINFORCE_TO],)
            for name in (f"{theater} theater", f"the {theater} theater", f"Reinforce {theater}")]
    return [*named, *bare]
