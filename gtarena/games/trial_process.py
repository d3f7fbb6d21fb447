"""Process that tries games for another one: `python -m gtarena.games.trial_process` (see :mod:`gtarena.games.trials`).

Each line of standard input is a game as JSON: ``["NAME", {parameters as pyspiel takes them}]``. The answer is one line,
once the game has been tried: ``{"failure": ""}``, or why it cannot be played. If it crashes, so does this process.
"""

import importlib
import itertools
import json
import os
import random
import resource
import select
import sys
from collections.abc import Iterable, Iterator, Mapping
from time import process_time
from typing import Any, BinaryIO

import pyspiel

import adapters
from custom_games.framework.rules import CHANCE
from custom_games.framework.states import apply_together, choices
from gtarena import plugins
from gtarena.errors import UnplayableError, first_line
from gtarena.games.match_ends import dead_end, draw_outcome, finite_returns, nodes
from gtarena.games.trials import MEMORY, OUT_OF_MEMORY, SECONDS

READY = "ready"  # the first line
IDLE = 10.0  # seconds without a question after which the process ends

# A trial begins no further match after one of these is reached, and stops a match when the time is up.
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
    """Loads a game and plays random matches; returns why it cannot be played, or nothing.

    An exception of loading is no failure here: the process that asks meets it again, and says what is allowed.
    """
    try:
        if name not in pyspiel.registered_names():
            importlib.import_module("open_spiel.python.games")
        game = pyspiel.load_game(name, dict(parameters))
    except Exception as error:  # noqa: BLE001  (see above)
        return OUT_OF_MEMORY if _lacks_memory(error) else ""
    try:
        _play(game)
    except UnplayableError as error:
        return error.reason
    except Exception as error:  # noqa: BLE001  (whatever a game raises)
        told = f"a match fails: {first_line(error)}"
        return OUT_OF_MEMORY if _lacks_memory(error) else told
    return ""


def _lacks_memory(error: Exception) -> bool:
    return isinstance(error, MemoryError) or "bad_alloc" in str(error)


def _play(game: pyspiel.Game) -> None:
    """Plays random matches from the start, each to its end.

    Raises:
        UnplayableError: no match comes to an end.
    """
    adapter, rng = adapters.for_game(game), random.Random(0)
    for fact in (game.min_utility, game.max_utility):
        fact()
    until, steps = process_time() + ENOUGH, itertools.count(1)
    for number in range(PLAYOUTS):
        states = itertools.takewhile(lambda _: next(steps) and process_time() <= until, _playout(game, rng))
        (_watch if number < WATCHED else _exhaust)(adapter, states)
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
    for _ in nodes(state):
        yield state.clone()
        if state.is_chance_node():
            moves = {CHANCE: draw_outcome(state, rng)}
        else:
            moves = {player: rng.choice(actions) for player, actions in choices(state).items()}
        if not moves:
            raise dead_end(state)
        for player, action in moves.items():
            state.action_to_string(player, action)
        apply_together(state, moves)
    finite_returns(state)
    yield state.clone()


def _ask(state: pyspiel.State) -> None:
    for fact in (state.__str__, state.history_str, state.returns):
        fact()
    if state.is_chance_node():  # where nobody is rewarded or shown anything
        return
    state.rewards()
    kind = state.get_game().get_type()
    for player in range(state.num_players()):
        if kind.provides_observation_string:
            state.observation_string(player)
        if kind.provides_information_state_string:
            state.information_state_string(player)


def _prompt(adapter: adapters.Adapter, state: pyspiel.State) -> None:
    for player in choices(state):
        adapter.prompt(state, player)


def _limit(kind: int, allowed: int) -> None:
    """Lowers a limit of this process, as far as it is not lower already."""
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (allowed if hard == resource.RLIM_INFINITY else min(allowed, hard), hard))


def _allow_processor_time() -> None:
    _limit(resource.RLIMIT_CPU, int(process_time()) + 1 + SECONDS)


def serve_standard_streams() -> None:
    """Serves on standard input and output, neither of which games can then read or write."""
    questions, answers = os.fdopen(os.dup(0), "rb", 0), os.fdopen(os.dup(1), "wb", 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_DATA, MEMORY)
    serve(questions, answers)


if __name__ == "__main__":
    plugins.load(sys.argv[1:])
    serve_standard_streams()
