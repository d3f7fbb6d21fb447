"""Process that tries games for another one: `python -m gtarena.trial_process` (see :mod:`gtarena.trials`).

Each line of standard input is a game as JSON: ``["NAME", {parameters as pyspiel takes them}]``. The answer is one line,
once the game has been tried: ``{"failure": ""}``, or what it lacked. If the game crashes, so does this process.
"""

import importlib
import itertools
import json
import os
import random
import resource
import select
from collections.abc import Iterable, Iterator, Mapping
from time import process_time
from typing import Any, BinaryIO

import pyspiel

import adapters
from custom_games.states import apply_together, choices
from gtarena.trials import MEMORY, SECONDS

READY = "ready"  # the first line
IDLE = 10.0  # seconds without a question after which the process ends

# A trial plays on until one of these is reached.
PLAYOUTS = 1000
STEPS = 10_000
ENOUGH = 1.0  # seconds of processor time
WATCHED = 20  # first playouts, in which every state is asked what matches and searches ask
PROMPTED = 3  # first decisions of such a playout that are put as prompts; the last one is, too


def serve(questions: BinaryIO, answers: BinaryIO, idle: float = IDLE) -> None:
    """Tries the games that are asked for, until there are no more or none has come for ``idle`` seconds."""
    answers.write(json.dumps(READY).encode() + b"\n")
    # The questions are not buffered: lines in a buffer would not be seen by `select`.
    while select.select([questions], [], [], idle)[0] and (line := questions.readline()):
        name, parameters = json.loads(line)
        _allow_processor_time()
        answers.write(json.dumps({"failure": attempt(name, parameters)}).encode() + b"\n")


def attempt(name: str, parameters: Mapping[str, Any]) -> str:
    """Loads a game and plays random matches; returns what it lacked, or nothing.

    An exception is no failure here: the game raises it again in the process that asks, where it is reported.
    """
    try:
        if name not in pyspiel.registered_names():
            importlib.import_module("open_spiel.python.games")
        _play(pyspiel.load_game(name, dict(parameters)))
    except MemoryError:
        return "memory"
    except Exception as error:  # noqa: BLE001  (see above)
        return "memory" if "bad_alloc" in str(error) else ""
    return ""


def _play(game: pyspiel.Game) -> None:
    """Plays random matches from the start, each to its end or to an exception."""
    adapter, rng = adapters.for_game(game), random.Random(0)
    for fact in (game.max_game_length, game.min_utility, game.max_utility):
        _tried(fact)
    until, steps = process_time() + ENOUGH, itertools.count(1)
    for number in range(PLAYOUTS):
        states = itertools.takewhile(
            lambda _: next(steps) <= STEPS and process_time() <= until, _playout(game, rng))
        _tried(_watch if number < WATCHED else _exhaust, adapter, states)
        if next(steps) > STEPS or process_time() > until:
            return


def _watch(adapter: adapters.Adapter, states: Iterable[pyspiel.State]) -> None:
    """Asks of every state what matches and searches ask, and for the prompts of some decisions."""
    decisions: list[pyspiel.State] = []
    for state in states:
        _ask(state)
        if choices(state):
            decisions = [*decisions[:PROMPTED], state]
    for state in decisions:
        _prompt(adapter, state)


def _exhaust(adapter: adapters.Adapter, states: Iterable[pyspiel.State]) -> None:
    """Only plays: some moves spoil memory, which shows much later."""
    for _ in states:
        pass


def _playout(game: pyspiel.Game, rng: random.Random) -> Iterator[pyspiel.State]:
    """Yields clones of the states of a match of random moves, the end included."""
    state = game.new_initial_state()
    while True:
        yield state.clone()
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            apply_together(state, {player: rng.choice(actions) for player, actions in choices(state).items()})


def _ask(state: pyspiel.State) -> None:
    for fact in (state.__str__, state.history_str, state.rewards, state.returns):
        _tried(fact)
    kind = state.get_game().get_type()
    for player, actions in choices(state).items():
        for action in actions[:1]:
            _tried(state.action_to_string, player, action)
    for player in range(state.num_players()):
        if kind.provides_observation_string:
            _tried(state.observation_string, player)
        if kind.provides_information_state_string:
            _tried(state.information_state_string, player)


def _prompt(adapter: adapters.Adapter, state: pyspiel.State) -> None:
    for player in choices(state):
        _tried(adapter.prompt, state, player)


def _tried(question: Any, *arguments: Any) -> None:
    """Asks what a game may refuse by an exception, which is none of a trial's business."""
    try:
        question(*arguments)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001, S110
        pass


def _limit(kind: int, allowed: int) -> None:
    """Lowers a limit of this process, as far as it is not lower already."""
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (allowed if hard == resource.RLIM_INFINITY else min(allowed, hard), hard))


def _allow_processor_time() -> None:
    _limit(resource.RLIMIT_CPU, int(process_time()) + 1 + SECONDS)


def main() -> None:
    """Serves on standard input and output, neither of which games can then read or write."""
    questions, answers = os.fdopen(os.dup(0), "rb", 0), os.fdopen(os.dup(1), "wb", 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_DATA, MEMORY)
    serve(questions, answers)


if __name__ == "__main__":
    main()
