"""Solution of two-player Kuhn poker: one of its family of equilibria (Kuhn, 1950)."""

from collections import defaultdict

import pyspiel

from gtarena.agents.solving.base import Solution

PASS, BET = 0, 1

# Any number from 0 to 1/3 gives an equilibrium. At 0 and at 1/3 some information states are never reached, and the
# probabilities of the opponent's cards there would be undefined.
ALPHA = 1 / 6

# Probability of a bet by information state: the player's card, 0 the lowest, then the moves so far.
BETS = {
    "0": ALPHA, "1": 0.0, "2": 3 * ALPHA,
    "0pb": 0.0, "1pb": ALPHA + 1 / 3, "2pb": 1.0,
    "0p": 1 / 3, "1p": 0.0, "2p": 1.0,
    "0b": 0.0, "1b": 1 / 3, "2b": 1.0,
}


class Kuhn(Solution):
    """Values against an opponent in equilibrium, averaged over the cards that it may hold after its moves."""

    def __init__(self, game: pyspiel.Game) -> None:
        self._worth: dict[str, dict[int, float]] = defaultdict(lambda: {PASS: 0.0, BET: 0.0})
        self._reach: dict[str, float] = defaultdict(float)
        self._visit(game.new_initial_state(), (1.0, 1.0))

    def values(self, state: pyspiel.State, player: int) -> dict[int, float]:
        known = state.information_state_string(player)
        return {action: worth / self._reach[known] for action, worth in self._worth[known].items()}

    def policy(self, state: pyspiel.State, player: int) -> dict[int, float]:
        bet = BETS[state.information_state_string(player)]
        return {PASS: 1 - bet, BET: bet}

    def _visit(self, state: pyspiel.State, reach: tuple[float, float]) -> None:
        """Sums every action's returns over all deals, weighted by the opponent's and chance's reach probability."""
        if state.is_terminal():
            return
        if state.is_chance_node():
            for outcome, chance in state.chance_outcomes():
                self._visit(state.child(outcome), (reach[0] * chance, reach[1] * chance))
            return
        player = state.current_player()
        known = state.information_state_string(player)
        self._reach[known] += reach[1 - player]
        for action, chance in self.policy(state, player).items():
            child = state.child(action)
            self._worth[known][action] += reach[1 - player] * self._expected(child, player)
            self._visit(child, (reach[0] * chance, reach[1]) if player == 0 else (reach[0], reach[1] * chance))

    def _expected(self, state: pyspiel.State, player: int) -> float:
        if state.is_terminal():
            return float(state.player_return(player))
        policy = self.policy(state, state.current_player())
        return sum(chance * self._expected(state.child(action), player) for action, chance in policy.items())


def solve(game: pyspiel.Game) -> Kuhn | None:
    """Returns the game's solution; ``None`` if it is not Kuhn poker for two."""
    return Kuhn(game) if game.get_type().short_name == "kuhn_poker" and game.num_players() == 2 else None
