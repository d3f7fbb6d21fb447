"""Best response: an agent that plays best against one known policy, whoever sits at the table."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pyspiel

from gtarena.agents.base import Agent, Decision, Seating
from gtarena.agents.eligibility import require_playable
from gtarena.agents.solving.named_policies import PolicyTable, legal_actions, named_policy, policy_digest
from gtarena.agents.strategies import Strategy
from gtarena.errors import UsageError


def best_response(seating: Seating, to: str, digest: str | None = None) -> Agent:
    """Returns an agent that plays OpenSpiel's exact best response to a policy in all other seats.

    ``to`` is a name of :func:`named_policy`, and ``digest`` the hash of its file, by which a match tells what the file
    held. The response is found once per process and seat.

    Raises:
        UsageError: there is no such policy, its file has changed, or the game is not sequential and small.
    """
    require_playable("best_response", seating.game)
    if digest is not None and digest != policy_digest(to):
        raise UsageError(f"{to} has changed since this match was planned: repeat the command")
    responses = _find_response(str(seating.game), seating.player, to, digest)

    def choose(decision: Decision) -> tuple[int]:
        return (responses[decision.state.information_state_string(decision.player)],)

    return Strategy(choose)


def log_digest(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the settings with the hash of the policy's file, if it has one.

    Raises:
        UsageError: there is no such file.
    """
    digest = policy_digest(str(settings["to"]))
    return {**settings, "digest": digest} if digest else dict(settings)


@lru_cache(maxsize=16)
def _find_response(game: str, player: int, to: str, digest: str | None) -> dict[str, int]:
    return find_response(pyspiel.load_game(game), player, named_policy(to, pyspiel.load_game(game)))


def find_response(game: pyspiel.Game, player: int, policy: PolicyTable) -> dict[str, int]:
    """Returns a player's best action in each of its information states, if all others follow the policy.

    Of equally good actions it is the first. In a state that the policy never leads to all actions are equally good.
    """
    listed = {known: [(action, policy[known].get(action, 0.0)) for action in actions]
              for known, actions in legal_actions(str(game)).items()}
    response = pyspiel.TabularBestResponse(game, player, listed)
    response.value_from_state(game.new_initial_state())
    return dict(response.get_best_response_actions())
