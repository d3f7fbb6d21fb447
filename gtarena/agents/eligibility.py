"""Eligibility of agents: checks whether a kind of agent can play a game, before a match begins."""

from collections.abc import Callable, Iterator
from itertools import islice

import pyspiel
from pyspiel import GameType

from custom_games.framework.rules import Rules
from gtarena import games
from gtarena.agents import solving
from gtarena.agents.deduction.scripts import SCRIPTS
from gtarena.agents.game_bots import reason_without_bot
from gtarena.agents.search.redrawn_states import can_redraw
from gtarena.agents.solving.small_games import reason_not_searched, reason_not_small
from gtarena.errors import UsageError


def _terminal_rewards(game: pyspiel.Game) -> str | None:
    if game.get_type().reward_model != GameType.RewardModel.TERMINAL:
        return "it needs a game with terminal rewards"
    return None


def _hidden_information(game: pyspiel.Game) -> str | None:
    kind = game.get_type()
    sequential = kind.dynamics == GameType.Dynamics.SEQUENTIAL
    if not sequential or kind.information != GameType.Information.IMPERFECT_INFORMATION:
        return "it needs hidden information and players who move one at a time"
    if games.has_texts(game):
        return "its players say free texts, among which it cannot search"
    if not can_redraw(game):
        return "it needs a game that states what each player knows and lists its chance outcomes"
    return None


def _same_moves_for_both(game: pyspiel.Game) -> str | None:
    if game.num_players() != 2 or game.get_type().dynamics != GameType.Dynamics.SIMULTANEOUS:
        return "it needs two players who choose at the same time"
    if games.has_texts(game):
        return "it needs moves that both players can make, and its players say free texts"
    menus = (state.legal_actions(player) for state in islice(_line_of_play(game), 2) for player in (0, 1))
    first = next(menus)
    if any(menu != first for menu in menus):
        return "it needs the same moves for both players in every round"
    return None


def _states_a_strategy(game: pyspiel.Game) -> str | None:
    return None if _defines(game, "rational_strategy") else "the game defines no optimal strategy"


def _defines(game: pyspiel.Game, method: str) -> bool:
    """Checks whether the game's rules override a method; only games of ``custom_games`` have rules."""
    rules = getattr(game, "rules", None)
    return rules is not None and getattr(type(rules), method) is not getattr(Rules, method)


def _solved(game: pyspiel.Game) -> str | None:
    if not solving.exact(game):
        return "the game is too large to solve exactly, or no solver supports it"
    return None


def _line_of_play(game: pyspiel.Game) -> Iterator[pyspiel.State]:
    """Yields the decisions of one match of two players, with the chance outcomes that continue it if any does."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            children = [state.child(outcome) for outcome, _ in state.chance_outcomes()]
            state = next((child for child in children if not child.is_terminal()), children[0])
        else:
            yield state.clone()
            state.apply_actions([state.legal_actions(0)[0], state.legal_actions(1)[-1]])


def _scripted(game: pyspiel.Game) -> str | None:
    return None if game.get_type().short_name in SCRIPTS else "it has scripts for games with hidden roles alone"


def _throws(game: pyspiel.Game) -> str | None:
    settings = game.get_parameters()
    repeated = game.get_type().short_name == "repeated_game" and settings["stage_game"] == {"name": "matrix_rps"}
    if not repeated or settings["num_repetitions"] > pyspiel.ROSHAMBO_NUM_THROWS:
        return (f"its programs throw rock, paper or scissors at most {pyspiel.ROSHAMBO_NUM_THROWS:,} times: "
                """game=repeated_game 'game.stage_game="matrix_rps()"' game.num_repetitions=100""")
    return None


REQUIREMENTS: dict[str, Callable[[pyspiel.Game], str | None]] = {
    "best_response": reason_not_searched,
    "cfr": reason_not_small,
    "deducer": _scripted,
    "game_bot": reason_without_bot,
    "grim": _same_moves_for_both,
    "ismcts": _hidden_information,
    "mcts": _terminal_rewards,
    "rational": _states_a_strategy,
    "roshambo": _throws,
    "solver": _solved,
    "tit_for_tat": _same_moves_for_both,
}


def reason_not_playable(kind: str, game: pyspiel.Game) -> str | None:
    """Returns the reason why agents of that kind cannot play the game; ``None`` if they can."""
    if game.get_type().dynamics == GameType.Dynamics.MEAN_FIELD:
        return "a mean-field game has no separate players"
    return REQUIREMENTS[kind](game) if kind in REQUIREMENTS else None


def require_playable(kind: str, game: pyspiel.Game) -> None:
    """Checks that an agent of that kind can play the game.

    Raises:
        UsageError: it cannot; the message says why.
    """
    reason = reason_not_playable(kind, game)
    if reason is not None:
        raise UsageError(f"{kind} cannot play {game.get_type().short_name}: {reason}")


def require_penalty(game: pyspiel.Game) -> None:
    """Checks that the game's rules define a penalty for an unusable answer.

    Raises:
        UsageError: they do not.
    """
    if not _defines(game, "penalty_action"):
        name = game.get_type().short_name
        raise UsageError(f"illegal.policy=charged is not supported by {name}: it defines no penalty for an illegal "
                         "move; choose forfeit, invalid or random")
