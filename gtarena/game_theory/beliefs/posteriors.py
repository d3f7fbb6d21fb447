"""Posteriors by Bayes' rule: how probable each state is that a player cannot tell from the true one.

A state's weight is the probability with which chance and the other players lead there. The player's own moves have the
same probability in all of them, because it knew the same, and cancel out. The others are taken to play a stated policy,
by default one to which all their legal actions are equally likely.

Where players say free texts, nobody knows how likely a text is. There the others' moves are taken to tell nothing
(:mod:`~gtarena.game_theory.beliefs.redeals`): the posterior is that of the deal and of all that the rules show.
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

import pyspiel

from custom_games.framework.rules import Rules
from custom_games.framework.states import apply_together, legal_actions, penalty_action
from gtarena import games
from gtarena.agents.search.redrawn_states import can_redraw
from gtarena.checks.redraws import redraw_state
from gtarena.errors import UsageError
from gtarena.game_theory.beliefs.redeals import redeal

Moves = Callable[[pyspiel.State, int], Mapping[int, float]]  # the probabilities of a player's actions in a state

MOST_STATES = 20_000  # at one moment of the history, beyond which states are drawn
DRAWS = 2_000
FEWEST_DRAWS = 100  # effective ones, below which no posterior is told


class PossibleState(NamedTuple):
    """State that a player cannot tell from the true one, with its probability."""

    state: pyspiel.State
    probability: float


@dataclass(frozen=True)
class Posterior:
    """States that a player cannot tell from the true one; their probabilities add up to 1.

    ``draws`` is the effective number of draws behind them, (sum w)^2 / sum w^2 of the weights w (Kong, Liu and Wong,
    JASA 89, 1994), and infinite if they are all the states that there are.
    """

    states: tuple[PossibleState, ...]
    draws: float = math.inf

    def of(self, read: Callable[[pyspiel.State], str | None]) -> dict[str | None, float]:
        """Returns the probability of each value that is read in the states."""
        found: dict[str | None, float] = {}
        for state, probability in self.states:
            value = read(state)
            found[value] = found.get(value, 0.0) + probability
        return found


def uniform_moves(state: pyspiel.State, player: int) -> dict[int, float]:
    """Returns the policy to which all legal actions are equally likely."""
    legal = legal_actions(state, player)
    return dict.fromkeys(legal, 1 / len(legal)) if legal else {}


def table_moves(policy: Mapping[str, Mapping[int, float]]) -> Moves:
    """Returns the moves of a policy that is a table of action probabilities by information state."""
    return lambda state, player: policy.get(state.information_state_string(player), {})


def find_posterior(
    state: pyspiel.State, player: int, moves: Moves = uniform_moves, seed: int = 0, most: int = MOST_STATES
) -> Posterior:
    """Returns the posterior of a player who is to move: all states if there are few enough, and drawn ones otherwise.

    Args:
        state: the true state.
        player: who is to move in it.
        moves: the policy of the other players.
        seed: seeds the draws.
        most: number of states at one moment beyond which they are drawn.

    Raises:
        UsageError: the game does not state what each player knows, or does not list its chance outcomes.
        ValueError: the policy never leads there, or too few draws do.
    """
    game = state.get_game()
    name = game.get_type().short_name
    if not can_redraw(game) or games.draws_for_itself(name):
        raise UsageError(f"{name} has no posterior: it does not state what each player knows, or does not list its "
                         "chance outcomes")
    if not games.has_texts(game):
        return enumerate_states(state, player, moves, most) or draw_states(state, player, moves, seed)
    if type(game.rules).redraw is Rules.redraw:
        return _normalised(redeal(state, player, seed, most), math.inf)
    rng = random.Random(seed)
    return _normalised([(redraw_state(state, player, rng), 1.0) for _ in range(DRAWS)], DRAWS)


def enumerate_states(
    state: pyspiel.State, player: int, moves: Moves = uniform_moves, most: int = MOST_STATES
) -> Posterior | None:
    """Returns the posterior from all histories; ``None`` if there are more than ``most`` at one moment.

    Raises:
        ValueError: the policy never leads there.
    """
    past = _Past.of(state, player, moves)
    reached = [(past.start, 1.0)]
    for moment in past.moments:
        following = []
        for before, weight in reached:
            following += [(after, weight * likely) for after, likely in past.successors(before, moment)]
            if len(following) > most:
                return None
        reached = following
    return _normalised(reached, math.inf)


def draw_states(
    state: pyspiel.State, player: int, moves: Moves = uniform_moves, seed: int = 0, draws: int = DRAWS
) -> Posterior:
    """Returns the posterior from weighted draws of histories.

    Each moment is drawn by its probability among what the player cannot tell from the truth. A draw's weight is the
    product of the probabilities of all of these, so that the weighted mean tends to the posterior: sequential
    importance sampling that looks one step ahead (Liu and Chen, JASA 93, 1998, 1032-1044). A draw that comes
    to a dead end has the weight 0.

    Raises:
        ValueError: too few draws have come to the end.
    """
    past, rng = _Past.of(state, player, moves), random.Random(seed)
    kept: dict[tuple[int, ...], Sequence[tuple[pyspiel.State, float]]] = {}
    ends: dict[tuple[int, ...], tuple[pyspiel.State, float]] = {}
    squares = 0.0
    for _ in range(draws):
        at, weight, path = past.start, 1.0, tuple[int, ...]()
        for moment in past.moments:
            if path not in kept:
                kept[path] = list(past.successors(at, moment))
            if not kept[path]:
                break
            chances = [likely for _, likely in kept[path]]
            place = rng.choices(range(len(chances)), chances)[0]
            at, weight, path = kept[path][place][0], weight * sum(chances), (*path, place)
        else:
            ends[path] = at, ends.get(path, (at, 0.0))[1] + weight
            squares += weight ** 2
    effective = sum(weight for _, weight in ends.values()) ** 2 / squares if squares else 0.0
    if effective < FEWEST_DRAWS:
        raise ValueError(f"only {effective:.0f} effective draws of {draws} agree with what player {player} knows: "
                         f"at least {FEWEST_DRAWS} are needed")
    return _normalised(list(ends.values()), effective)


def _normalised(weighted: Sequence[tuple[pyspiel.State, float]], draws: float) -> Posterior:
    total = sum(weight for _, weight in weighted)
    if not total > 0:
        raise ValueError("the policy of the other players never leads to what the player knows")
    return Posterior(tuple(PossibleState(state, weight / total) for state, weight in weighted if weight > 0), draws)


class _Moment(NamedTuple):
    """Actions of chance, of a player, or jointly of all, with the player's knowledge after them."""

    actions: tuple[int, ...]
    known: tuple[int, str]


