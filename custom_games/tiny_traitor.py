"""Tiny Traitor: hints, accusations and one vote to find the Traitor, in a game tree that can be visited whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from custom_games.action_specs import NamedActions
from custom_games.framework.chance import equally_likely
from custom_games.framework.deduction import most_voted
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Bounds, Rules, game, parameter

TRAITOR, LOYAL = "Traitor", "Loyal"
HUNDRED = 100


class Position(NamedTuple):
    """The Traitor's seat, ``None`` until it is drawn, and the seats that were named, each in the order of seats.

    ``hints`` are those of the Loyal players, ``accusations`` and ``votes`` those of all.
    """

    traitor: int | None = None
    hints: tuple[int, ...] = ()
    accusations: tuple[int, ...] = ()
    votes: tuple[int, ...] = ()


@game("tiny_traitor", "Tiny Traitor", players=(3, 10), utility="zero_sum")
@dataclass(frozen=True)
class TinyTraitor(Rules[Position]):
    """Chance makes one player the Traitor, whom the Loyal players try to vote out.

    Every Loyal player gets a private hint, the name of another player: the Traitor's with a chance of ``hint_percent``
    per cent, or else that of one of the other Loyal players, all equally likely. In the order of seats, everyone then
    accuses another player in public, and after that all vote for another player at once. Who has more votes than any
    other is out. If that is the Traitor, every Loyal player gets 1 from it; if it is a Loyal player, every Loyal player
    gives it 1; after a tie nobody gets anything. An action is the seat that is named.

    With three players a Loyal player's vote counts only together with that of the other, and with different votes of
    these two the Traitor's vote decides between a tie and a win. So everyone has to guess whom the others believe.
    """

    players: int = parameter(3, "number of players", low=3, high=10)
    hint_percent: int = parameter(75, "chance of a hint to name the Traitor, per cent", low=0, high=HUNDRED)

    variants = (
        {"hint_percent": 60},
        {"players": 4, "hint_percent": 100},
        {"players": 6, "hint_percent": 0},
    )

    def bounds(self) -> Bounds:
        most = self.players - 1
        return Bounds(players=self.players, actions=self.players, length=self.players + 1, utility=(-most, most),
                      chance_outcomes=self.players)

    def initial_state(self) -> Position:
        return Position()

    def current_player(self, state: Position) -> int:
        if len(state.hints) < self.players - 1:
            return CHANCE
        if len(state.accusations) < self.players:
            return len(state.accusations)
        return TERMINAL if state.votes else SIMULTANEOUS

    def action_spec(self, state: Position, player: int) -> NamedActions:
        return NamedActions(self._decision(state), self._others(player), self.name)

    def _decision(self, state: Position) -> str:
        return "accuse" if len(state.accusations) < self.players else "vote"

    def _others(self, *seats: int) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat not in seats)

    def name(self, seat: int) -> str:
        """Returns the name of a seat."""
        return f"player_{seat}"

    def seat_name(self, state: Position, seat: int) -> str:
        return self.name(seat)

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        if state.traitor is None:
            return equally_likely(self.seats)
        wrong = self._others(state.traitor, self._next_hinted(state.traitor, state))
        chances = {state.traitor: self.hint_percent / HUNDRED,
                   **dict.fromkeys(wrong, (HUNDRED - self.hint_percent) / HUNDRED / len(wrong))}
        return [(seat, chances[seat]) for seat in sorted(chances) if chances[seat] > 0]

    def _next_hinted(self, traitor: int, state: Position) -> int:
        return self._others(traitor)[len(state.hints)]

    def chance_name(self, state: Position, outcome: int) -> str:
        if state.traitor is None:
            return f"{self.name(outcome)} is the {TRAITOR}"
        return f"hint to {self.name(self._next_hinted(state.traitor, state))}: {self.name(outcome)}"

    def apply_action(self, state: Position, action: int) -> Position:
        if state.traitor is None:
            return state._replace(traitor=action)
        if len(state.hints) < self.players - 1:
            return state._replace(hints=(*state.hints, action))
        return state._replace(accusations=(*state.accusations, action))

    def apply_actions(self, state: Position, actions: tuple[int, ...]) -> Position:
        return state._replace(votes=actions)

    def is_public(self, state: Position) -> bool:
        return self.current_player(state) != CHANCE

    def returns(self, state: Position) -> Sequence[float]:
        out = most_voted(state.votes)
        if out is None:
            return [0.0] * self.players
        gain = 1.0 if out == state.traitor else -1.0
        return [gain * (1 - self.players) if seat == state.traitor else gain for seat in self.seats]

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the player's role and hint and the accusations, and in the end the votes and who was the Traitor."""
        assert state.traitor is not None, "the Traitor is drawn before anyone observes"
        own = player == state.traitor
        return {
            "you": self.name(player),
            "role": TRAITOR if own else LOYAL,
            "hint": None if own else self.name(state.hints[self._others(state.traitor).index(player)]),
            "accusations": self._named(state.accusations),
            "decision": None if state.votes else self._decision(state),
            **(self._ending(state.traitor, state.votes) if state.votes else {}),
        }

    def _named(self, seats: Sequence[int]) -> dict[str, str]:
        return {self.name(seat): self.name(named) for seat, named in enumerate(seats)}

    def _ending(self, traitor: int, votes: Sequence[int]) -> dict[str, Any]:
        out = most_voted(votes)
        return {"votes": self._named(votes), "out": None if out is None else self.name(out),
                "traitor": self.name(traitor)}
