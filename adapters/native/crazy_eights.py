"""Crazy Eights: OpenSpiel's text calls the player's own cards those of others, and tells nothing of what was played."""

import re
from collections.abc import Mapping, Sequence
from itertools import dropwhile, groupby, takewhile
from typing import Any

import pyspiel

from adapters.generic.generic_view import GenericView
from adapters.native._cards import RANKS, SUIT_WORDS, SUITS, is_card, list_hand, other_names, sort_hand
from adapters.native._seats import name_seat
from custom_games.action_specs.patterns import Pattern

CARDS, DRAW, FIRST_SUIT = 52, 52, 54  # cards of a pack; the actions "Draw" and "Nominate suit C"
TOLD = ("Draw", "Pass", *(f"Name {SUIT_WORDS[suit]}" for suit in SUITS))  # the actions that are no cards, in order
_SEEN = re.compile(
    r"Currently I have: \n((?:Suit \w: .*\n)+)Previous card: (..)\nPrevious suit: (.)\n"
    r"Starting counterclockwise, other players have: (.*) cards\.\n(?:The direction is (\w+))?")


Step = tuple[int, str]  # a seat and the name of its move, or DREW for each card that it drew
DREW = ""


class CrazyEightsView(GenericView):
    """View that names cards as QS, labels what is shown, and tells the course of the match."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        seen, game = _SEEN.match(str(state.observation_string(player))), state.get_game()
        if not seen:
            return {**super().observe(state, player), "moves": []}
        turned_up, steps = read_course(state.full_history(), game.num_players())
        turns = groupby(steps, key=lambda step: step[0])
        told = [f"{name_seat(seat, player)}: {_tell_turn([name for _, name in made])}" for seat, made in turns]
        return {
            **super().observe(state, player), "moves": [], "record": "\n".join([f"Turned up: {turned_up}", *told]),
            "text": "\n".join(_tell_present(seen, count_cards(turned_up, steps, game), steps, player))}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        shown, openspiels = name_action(action), super().names(state, player, action)
        if is_card(shown):
            return shown, *openspiels, f"Play {shown}", *other_names(shown)
        return shown, *(name for name in openspiels if name != shown), *shown.split()[1:]  # "clubs"

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        names = [name_action(action) for action in state.legal_actions(player)]
        cards = list_hand(sort_hand([name for name in names if is_card(name)]))
        return [*map(Pattern, cards), *(Pattern(name) for name in names if not is_card(name))]


def name_action(action: int) -> str:
    """Returns the short name of a card, or what else a player may do."""
    return RANKS[action // 4] + SUITS[action % 4] if action < CARDS else TOLD[action - DRAW]


def read_course(history: Sequence[Any], players: int) -> tuple[str, list[Step]]:
    """Returns the card turned up, and all steps that followed: of cards that are drawn, only that they are."""
    dealt = 1 + players * _count_dealt(players)
    turned_up, *played = dropwhile(lambda step: name_action(step.action)[0] == "8", history[dealt:])
    seat, steps = 0, []
    for step in played:
        if step.player >= 0:
            seat = step.player
        if step.player < 0 or step.action != DRAW:
            steps.append((seat, DREW if step.player < 0 else name_action(step.action)))
    return name_action(turned_up.action), steps


def count_cards(turned_up: str, steps: Sequence[Step], game: pyspiel.Game) -> tuple[int, int]:
    """Returns how many cards are in the deck, and how many a player must draw after a 2."""
    settings, players = game.get_parameters(), game.num_players()
    pack, held = CARDS * (2 if players > 5 else 1), players * _count_dealt(players)
    deck, due = pack - held - 1, 0
    for place, name in enumerate((turned_up, *(name for _, name in steps))):
        if name == DREW:
            held, deck, due = held + 1, deck - 1, max(due - 1, 0)
        elif is_card(name) and place:
            held -= 1
        if not deck and settings["reshuffle"] and (name == DREW or is_card(name)):
            deck = pack - held - 1
        if not deck:
            due = 0
        elif name[:1] == "2" and settings["use_special_cards"]:
            due += 2
    return deck, due


def _tell_present(seen: re.Match[str], counts: tuple[int, int], steps: Sequence[Step], player: int) -> list[str]:
    """Returns the lines that tell the present, with the hand last."""
    rows, card, suit, held, direction = seen.groups()
    numbers = held.split(", ")  # from the player's own on
    hands = [f"{name_seat(seat, player)}: {numbers[(seat - player) % len(numbers)]}" for seat in range(len(numbers))]
    unnamed = bool(steps) and is_card(steps[-1][1]) and card[1] == "8"
    deck, due = counts
    drawn = len([*takewhile(lambda step: step == (player, DREW), reversed(steps))])
    hand = [rank + row[len("Suit ")] for row in rows.splitlines() for rank in row.partition(":")[2].replace(" ", "")]
    lines = [
        f"Cards in hand: {'; '.join(hands)}", f"Cards in the deck: {deck}",
        f"Cards played by all: {sum(is_card(name) for _, name in steps)}"]
    if direction:
        lines += [f"Direction: to the {'higher' if direction == 'counterclockwise' else 'lower'} number",
                  f"Cards to draw after a 2: {due}"]
    return [*lines, f"Drawn in this turn: {drawn}", f"Latest card: {card[1]}{card[0]}",
            f"Suit to be matched: {'to be named' if unnamed else SUIT_WORDS[suit]}",
            f"Your hand: {' '.join(list_hand(sort_hand(hand)))}"]


def _tell_turn(names: Sequence[str]) -> str:
    """Returns what a player did in a row: ``drew 2, 8S, Name clubs``."""
    runs = [(name, len([*same])) for name, same in groupby(names)]
    return ", ".join(f"drew {number}" if name == DREW else ", ".join([name] * number) for name, number in runs)


def _count_dealt(players: int) -> int:
    return 7 if players == 2 else 5


VIEW = CrazyEightsView()
