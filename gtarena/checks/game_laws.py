"""Laws of rules: OpenSpiel's contract of games and states (``open_spiel/spiel.h``), on random matches."""

import random
from collections.abc import Sequence
from math import isclose, isfinite
from typing import Any

import pyspiel
from pyspiel import GameType

from custom_games.framework.spiel import State
from custom_games.framework.states import apply_together, choices, movers
from gtarena.checks.law import law, require
from gtarena.checks.playouts import Position, Sample
from gtarena.games.match_ends import draw_outcome

REBUILT = 60  # positions that are cloned, or rebuilt by all moves before them
TOLERANCE = 1e-6  # of sums of probabilities and payoffs


@law(Sample.ends)
def matches_end_within_max_game_length_and_without_errors(at: Position) -> None:
    """Checks that random play came to the end; see :func:`gtarena.checks.playouts.play_out`."""
    require(not at.playout.fault, at.playout.fault)


@law(Sample.positions)
def legal_actions_are_sorted_distinct_and_below_num_distinct_actions(at: Position) -> None:
    """Checks the legal actions of all who are to move."""
    most = at.state.get_game().num_distinct_actions()
    for player in movers(at.state):
        legal = at.state.legal_actions(player)
        require(legal == sorted(set(legal)), f"the legal actions of player {player} are not ascending: {legal}")
        require(legal[0] >= 0 and legal[-1] < most,
                f"the legal actions of player {player} go from {legal[0]} to {legal[-1]}, not from 0 to {most - 1}")


@law(Sample.positions)
def chance_is_declared_and_its_probabilities_sum_to_1(at: Position) -> None:
    """Checks the outcomes of a chance node: distinct, below ``max_chance_outcomes``, probabilities from 0."""
    if not at.state.is_chance_node():
        return
    game = at.state.get_game()
    require(game.get_type().chance_mode != GameType.ChanceMode.DETERMINISTIC, "the game's type has no chance")
    outcomes, weights = zip(*at.state.chance_outcomes(), strict=True)
    require(abs(sum(weights) - 1) < TOLERANCE, f"the probabilities of chance sum to {sum(weights):.9g}, not to 1")
    require(min(weights) >= 0, f"a probability of chance is {min(weights)}")
    require(len(set(outcomes)) == len(outcomes), f"chance lists an outcome twice: {sorted(outcomes)}")
    most = game.max_chance_outcomes()
    require(min(outcomes) >= 0 and max(outcomes) < most,
            f"outcomes of chance go from {min(outcomes)} to {max(outcomes)}, not from 0 to {most - 1}")


@law(Sample.positions)
def players_move_at_once_only_in_games_of_such_a_type(at: Position) -> None:
    """Checks that a simultaneous node is in a game whose type has ``SIMULTANEOUS`` dynamics."""
    declared = at.state.get_game().get_type().dynamics == GameType.Dynamics.SIMULTANEOUS
    require(declared or not at.state.is_simultaneous_node(), "players move at once, but the type says that they do not")


@law(Sample.positions, REBUILT)
def clones_live_their_own_lives(at: Position) -> None:
    """Checks that a move made in a clone does not change the state."""
    before, clone, rng = _describe_state(at.state), at.state.clone(), random.Random(0)
    _require_same(before, _describe_state(clone), "a clone")
    if clone.is_chance_node():
        clone.apply_action(draw_outcome(clone, rng))
    elif moves := choices(clone):
        apply_together(clone, {player: rng.choice(legal) for player, legal in moves.items()})
    _require_same(before, _describe_state(at.state), "the state, after a move in its clone,")


def _repeatable(sample: Sample) -> Sequence[Position]:
    """Returns the positions of a game whose moves say all; none of one that draws for itself."""
    kind = sample.adapter.game.get_type()
    return [] if kind.chance_mode == GameType.ChanceMode.SAMPLED_STOCHASTIC else sample.positions()


