"""Policies that agents are told by name: a uniform one, that of CFR+, or one in a file.

A file holds a JSON object of objects: for every information state, as OpenSpiel writes it, the probability of each
action by its number, as in ``{"0": {"0": 0.5, "1": 0.5}}``.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyspiel
from pydantic import TypeAdapter, ValidationError

from gtarena.agents.solving.cfr import ITERATIONS, find_policy
from gtarena.agents.solving.small_games import reason_not_small
from gtarena.errors import UsageError, first_line

PolicyTable = Mapping[str, Mapping[int, float]]  # probabilities of actions by information state
ROUNDING = 1e-6  # by which probabilities may miss a sum of 1

_FILE: TypeAdapter[dict[str, dict[int, float]]] = TypeAdapter(dict[str, dict[int, float]])


def named_policy(name: str, game: pyspiel.Game) -> PolicyTable:
    """Returns the policy of that name in a small game, for the players in every seat.

    Args:
        name: ``uniform``, ``cfr`` (that of the agent ``cfr``), or the path of a JSON file.
        game: one whose tree can be visited.

    Raises:
        UsageError: there is no such file, it holds no policy of the game, or the game is not one for CFR.
    """
    if name == "cfr":
        if reason := reason_not_small(game):
            raise UsageError(f"cfr has no policy of {game.get_type().short_name}: {reason}")
        table = find_policy(str(game), ITERATIONS).policy_table()
        return {known: dict(choices) for known, choices in table.items()}
    decisions = legal_actions(str(game))
    if name == "uniform":
        return {known: dict.fromkeys(actions, 1 / len(actions)) for known, actions in decisions.items()}
    return _read(Path(name), decisions)


def policy_digest(name: str) -> str | None:
    """Returns a short hash of the file of a policy; ``None`` for a policy without one.

    Raises:
        UsageError: there is no such file.
    """
    return None if name in ("uniform", "cfr") else hashlib.sha256(_text(Path(name)).encode()).hexdigest()[:12]


def policy_text(policy: PolicyTable) -> str:
    """Returns a policy as the text of its file."""
    return json.dumps({known: {str(action): chance for action, chance in choices.items()}
                       for known, choices in sorted(policy.items())}, indent=2) + "\n"


@lru_cache(maxsize=4)
def legal_actions(game: str) -> Mapping[str, tuple[int, ...]]:
    """Returns the legal actions in each information state of a small game, by the texts of the states."""
    open_states, found = [pyspiel.load_game(game).new_initial_state()], dict[str, tuple[int, ...]]()
    while open_states:
        state = open_states.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            found[state.information_state_string()] = tuple(state.legal_actions())
        open_states += [state.child(action) for action in state.legal_actions()]
    return found


def _text(path: Path) -> str:
    try:
        return path.expanduser().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise UsageError(
            f"{path} is no policy that can be read ({reason}): name uniform, cfr, or a JSON file") from error


def _read(path: Path, decisions: Mapping[str, tuple[int, ...]]) -> PolicyTable:
    try:
        policy = _FILE.validate_python(json.loads(_text(path)))
    except (ValueError, ValidationError) as error:
        raise UsageError(f"{path} holds no policy ({first_line(error)}): write the probabilities of actions by "
                         'information state, as {"0": {"0": 0.5, "1": 0.5}}') from error
    forced = {known: {actions[0]: 1.0} for known, actions in decisions.items() if len(actions) == 1}
    policy = {**forced, **policy}
    for known, actions in decisions.items():
        if known not in policy:
            raise UsageError(f"{path} lacks the information state {known!r}: give all of the game in which there is a "
                             "choice")
        _require_distribution(policy[known], actions, f"{path}: {known!r}")
    return {known: policy[known] for known in decisions}


def _require_distribution(choices: Mapping[int, Any], actions: tuple[int, ...], place: str) -> None:
    if illegal := sorted(choices.keys() - set(actions)):
        raise UsageError(f"{place} gives a probability to {illegal[0]}, which is not legal: the actions are "
                         f"{', '.join(map(str, actions))}")
    if not all(chance >= 0 for chance in choices.values()) or abs(sum(choices.values()) - 1) > ROUNDING:
        raise UsageError(f"{place} has the probabilities {', '.join(map(str, choices.values()))}: give numbers from 0 "
                         "on that add up to 1")