@dataclass(frozen=True)
class _Past:
    """True history as a player saw it."""

    start: pyspiel.State
    player: int
    moves: Moves
    moments: list[_Moment] = field(default_factory=list)

    @classmethod
    def of(cls, state: pyspiel.State, player: int, moves: Moves) -> "_Past":
        game = state.get_game()
        past = cls(game.new_initial_state(), player, moves)
        at, actions = past.start.clone(), iter(state.history())
        for action in actions:
            others = at.num_players() - 1 if at.is_simultaneous_node() else 0
            taken = (action, *(next(actions) for _ in range(others)))
            at = _after(at, taken)
            past.moments.append(_Moment(taken, _knowledge(at, player)))
        return past

    def successors(self, state: pyspiel.State, moment: _Moment) -> Iterator[tuple[pyspiel.State, float]]:
        """Yields the states after a moment in which the player knows what it knew, with their probabilities."""
        for actions, likely in self._likely_actions(state, moment.actions):
            after = _after(state, actions)
            if likely > 0 and _knowledge(after, self.player) == moment.known:
                yield after, likely

    def _likely_actions(
        self, state: pyspiel.State, taken: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], float]]:
        if state.is_chance_node():
            yield from (((outcome,), likely) for outcome, likely in state.chance_outcomes())
            return
        seats = range(len(taken)) if state.is_simultaneous_node() else [state.current_player()]
        menus = [self._menu(state, seat, action).items() for seat, action in zip(seats, taken, strict=True)]
        for joint in product(*menus):
            yield tuple(action for action, _ in joint), math.prod(likely for _, likely in joint)

    def _menu(self, state: pyspiel.State, seat: int, taken: int) -> Mapping[int, float]:
        """Returns the actions that a seat may have taken, with their probabilities."""
        legal = legal_actions(state, seat)
        # A seat with nothing to decide keeps the action that fills its place, and a charge says what was not done.
        if not legal or taken == penalty_action(state, seat):
            return {taken: 1.0}
        if seat == self.player:
            return {taken: 1.0} if taken in legal else {}
        return self.moves(state, seat)


def _after(state: pyspiel.State, actions: tuple[int, ...]) -> pyspiel.State:
    after = state.clone()
    apply_together(after, dict(enumerate(actions)))
    return after


def _knowledge(state: pyspiel.State, player: int) -> tuple[int, str]:
    """Returns who is to move and the player's information state, or else its observation."""
    recalls = state.get_game().get_type().provides_information_state_string
    told = state.information_state_string(player) if recalls else state.observation_string(player)
    return int(state.current_player()), told
