"""Which kinds of agents can play which games, told before a match begins."""

from collections.abc import Callable, Iterator
from itertools import islice

import pyspiel

from custom_games.rules import Rules
from gtarena.agents import solving
from gtarena.agents.resample import can_resample
from gtarena.errors import UsageError

Kind = pyspiel.GameType


def _terminal_rewards(game: pyspiel.Game) -> str | None:
    if game.get_type().reward_model != Kind.RewardModel.TERMINAL:
        return "it needs a game that pays at its end only"
    return None


def _hidden_information(game: pyspiel.Game) -> str | None:
    kind = game.get_type()
    if kind.dynamics != Kind.Dynamics.SEQUENTIAL or kind.information != Kind.Information.IMPERFECT_INFORMATION:
        return "it needs hidden information and players who move one at a time"
    if not can_resample(game):
        return "what the players cannot see cannot be drawn anew there"
    return None


def _same_moves_for_both(game: pyspiel.Game) -> str | None:
    if game.num_players() != 2 or game.get_type().dynamics != Kind.Dynamics.SIMULTANEOUS:
        return "it needs two players who choose at the same time"
    menus = (state.legal_actions(player) for state in islice(_line_of_play(game), 2) for player in (0, 1))
    first = next(menus)
    if any(menu != first for menu in menus):
        return "it needs the same moves for both players in every round"
    return None


def _states_a_strategy(game: pyspiel.Game) -> str | None:
    return None if _defines(game, "rational") else "it states no optimal strategy"


def _defines(game: pyspiel.Game, method: str) -> bool:
    """Whether the game's rules have that method for themselves; only games of custom_games have rules at all."""
    rules = getattr(game, "rules", None)
    return rules is not None and getattr(type(rules), method) is not getattr(Rules, method)


def _solved(game: pyspiel.Game) -> str | None:
    return None if solving.exact(game) else "it is too large, or of a kind whose best play is not computed"


def _line_of_play(game: pyspiel.Game) -> Iterator[pyspiel.State]:
    """The decisions of one game of two players; chance does what keeps it going, if anything does."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            children = [state.child(outcome) for outcome, _ in state.chance_outcomes()]
            state = next((child for child in children if not child.is_terminal()), children[0])
        else:
            yield state.clone()
            state.apply_actions([state.legal_actions(0)[0], state.legal_actions(1)[-1]])


LIMITS: dict[str, Callable[[pyspiel.Game], str | None]] = {
    "grim": _same_moves_for_both,
    "ismcts": _hidden_information,
    "mcts": _terminal_rewards,
    "rational": _states_a_strategy,
    "solver": _solved,
    "tit_for_tat": _same_moves_for_both,
}


def playable(kind: str, game: pyspiel.Game) -> str | None:
    """Why agents of that kind cannot play the game; ``None`` if they can."""
    if game.get_type().dynamics == Kind.Dynamics.MEAN_FIELD:
        return "a mean-field game has no separate players"
    return LIMITS[kind](game) if kind in LIMITS else None


def demand_charge(game: pyspiel.Game) -> None:
    """Makes sure that the game's rules say what follows from an answer that cannot be used.

    Raises:
        UsageError: they do not.
    """
    if not _defines(game, "rule_break"):
        name = game.get_type().short_name
        raise UsageError(f"illegal.policy=charged cannot be had in {name}: its rules charge nothing for a rule break")


def demand(kind: str, game: pyspiel.Game) -> None:
    """Makes sure that an agent of that kind can play the game.

    Raises:
        UsageError: it cannot; the message says why.
    """
    reason = playable(kind, game)
    if reason is not None:
        raise UsageError(f"{kind} cannot play {game.get_type().short_name}: {reason}")
