"""Tiny Traitor: hints, accusations and one vote to find the Traitor, in a tree small enough to be visited whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from custom_games.action_specs import NamedActions
from custom_games.framework.chance import equally_likely
from custom_games.framework.deduction import most_voted
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Bounds, Rules, game, parameter

TRAITOR, LOYAL = "Traitor", "Loyal"
NOBODY = "nobody"
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
    """Chance makes one player the Traitor, whom the others, the Loyal players, try to vote out.

    Every Loyal player gets a private hint, the name of another player: the Traitor's with a chance of ``hint_percent``
    per cent, or else that of one of the other Loyal players, all equally likely. In the order of seats, each player
    then accuses another one in public, and after that all vote for another player at once. An action is the seat that
    is named. If the Traitor has more votes than anyone else, every Loyal player gets 1 from it. Otherwise, also after a
    tie, every Loyal player gives it 1.

    With three players, the two Loyal ones win if both vote for the Traitor. In one equilibrium all accuse at random and
    vote by their hints, and the Loyal win 56.25 % of the matches by default. In another, talk helps them to 62.5 %: the
    last player accuses by its hint, too, and the accused, if Loyal, does not vote by its own but for the accuser.
    """

    players: int = parameter(3, "number of players", low=3, high=10)
    hint_percent: int = parameter(75, "chance of a hint to name the Traitor, per cent", low=0, high=HUNDRED)

    variants = (
        {"hint_percent": 60},
        {"players": 4, "hint_percent": 100},
        {"players": 6, "hint_percent": 0},
    )

    def bounds(self) -> Bounds:
        others = self.players - 1
        return Bounds(players=self.players, actions=self.players, length=self.players + 1, utility=(-others, others),
                      chance_outcomes=self.players)

    def initial_state(self) -> Position:
        return Position()

    def stage(self, state: Position) -> str:
        """Returns "deal", "accuse", "vote" or "over"."""
        if len(state.hints) < self.players - 1:
            return "deal"
        if len(state.accusations) < self.players:
            return "accuse"
        return "over" if state.votes else "vote"

    def current_player(self, state: Position) -> int:
        seats = {"deal": CHANCE, "accuse": len(state.accusations), "vote": SIMULTANEOUS, "over": TERMINAL}
        return seats[self.stage(state)]

    def action_spec(self, state: Position, player: int) -> NamedActions:
        return NamedActions("player", self._others(player), self.name)

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
        wrong = self._others(state.traitor, self._next_hinted(state, state.traitor))
        percents = {state.traitor: float(self.hint_percent),
                    **dict.fromkeys(wrong, (HUNDRED - self.hint_percent) / len(wrong))}
        return [(seat, percents[seat] / HUNDRED) for seat in self.seats if percents.get(seat)]

    def _next_hinted(self, state: Position, traitor: int) -> int:
        """Returns the Loyal player who gets the next hint."""
        return self._others(traitor)[len(state.hints)]

    def chance_name(self, state: Position, outcome: int) -> str:
        if state.traitor is None:
            return f"{self.name(outcome)} is the {TRAITOR}"
        return f"hint to {self.name(self._next_hinted(state, state.traitor))}: {self.name(outcome)}"

    def apply_action(self, state: Position, action: int) -> Position:
        if state.traitor is None:
            return state._replace(traitor=action)
        if self.stage(state) == "deal":
            return state._replace(hints=(*state.hints, action))
        return state._replace(accusations=(*state.accusations, action))

    def apply_actions(self, state: Position, actions: tuple[int, ...]) -> Position:
        return state._replace(votes=actions)

    def is_public(self, state: Position) -> bool:
        return self.stage(state) != "deal"

    def returns(self, state: Position) -> Sequence[float]:
        gain = 1.0 if most_voted(state.votes) == state.traitor else -1.0
        return [-gain * (self.players - 1) if seat == state.traitor else gain for seat in self.seats]

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the player's role and hint and the accusations, and in the end the votes and who was the Traitor."""
        assert state.traitor is not None, "the Traitor is drawn before anyone observes"
        own = player == state.traitor
        return {
            "you": self.name(player),
            "role": TRAITOR if own else LOYAL,
            "hint": None if own else self.name(state.hints[self._others(state.traitor).index(player)]),
            "accusations": list(map(self.name, state.accusations)),
            "stage": self.stage(state),
            **(self._ending(state.traitor, state.votes) if state.votes else {}),
        }

    def _ending(self, traitor: int, votes: Sequence[int]) -> dict[str, Any]:
        out = most_voted(votes)
        return {"votes": list(map(self.name, votes)), "out": NOBODY if out is None else self.name(out),
                "traitor": self.name(traitor)}
