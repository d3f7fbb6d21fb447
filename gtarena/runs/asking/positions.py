"""Positions: decisions of a game, by what has happened and who decides."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import pyspiel

from custom_games.action_specs import utf8_text
from custom_games.framework.rules import CHANCE
from gtarena.logs.replay import Replay
from gtarena.runs.matches.match_state import AgentError, MatchState

Choice = tuple[int, int | str]  # a player, -1 for chance, and its action, or the text that it said


@dataclass(frozen=True)
class Position:
    """Decision of a ``player`` in a game, after a ``history`` of choices; the ``seed`` draws what a game draws itself.

    ``params`` are parameters of the game, as :func:`gtarena.games.load` takes them.
    """

    game: str
    params: Mapping[str, Any]
    history: tuple[Choice, ...]
    player: int
    seed: int = 0

    @cached_property
    def key(self) -> dict[str, Any]:
        """All that tells it from other positions, as plain JSON values."""
        return {"game": self.game, "params": dict(self.params), "seed": self.seed, "player": self.player,
                "history": [list(choice) for choice in self.history]}

    def state(self) -> pyspiel.State:
        """Returns a state of its own, in which the player is to move.

        Raises:
            UsageError: the game does not exist or does not take these parameters.
            ValueError: the history is not legal, or the player is not to move after it.
        """
        return _state(json.dumps(self.key, sort_keys=True)).clone()


@lru_cache(maxsize=1000)  # a position is asked for by several measures
def _state(key: str) -> pyspiel.State:
    asked = json.loads(key)
    replay = Replay(asked["game"], asked["params"], asked["seed"])
    for player, choice in asked["history"]:
        replay.apply(player, choice)
    if asked["player"] not in replay.movers or replay.inside_move(asked["player"]):
        raise ValueError(f"player {asked['player']} has nothing to decide after {len(asked['history'])} choices")
    return replay.state


def set_up(match: MatchState, position: Position) -> None:
    """Brings a match at its start to a position; agents that listen are told of everything on the way.

    Raises:
        ValueError: the history is not legal, or the player is not to move after it.
    """
    waiting: dict[int, tuple[int, ...]] = {}
    try:
        for player, choice in position.history:
            if player == CHANCE:
                _require_outcome(match.state, choice)
                match.apply_chance(int(choice))
                continue
            waiting[player] = (*waiting.get(player, ()), *_spelled(choice))
            if not set(match.movers()) - waiting.keys():
                match.apply(waiting)
                waiting = {}
    except AgentError as error:
        raise ValueError(f"a position cannot be set up: {error}") from error
    if waiting or position.player not in match.movers():
        raise ValueError(f"player {position.player} has nothing to decide after {len(position.history)} choices")


def _spelled(choice: int | str) -> Iterator[int]:
    yield from utf8_text.spell(choice) if isinstance(choice, str) else (choice,)


def _require_outcome(state: pyspiel.State, outcome: int | str) -> None:
    if not state.is_chance_node() or outcome not in state.legal_actions():
        raise ValueError(f"outcome {outcome} of chance cannot come there")
