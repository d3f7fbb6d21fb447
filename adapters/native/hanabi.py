"""Hanabi: the table as a player sees it, and the match so far with what every move brought about."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from adapters.recall import position_key, recall
from adapters.views import BaseView
from custom_games.action_specs.patterns import Pattern, fold_numbers

COLORS = {"R": "red", "Y": "yellow", "G": "green", "W": "white", "B": "blue"}
DISCARD, PLAY, COLOR, RANK = "Discard", "Play", "color", "rank"
# What OpenSpiel fills in where a parameter is not given; the game itself tells parameters only that are.
DEFAULTS = {"players": 2, "colors": 5, "ranks": 5, "max_information_tokens": 8, "max_life_tokens": 3,
            "random_start_player": False, "observation_type": "card_knowledge"}
LARGE_HAND, SMALL_HAND, MANY_PLAYERS = 5, 4, 4  # cards in a hand, with few players and with this many
_CARD = re.compile(r"(\w\w) \|\| (\w\w)\|(\D+)(\d+)")  # the card, what was told of it, and all that it may be


@dataclass(frozen=True)
class Choice:
    """A move: the place of a card that is played or discarded, or a hint to the player so many seats on."""

    kind: str
    place: int = 0
    offset: int = 0
    value: str = ""


@dataclass
class Table:
    """The cards of all hands, which no player sees whole, and the piles of the fireworks."""

    settings: Mapping[str, Any]
    hands: list[list[str]] = field(default_factory=list)
    piles: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hands = [[] for _ in range(self.settings["players"])]
        self.piles = dict.fromkeys(self.settings["letters"], 0)

    def deal(self, card: str) -> None:
        """Puts a card behind the others of the first hand that lacks one."""
        next(hand for hand in self.hands if len(hand) < self.settings["hand_size"]).append(card)

    def make(self, mover: int, choice: Choice) -> dict[str, Any]:
        """Makes a move, and returns what all players saw of it."""
        if choice.kind in (COLOR, RANK):
            hinted = self.hands[(mover + choice.offset) % len(self.hands)]
            return {"touched": [place for place, card in enumerate(hinted) if choice.value in card]}
        card = self.hands[mover].pop(choice.place)
        fits = choice.kind == PLAY and self.piles[card[0]] == int(card[1]) - 1
        self.piles[card[0]] += fits
        return {"card": card, "fits": fits}


class HanabiView(BaseView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        settings, text = read_settings(state.get_game()), state.observation_string(player)
        told = dict(re.findall(r"^([A-Z][a-z ]+): ?(.*)$", text, re.MULTILINE))
        moves = recall(("hanabi moves", str(state.get_game()), position_key(state)), lambda: _tell_moves(state))
        deck = int(told["Deck size"])
        return {
            "settings": settings, "moves": moves, "lives": int(told["Life tokens"]), "tokens": int(told["Info tokens"]),
            "fireworks": [{"letter": pile[0], "color": COLORS[pile[0]], "rank": int(pile[1])}
                          for pile in told["Fireworks"].split()],
            "hands": _read_hands(text, player, settings), "deck": deck, "discards": told["Discards"].split(),
            "turns_left": _count_turns_left(state) if deck == 0 else None}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        settings = read_settings(state.get_game())
        choice = decode_move(settings, action)
        name = name_move(settings, player, choice)
        if choice.kind not in (COLOR, RANK):
            return name, state.action_to_string(player, action)
        hinted = (player + choice.offset) % settings["players"]
        value = COLORS.get(choice.value, choice.value)
        others = [f"Reveal to player {hinted}: {choice.kind} {value}",
                  *(f"Reveal {choice.kind} {said} to player {hinted}" for said in dict.fromkeys((choice.value, value)))]
        # OpenSpiel counts players from the one who gives the hint, which is clear only if there is one other.
        return name, *others, *([state.action_to_string(player, action)] if settings["players"] == 2 else [])

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        listed = super().patterns(state, player)
        colors = [move for move in listed if f": {COLOR} " in move]  # do not end in the number that may be a range
        return fold_numbers(move for move in listed if move not in colors) + colors


def read_settings(game: pyspiel.Game) -> dict[str, Any]:
    """Returns the parameters with OpenSpiel's defaults filled in, and the ``letters`` of the colors."""
    settings = {**DEFAULTS, **game.get_parameters()}
    size = SMALL_HAND if settings["players"] >= MANY_PLAYERS else LARGE_HAND
    return {"hand_size": size, **settings, "letters": list(COLORS)[:settings["colors"]]}


def decode_move(settings: Mapping[str, Any], action: int) -> Choice:
    """Returns the move that an action id stands for: discards, plays, colors for each player, ranks for each."""
    size, colors, ranks = settings["hand_size"], settings["colors"], settings["ranks"]
    if action < 2 * size:
        return Choice((DISCARD, PLAY)[action // size], place=action % size)
    hint, hints = action - 2 * size, colors * (settings["players"] - 1)
    if hint < hints:
        return Choice(COLOR, offset=hint // colors + 1, value=settings["letters"][hint % colors])
    return Choice(RANK, offset=(hint - hints) // ranks + 1, value=str((hint - hints) % ranks + 1))


def name_move(settings: Mapping[str, Any], mover: int, choice: Choice) -> str:
    """Returns the name that prompts show."""
    if choice.kind in (DISCARD, PLAY):
        return f"{choice.kind} {choice.place}"
    return f"Reveal to player {(mover + choice.offset) % settings['players']}: {choice.kind} {choice.value}"


def _tell_moves(state: pyspiel.State) -> list[dict[str, Any]]:
    """Returns the moves so far, with the cards that were shown or that a hint pointed at."""
    settings = read_settings(state.get_game())
    table, told = Table(settings), []
    for step in state.full_history():
        if step.player < 0:
            color, rank = divmod(step.action, settings["ranks"])
            table.deal(f"{settings['letters'][color]}{rank + 1}")
        else:
            choice = decode_move(settings, step.action)
            told.append({"player": step.player, "move": name_move(settings, step.player, choice),
                         "kind": choice.kind, **table.make(step.player, choice)})
    return told


def _read_hands(text: str, player: int, settings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns the hands in the order of seats, with what each owner may know of a card; a card unseen is ``None``."""
    players = settings["players"]
    hands = text.partition("Hands:\n")[2].partition("Deck size")[0].split("-----\n")
    found = {}
    for offset, hand in enumerate(hands):  # the player's own hand comes first
        cards = [{"card": None if card == "XX" else card, "colors": list(colors), "ranks": list(map(int, ranks))}
                 for card, _, colors, ranks in _CARD.findall(hand)]
        found[(player + offset) % players] = cards
    return [{"player": seat, "cards": found[seat]} for seat in range(players)]


def _count_turns_left(state: pyspiel.State) -> int:
    """Returns how many turns are left once the deck is empty: one for each player after the last card was drawn."""
    steps = [step.player for step in state.full_history()]
    since = next((back for back, player in enumerate(reversed(steps)) if player < 0), len(steps))
    return max(0, int(state.num_players()) - since)


VIEW = HanabiView()