@law(_repeatable, REBUILT)
def the_same_moves_lead_to_the_same_state(at: Position) -> None:
    """Checks that the history, played again from the start, leads to a state that tells the same."""
    again, history = at.state.get_game().new_initial_state(), iter(at.state.history())
    for action in history:
        if again.is_simultaneous_node():
            again.apply_actions([action, *(next(history) for _ in range(again.num_players() - 1))])
        else:
            again.apply_action(action)
    _require_same(_describe_state(at.state), _describe_state(again), "the state to which the same moves lead")


@law(_repeatable, REBUILT)
def a_serialized_state_comes_back_the_same(at: Position) -> None:
    """Checks that a state, written as text with its game and read again, tells the same."""
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(at.state.get_game(), at.state))
    _require_same(_describe_state(at.state), _describe_state(again), "the state that was serialized and read again")


def _describe_state(state: pyspiel.State) -> dict[str, Any]:
    """Returns all that a state tells, by the names of the questions."""
    told = {"game": str(state.get_game()), "history": state.history(), "str": str(state),
            "current_player": int(state.current_player()),
            "legal_actions": {player: list(legal) for player, legal in choices(state).items()}}
    if isinstance(state, State):
        told["position"] = state.node.position
    if state.is_chance_node():
        return told | {"chance_outcomes": state.chance_outcomes()}
    kind = state.get_game().get_type()
    for player in range(state.num_players()):
        if kind.provides_information_state_string:
            told[f"information_state_string({player})"] = state.information_state_string(player)
        if kind.provides_observation_string:
            told[f"observation_string({player})"] = state.observation_string(player)
    return told | {"returns": list(state.returns())}


def _require_same(expected: dict[str, Any], found: dict[str, Any], what: str) -> None:
    for question, answer in expected.items():
        other = found.get(question)
        require(other == answer, f"{what} has another {question}: {other!r}, not {answer!r}")


def _finished(sample: Sample) -> list[Position]:
    return [at for at in sample.ends() if not at.playout.fault]


@law(_finished)
def returns_are_within_the_utilities_and_sum_to_what_the_type_says(at: Position) -> None:
    """Checks the payoffs at the end against ``min_utility``, ``max_utility`` and the type's utility."""
    game, paid = at.state.get_game(), list(at.state.returns())
    low, high, kind = game.min_utility(), game.max_utility(), game.get_type().utility
    fewest, most = game.get_type().min_num_players, game.get_type().max_num_players
    require(len(paid) == game.num_players(), f"{len(paid)} returns for {game.num_players()} players")
    require(fewest <= len(paid) <= most, f"{len(paid)} players, but the type says from {fewest} to {most}")
    require(all(map(isfinite, paid)), f"the returns are {paid}")
    require(low - TOLERANCE <= min(paid) and max(paid) <= high + TOLERANCE,
            f"the returns {paid} are not within min_utility {low:g} and max_utility {high:g}")
    if kind == GameType.Utility.ZERO_SUM:
        require(abs(sum(paid)) < TOLERANCE, f"the returns {paid} of a zero-sum game sum to {sum(paid):g}")
    if kind == GameType.Utility.CONSTANT_SUM:
        total = game.utility_sum()
        require(isclose(sum(paid), total, abs_tol=TOLERANCE), f"the returns {paid} do not sum to {total:g}")
    require(kind != GameType.Utility.IDENTICAL or len(set(paid)) == 1, f"the returns {paid} are not identical")


LAWS = (matches_end_within_max_game_length_and_without_errors,
        legal_actions_are_sorted_distinct_and_below_num_distinct_actions,
        chance_is_declared_and_its_probabilities_sum_to_1, players_move_at_once_only_in_games_of_such_a_type,
        clones_live_their_own_lives,
        the_same_moves_lead_to_the_same_state, a_serialized_state_comes_back_the_same,
        returns_are_within_the_utilities_and_sum_to_what_the_type_says)
