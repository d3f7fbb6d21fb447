"""Moves that strategies are told by name: how they are read, and whether a game knows them."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from adapters import Adapter, ReplyError
from custom_games.framework.states import apply_together, choices
from gtarena.agents.base import Decision
from gtarena.errors import UsageError, shorten
from gtarena.games.match_ends import draw_outcome, nodes

LOOKS = 20  # at first decisions of seats, in as many matches of random moves as have them
COMPARED = 3  # of such matches, in which all decisions are looked at
LONGEST = 200  # nodes of such a match


@dataclass(frozen=True)
class NamedMoves:
    """Moves that an agent will play: one of ``kind`` plays ``first`` at its first decision, and ``later`` ones then."""

    kind: str
    first: Sequence[str] = ()
    later: Sequence[str] = ()

    def require_known(self, adapter: Adapter) -> None:
        """Checks that the game knows the moves, as far as its beginning can tell.

        The first ones have to be legal at a first decision of some seat, in some match of random moves. The later ones
        are left to the match, except where all decisions offer the same: then they are legal at the first, or never.

        Raises:
            UsageError: it does not; the message lists the legal moves.
        """
        for name in dict.fromkeys(self.first):
            self._require_legal(name, adapter)
        others = dict.fromkeys(name for name in self.later if name not in self.first)
        if others and _decisions_are_alike(adapter):
            for name in others:
                self._require_legal(name, adapter)

    def _require_legal(self, name: str, adapter: Adapter) -> None:
        refusal: UsageError | None = None
        for decision in islice(_first_decisions(adapter), LOOKS):
            try:
                named_move(self.kind, name, decision)
            except UsageError as error:
                refusal = refusal or error
            else:
                return
        if refusal is not None:
            raise refusal


def named_move(kind: str, name: str, decision: Decision) -> list[int]:
    """Returns the legal move of that name, in any spelling that a model may use.

    Raises:
        UsageError: no legal move has that name; the message lists the legal moves.
    """
    try:
        return decision.parse(f"Answer: {name}")
    except ReplyError as error:
        game = decision.adapter.game.get_type().short_name
        legal = shorten(", ".join(decision.legal_names()))
        raise UsageError(f"{kind}: {name!r} is not a legal move of {game} here; legal are: {legal}") from error


def _first_decisions(adapter: Adapter) -> Iterator[Decision]:
    for seed in range(LOOKS):
        waiting = set(range(adapter.game.num_players()))
        for decision in _random_match(adapter, seed):
            if decision.player in waiting:
                yield decision
                waiting.remove(decision.player)
            if not waiting:
                break


def _decisions_are_alike(adapter: Adapter) -> bool:
    menus: set[tuple[str, ...]] = set()
    for seed in range(COMPARED):
        for decision in _random_match(adapter, seed):
            menus.add(tuple(decision.legal_names()))
            if len(menus) > 1:
                return False
    return True


def _random_match(adapter: Adapter, seed: int) -> Iterator[Decision]:
    """Yields the decisions for whole moves in the beginning of a match of random moves; each holds until the next."""
    state, rng = adapter.game.new_initial_state(), random.Random(seed)
    for number in nodes(state):
        if number >= LONGEST:
            return
        if state.is_chance_node():
            state.apply_action(draw_outcome(state, rng))
            continue
        moves: dict[int, list[int]] = {}
        for player in choices(state):
            decision = Decision(state, player, adapter, number)
            yield decision
            moves[player] = list(decision.random_move(rng))
        while any(moves.values()):
            apply_together(state, {player: left.pop(0) for player, left in moves.items() if left})
