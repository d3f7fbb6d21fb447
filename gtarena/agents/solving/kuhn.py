"""Solution of two-player Kuhn poker: one of its family of equilibria (Kuhn, 1950)."""

import pyspiel

from gtarena.agents.solving.known_policies import AgainstPolicy

PASS, BET = 0, 1

# Any number from 0 to 1/3 gives an equilibrium. At 0 and at 1/3 some information states are never reached, and what the
# opponent may hold there would be a matter of taste.
ALPHA = 1 / 6

# Probability of a bet by information state: the player's card, 0 the lowest, then the moves so far.
BETS = {
    "0": ALPHA, "1": 0.0, "2": 3 * ALPHA,
    "0pb": 0.0, "1pb": ALPHA + 1 / 3, "2pb": 1.0,
    "0p": 1 / 3, "1p": 0.0, "2p": 1.0,
    "0b": 0.0, "1b": 1 / 3, "2b": 1.0,
}


def solve(game: pyspiel.Game) -> AgainstPolicy | None:
    """Returns the game's solution; ``None`` if it is not Kuhn poker for two."""
    is_kuhn = game.get_type().short_name == "kuhn_poker" and game.num_players() == 2
    return AgainstPolicy(game, _equilibrium) if is_kuhn else None


def _equilibrium(state: pyspiel.State) -> dict[int, float]:
    bet = BETS[state.information_state_string()]
    return {PASS: 1 - bet, BET: bet}
