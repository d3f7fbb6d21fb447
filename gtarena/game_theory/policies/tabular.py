"""Policies of agents that were asked in every information state, from their moves or the probabilities they stated."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gtarena.errors import UsageError
from gtarena.game_theory.policies.information_states import InformationState
from gtarena.game_theory.policies.sequence_form import Numbers, SequenceForm
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.positions import Choice, Position

ROUNDED = 1e-6  # by which each probability may be off, as logs keep 6 digits


@dataclass(frozen=True, eq=False)
class TabularAnswers:
    """Policy of an agent in all information states.

    ``counts`` has the number of legal moves by sequence; it is ``None`` if the agent stated probabilities.
    ``behaviour`` has one column. In the ``unanswered`` information states, where the agent made no legal move in any
    sample or stated no probabilities, it is uniform, as in matches with ``illegal.policy=random``.
    """

    form: SequenceForm
    behaviour: Numbers
    counts: Numbers | None
    unanswered: tuple[InformationState, ...]

    @property
    def known(self) -> bool:
        """True if there is an answer in any information state: without one, nothing is known of the agent."""
        return len(self.unanswered) < len(self.form.states)

    @property
    def samples(self) -> int:
        """Number of legal moves; 0 if the agent stated probabilities."""
        return 0 if self.counts is None else int(self.counts.sum())


def count_moves(form: SequenceForm, answers: Iterable[Answer]) -> dict[InformationState, Counter[int]]:
    """Returns how often each action was chosen at every information state; answers to inquiries do not count.

    Raises:
        UsageError: a position is at none of the information states.
    """
    counts: dict[InformationState, Counter[int]] = {state: Counter() for state in form.states}
    states = _States(form)
    for answer in answers:
        if answer.inquiry is None:
            counts[states.of(answer.position)].update(
                choice for choice in answer.choices if isinstance(choice, int))
    return counts


def average_statements(form: SequenceForm, answers: Iterable[Answer]) -> dict[InformationState, tuple[float, ...]]:
    """Returns the mean of the probabilities that an agent stated for its actions, which are the inquiry's options.

    Raises:
        UsageError: a position is at none of the information states, or the options are not its actions.
    """
    stated: dict[InformationState, list[tuple[float, ...]]] = {}
    states = _States(form)
    for answer in answers:
        if answer.probabilities is None:
            continue
        state = states.of(answer.position)
        if len(answer.probabilities) != len(state.actions):
            raise UsageError(f"{len(answer.probabilities)} probabilities were stated for the {len(state.actions)} "
                             f"actions at {state.key!r}: ask for one of each")
        stated.setdefault(state, []).append(answer.probabilities)
    return {state: tuple(map(float, np.mean(numbers, axis=0))) for state, numbers in stated.items()}


def frequencies(form: SequenceForm, counts: Numbers) -> Numbers:
    """Returns the behaviours with the frequencies of counted actions, uniform where nothing was counted."""
    answers = form.sums(counts)
    return np.where(answers > 0, counts / np.maximum(answers, 1), form.uniform())


def sampled_policy(form: SequenceForm, moves: Mapping[InformationState, Mapping[int, int]]) -> TabularAnswers:
    """Returns the policy of an agent by how often it chose each action at the information states.

    Raises:
        UsageError: an action is not legal.
    """
    counts = np.zeros((len(form.owners), 1))
    for first, state in zip(form.firsts, form.states, strict=False):
        for action, count in moves.get(state, {}).items():
            if action not in state.actions:
                raise UsageError(f"action {action} is not legal at {state.key!r} (legal: {_listed(state.actions)})")
            counts[first + state.actions.index(action)] += count
    unanswered = tuple(state for state in form.states if not sum(moves.get(state, {}).values()))
    return TabularAnswers(form, frequencies(form, counts), counts, unanswered)


def stated_policy(form: SequenceForm, stated: Mapping[InformationState, Sequence[float]]) -> TabularAnswers:
    """Returns the policy of an agent by the probabilities that it stated for the actions, in their order.

    Raises:
        UsageError: an information state has another number of probabilities, or they are none.
    """
    behaviour = form.uniform()
    for first, state in zip(form.firsts, form.states, strict=False):
        if (given := stated.get(state)) is None:
            continue
        numbers = np.asarray(given, dtype=np.float64)
        size, missed = len(state.actions), abs(numbers.sum() - 1)
        if len(numbers) != size or not numbers.min() >= 0 or missed > ROUNDED * size:
            raise UsageError(f"{_listed(given)} at {state.key!r} are not the probabilities of {size} actions")
        behaviour[first:first + len(numbers), 0] = numbers / numbers.sum()
    return TabularAnswers(form, behaviour, None, tuple(state for state in form.states if state not in stated))


def action_probabilities(answers: TabularAnswers) -> dict[str, dict[int, float]] | None:
    """Returns the probability of each action by information state; ``None`` if two players have one of the same name.

    These are the information states where there is a choice.
    """
    form = answers.form
    if len({state.key for state in form.states}) < len(form.states):
        return None
    return {state.key: dict(zip(state.actions, map(float, answers.behaviour[first:first + len(state.actions), 0]),
                                strict=True))
            for first, state in zip(form.firsts, form.states, strict=False)}


def openspiel_policy(answers: TabularAnswers, game: Any) -> Any:
    """Returns the policy as OpenSpiel's ``TabularPolicy`` of the game.

    Raises:
        UsageError: two players have an information state of the same string, which OpenSpiel's policies confuse.
    """
    from open_spiel.python.policy import TabularPolicy

    form, policy = answers.form, TabularPolicy(game)
    keys = Counter(state.key for state in form.states)
    if repeated := [key for key, count in keys.items() if count > 1]:
        raise UsageError(f"information states of several players are called {repeated[0]!r}, and OpenSpiel's policies "
                         "tell them apart by their names: use the policy as it is")
    for first, state in zip(form.firsts, form.states, strict=False):
        row = policy.policy_for_key(state.key)
        row[:] = 0
        row[list(state.actions)] = answers.behaviour[first:first + len(state.actions), 0]
    return policy


class _States:
    """Information states by the histories at which they are asked, and by all other histories that lead there."""

    def __init__(self, form: SequenceForm) -> None:
        self._by_history: dict[tuple[int, tuple[Choice, ...]], InformationState] = {
            (state.player, state.history): state for state in form.states}
        self._by_key = {(state.player, state.key): state for state in form.states}

    def of(self, position: Position) -> InformationState:
        """Returns the information state of a position.

        Raises:
            UsageError: it is none in which the player has a choice.
        """
        if found := self._by_history.get((position.player, position.history)):
            return found
        key = position.state().information_state_string(position.player)
        if found := self._by_key.get((position.player, key)):
            return found
        raise UsageError(f"{key!r} of player {position.player} is no information state of {position.game} in which it "
                         "has a choice: ask at those of this game and of these parameters")


def _listed(numbers: Iterable[float]) -> str:
    return ", ".join(map(str, numbers))
