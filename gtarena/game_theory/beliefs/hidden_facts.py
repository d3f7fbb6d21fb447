"""Hidden facts: what a player knows of its own and others do not, such as its card or its role."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pyspiel

import adapters
from gtarena.errors import UsageError

MOST_DEALS = 100_000  # in which the values of a fact are looked for
YES, NO = "yes", "no"
NONE = "none"
_DATA = Path(__file__).parent / "hidden_facts.toml"


@dataclass(frozen=True)
class HiddenFact:
    """Place in the observation of each player, the ``holder``, of which the others are asked.

    ``stated`` are its options as the data have them. A ``compared`` fact is whether the holder's value is that of the
    player who is asked.
    """

    name: str
    path: tuple[str | int, ...]
    question: str
    stated: tuple[str, ...] = ()
    compared: bool = False

    def options(self, game: pyspiel.Game) -> tuple[str, ...]:
        """Returns the possible values in a game: those stated, or else those in all deals, in their order there.

        Raises:
            UsageError: none are stated, and there are too many deals to look at.
        """
        if self.compared:
            return YES, NO
        if not self.stated:
            return _values_in_deals(str(game), self.path)
        return tuple(value for written in self.stated for value in _spelled_out(written, game.get_parameters()))

    def values(self, state: pyspiel.State, player: int) -> dict[str, str]:
        """Returns the value of every other player who sees such a place, by the name that the player knows.

        Seats may be named by chance, so that the same name is another seat in another state.
        """
        observe = adapters.for_game(state.get_game()).view.observe
        own = _read(observe(state, player), self.path)
        found = {}
        for seat in range(state.num_players()):
            value = _read(seen := observe(state, seat), self.path)
            if seat != player and value is not None:
                found[_name(state, seat, seen)] = (YES if value == own else NO) if self.compared else value
        return found

    def ask(self, game: pyspiel.Game, holder: str) -> str:
        """Returns the question about a holder, who is the other player where there are two."""
        return self.question.format(holder="the other player" if game.num_players() == 2 else holder)


def _name(state: pyspiel.State, seat: int, seen: Mapping[str, Any]) -> str:
    """Returns the name by which the others know a seat: the one that its observation gives as ``you``, if it does."""
    return str(seen.get("you") or adapters.for_game(state.get_game()).view.seat_name(state, seat))


def hidden_facts(game: str) -> tuple[HiddenFact, ...]:
    """Returns the hidden facts of a game, by its short name.

    Raises:
        UsageError: none are known.
    """
    known = _read_data()
    if game not in known:
        raise UsageError(f"{game} has no hidden fact to ask for (games that have some: {', '.join(sorted(known))})")
    return known[game]


@cache
def _read_data() -> Mapping[str, tuple[HiddenFact, ...]]:
    data = tomllib.loads(_DATA.read_text("utf-8"))
    return {game: tuple(HiddenFact(name, tuple(stated["path"]), stated["question"],
                                   tuple(stated.get("options", ())), stated.get("compared", False))
                        for name, stated in facts.items()) for game, facts in data.items()}


def _read(observation: Any, path: tuple[str | int, ...]) -> str | None:
    """Returns the value at a place of an observation as text; ``None`` if there is no such place."""
    for step in path:
        try:
            observation = observation[step]
        except (KeyError, IndexError, TypeError):
            return None
    return NONE if observation is None else str(observation)


def _spelled_out(written: str, parameters: Mapping[str, Any]) -> Iterator[str]:
    low, dots, high = written.partition("..")
    if not dots:
        yield written
        return
    first, last = (int(parameters.get(end, end)) for end in (low, high))
    yield from map(str, range(first, last + 1))


@lru_cache(maxsize=100)
def _values_in_deals(game: str, path: tuple[str | int, ...]) -> tuple[str, ...]:
    """Returns the values that the place has for any player in any deal: chance's outcomes before the first decision."""
    found: dict[str, None] = {}
    open_states, deals = [pyspiel.load_game(game).new_initial_state()], 0
    view = adapters.for_game(open_states[0].get_game()).view
    while open_states:
        state = open_states.pop()
        if state.is_chance_node():
            open_states += [state.child(outcome) for outcome in sorted(state.legal_actions(), reverse=True)]
            deals += len(open_states) > MOST_DEALS
        else:
            deals += 1
            values = (_read(view.observe(state, player), path) for player in range(state.num_players()))
            found |= dict.fromkeys(value for value in values if value is not None)
        if deals > MOST_DEALS or len(open_states) > MOST_DEALS:
            raise UsageError(f"{game} has more than {MOST_DEALS} deals: state the options of the fact at "
                             f"{'.'.join(map(str, path))} in {_DATA.name}")
    return tuple(found)
