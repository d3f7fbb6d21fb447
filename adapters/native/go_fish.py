"""Go Fish: OpenSpiel forgets what happened before a player's latest action, so the whole match is told in words."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import pyspiel

from adapters.generic.generic_view import GenericView
from adapters.native._seats import name_seat

DEAL, ASK = "Deal", "Ask"
_SEEN = re.compile(r"Phase (\w+)\nCurrent Player (\d+)\nYour cards: (.*)\n")
_COUNTS = re.compile(r"^player \d+ cards (\d+) books (\d+)$", re.MULTILINE)


class Counts(NamedTuple):
    """Public part of a position: its phase, whose turn it is, and the cards and books of each player."""

    phase: str
    turn: int
    cards: list[int]
    books: list[int]


class Log(NamedTuple):
    """The public course of a match: each event with the seat that acted, and the ranks of each player's books."""

    events: list[tuple[int, str]]
    books: list[str]


class GoFishView(GenericView):
    """View that tells all asks and draws so far, and how many cards and which books each player has."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        game = state.get_game()
        seen = str(state.observation_string(player))
        log = read_log(game, state.full_history(), player)
        turns = groupby(log.events, key=lambda event: event[0])
        record = [f"{name_seat(seat, player)}: {'; '.join(event for _, event in made)}" for seat, made in turns]
        return {
            **super().observe(state, player), "record": "\n".join(record),
            "text": "\n".join(_tell_present(seen, log.books, game, player))}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        shown, *others = super().names(state, player, action)
        asked, rank = shown[:-1], shown[-1]
        # With one opponent only, the rank says all.
        short = [rank] if state.get_game().num_players() == 2 else []
        return (shown, *others, *short, f"{asked} {rank}", f"{asked},{rank}", f"player {asked} {rank}",
                *(f"{ask} {asked} for {rank}" for ask in ("ask", "ask player", "player")))


def read_counts(seen: str) -> Counts:
    """Returns what an observation tells everybody."""
    found = _SEEN.match(seen)
    assert found, "OpenSpiel has changed its text"
    counts = [(int(cards), int(books)) for cards, books in _COUNTS.findall(seen)]
    return Counts(found[1], int(found[2]), [cards for cards, _ in counts], [books for _, books in counts])


def read_log(game: pyspiel.Game, history: Sequence[Any], player: int) -> Log:
    """Returns the events of a match after the deal: who got how many cards is read from what everybody sees."""
    past, ranks = game.new_initial_state(), game.get_parameters()["ranks"]
    events: list[tuple[int, str]] = []
    books = [""] * game.num_players()
    before = read_counts(str(past.observation_string(player)))
    for step in history:
        past.apply_action(step.action)
        after = read_counts(str(past.observation_string(player)))
        target, rank = divmod(step.action, ranks)
        letter = chr(ord("a") + rank)
        laid = [seat for seat, number in enumerate(after.books) if number > before.books[seat]]
        for seat in laid:
            books[seat] += letter
        if before.phase != DEAL:
            event = f"drew {letter}"
            if before.phase == ASK:
                got = before.cards[target] - after.cards[target]
                event = f"asked {name_seat(target, player)} for {letter}, got {got or 'none'}"
            events.append((before.turn, event + (f", book of {letter}" if laid else "")))
        before = after
    return Log(events, books)


def _tell_present(seen: str, books: Sequence[str], game: pyspiel.Game, player: int) -> list[str]:
    """Returns the lines that tell the present, with the hand last."""
    found, counts, settings = _SEEN.match(seen), read_counts(seen), game.get_parameters()
    hand = [f"{number} of {rank}" for rank, number in re.findall(r"([a-z])(\d+)", found[3] if found else "")]
    pool = settings["suits"] * (settings["ranks"] - sum(counts.books)) - sum(counts.cards)
    cards = [f"{name_seat(seat, player)}: {number}" for seat, number in enumerate(counts.cards)]
    laid = [f"{name_seat(seat, player)}: {' '.join(ranks) or 'none'}" for seat, ranks in enumerate(books)]
    return [f"Cards in the pool: {pool}", f"Cards in hand: {'; '.join(cards)}", f"Books: {'; '.join(laid)}",
            f"Your hand: {', '.join(hand) or 'no cards'}"]


VIEW = GoFishView()
