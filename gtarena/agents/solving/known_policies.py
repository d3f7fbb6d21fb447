"""Values of moves in a small game against opponents who play a known policy."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import pyspiel

from gtarena.agents.solving.base import Solution, best_actions

Policy = Callable[[pyspiel.State], Mapping[int, float]]  # the probability of each legal action of the player to move

# Probability of a move that the policy never makes, when it is asked how somebody came to where it never goes: as if
# everyone slipped now and then (Selten 1975). Probabilities above it are as they are.
TREMBLE = 1e-12


@dataclass(eq=False, slots=True)
class _Place:
    """Place in the tree: the player to move and its information state, or the returns, and what follows by action.

    ``worth`` has the values that are known, by player.
    """

    player: int
    known: str
    returns: Sequence[float]
    chances: Mapping[int, float]
    after: dict[int, "_Place"] = field(default_factory=dict)
    worth: dict[int, float] = field(default_factory=dict)


class AgainstPolicy(Solution):
    """Expected returns of a player who plays its best against a policy, given what it knows.

    They are averaged over the places in the tree that the player cannot tell apart, by the probabilities with which
    chance and the policy of the others lead there.
    """

    def __init__(self, game: pyspiel.Game, policy: Policy) -> None:
        self._policy = policy
        self._places: dict[tuple[int, str], list[tuple[float, _Place]]] = defaultdict(list)
        self._valued: dict[tuple[int, str], dict[int, float]] = {}
        self._visit(game.new_initial_state(), [1.0] * game.num_players())

    def values(self, state: pyspiel.State, player: int) -> dict[int, float]:
        return dict(self._values_at(player, state.information_state_string(player)))

    def policy(self, state: pyspiel.State, player: int) -> dict[int, float]:
        return dict(self._policy(state))

    def _visit(self, state: pyspiel.State, reaches: Sequence[float]) -> _Place:
        """Returns the place of a state, given for each player the probability that the others and chance lead there."""
        if state.is_terminal():
            return _Place(state.current_player(), "", state.returns(), {})
        player = state.current_player()
        by_chance = state.is_chance_node()
        known = "" if by_chance else state.information_state_string(player)
        place = _Place(player, known, (), dict(state.chance_outcomes()) if by_chance else self._policy(state))
        if not by_chance:
            self._places[player, known].append((reaches[player], place))
        for action in state.legal_actions():
            likely = max(place.chances.get(action, 0.0), TREMBLE)
            place.after[action] = self._visit(
                state.child(action),
                [reach if seat == player else reach * likely for seat, reach in enumerate(reaches)])
        return place

    def _values_at(self, player: int, known: str) -> dict[int, float]:
        if (player, known) not in self._valued:
            worth: dict[int, float] = defaultdict(float)
            places = self._places[player, known]
            total = sum(reach for reach, _ in places)
            for reach, place in places:
                for action, after in place.after.items():
                    worth[action] += reach * self._worth(after, player)
            self._valued[player, known] = {action: value / total for action, value in worth.items()}
        return self._valued[player, known]

    def _worth(self, place: _Place, player: int) -> float:
        """Returns a player's expected return at a place; it decides by what it knows there, not by the place."""
        if player not in place.worth:
            if not place.after:
                value = place.returns[player]
            elif place.player == player:
                best, *_ = best_actions(self._values_at(player, place.known))
                value = self._worth(place.after[best], player)
            else:
                value = sum(place.chances.get(action, 0.0) * self._worth(after, player)
                            for action, after in place.after.items())
            place.worth[player] = float(value)
        return place.worth[player]
