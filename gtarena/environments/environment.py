"""Environment: a match turned inside out at the call of a model, whose prompts, nudges and records are the match's own.

A seat that is steered from outside is one of a language model whose replies the caller gives. All else is a match as a
run plays it: the coroutine that plays it is resumed with every reply, and stops where the next one is asked for.
"""

import asyncio
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from copy import copy
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import pyspiel

import adapters
from adapters import Message
from custom_games.framework.spiel import State
from gtarena import games, plugins
from gtarena.agents.lineup import AgentFactory, Lineup, agent_factory, seat_model
from gtarena.agents.llm.settings import IllegalMoves
from gtarena.agents.presets import all_presets
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import MatchRecord, Seat
from gtarena.models.base import Model, Reply, Request
from gtarena.models.litellm_loader import close_litellm
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from gtarena.runs.api import model_settings
from gtarena.runs.matches.match import MatchProgress
from gtarena.runs.matches.match_records import LoadedGames, record_match
from gtarena.runs.schedule import MatchSpec, describe_seats
from gtarena.system import concurrency

_USUAL = IllegalMoves()
OUTSIDE = "outside"  # the name of the model of a seat that the caller steers


@dataclass(frozen=True)
class Turn:
    """Question to a steered seat.

    ``messages`` are the chat that a model would be sent, ``schema`` the JSON schema of its reply, if it has one,
    ``rewards`` what each seat got since the turn before: zeros, unless the game pays before its end, and ``legal`` the
    legal moves as prompts list them.
    """

    seat: int
    messages: Sequence[Message]
    schema: Mapping[str, Any] | None
    rewards: Sequence[float]
    legal: Sequence[str]


@dataclass(frozen=True)
class Result:
    """End of a match: what each seat got since the turn before, the returns of all, and the record of a run."""

    rewards: Sequence[float]
    returns: Sequence[float] | None
    record: MatchRecord


class _Question:
    """Request of a steered seat, at which the match waits until it is resumed with the reply."""

    def __init__(self, seat: int, request: Request) -> None:
        self.seat, self.request = seat, request

    def __await__(self) -> Generator["_Question", str, Reply]:
        text = yield self
        return Reply(text=text, cost=0.0)


class _OutsideModel:
    def __init__(self, seat: int) -> None:
        self._seat = seat

    async def complete(self, request: Request) -> Reply:
        return await _Question(self._seat, request)


class _Resumption:
    """Awaitable that resumes a match and ends at the next question, or with the record."""

    def __init__(self, resume: Callable[[Any], Any], throw: Callable[[BaseException], Any], reply: str | None) -> None:
        self._resume, self._raise, self._reply = resume, throw, reply

    def __await__(self) -> Generator[Any, Any, _Question | MatchRecord]:
        resume = partial(self._resume, self._reply)
        while True:
            try:
                waiting = resume()
            except StopIteration as end:
                record: MatchRecord = end.value
                return record
            if isinstance(waiting, _Question):
                return waiting
            try:
                resume = partial(self._resume, (yield waiting))
            except BaseException as error:  # noqa: BLE001  (a failed call of a model, which the match has to see)
                resume = partial(self._raise, error)


class Environment:
    """Match of a game with some seats steered from outside (see :func:`env`); ``steered`` are their numbers."""

    def __init__(self, game: str, seats: Sequence[str | None] | None, seed: int, settings: ModelSettings,
                 prompt: str, illegal: IllegalMoves, games_loaded: LoadedGames) -> None:
        plugins.load()
        self.seed = seed
        self._name, given = games.parse(game)
        self._params, self._settings = games.complete(self._name, given), settings
        loaded = games.load(self._name, given)
        words = [f"llm@{OUTSIDE}" if word is None else word for word in seats or [None] * loaded.num_players()]
        lineup = Lineup(all_presets(), settings, prompt, illegal)
        self._seats = tuple(lineup.seats(words, adapters.for_game(loaded)))
        if len(self._seats) != loaded.num_players():
            raise UsageError(f"{game} has {describe_seats(games.teams(loaded))}, but seats names {len(self._seats)}")
        self.steered = tuple(number for number, seat in enumerate(self._seats) if seat.model == OUTSIDE)
        if not self.steered:
            raise UsageError(f"no seat of {game} is steered: put None in the place of one, or call gtarena.play")
        if any(seat.kind == "human" for seat in self._seats):
            raise UsageError("a person cannot take a seat in an environment: steer the seat from outside")
        self._pays_early = loaded.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
        self._needs_loop = any(seat.model not in (None, OUTSIDE) for seat in self._seats)
        self._runner: asyncio.Runner | None = None
        self._loaded = games_loaded
        self._factories: Sequence[AgentFactory] = ()
        self._replies: list[str] = []
        self._match: Coroutine[Any, Any, MatchRecord] | None = None
        self.turn: Turn | Result | None = None

    def reset(self, seed: int | None = None) -> Turn | Result:
        """Begins a match, with this seed if it is given, and returns the first turn.

        Raises:
            UsageError: the game does not take its parameters with this seed, or other seats have models and an event
                loop runs already.
            ModelError: the model of another seat could not be reached.
        """
        self._require_no_loop()
        self._begin(seed)
        return self._advance(None)

    def step(self, reply: str) -> Turn | Result:
        """Gives the reply to the last turn and returns the next one, which may be the same seat's, or the result.

        Raises:
            UsageError: no reply is asked for.
            ModelError: the model of another seat could not be reached.
        """
        self._require_no_loop()
        self._require_open(reply)
        return self._advance(reply)

    async def reset_async(self, seed: int | None = None) -> Turn | Result:
        """Begins a match as :meth:`reset` does, in the running event loop."""
        self._begin(seed)
        return self._see(await self._resumption(None, by_hand=False))

    async def step_async(self, reply: str) -> Turn | Result:
        """Gives a reply as :meth:`step` does, in the running event loop."""
        self._require_open(reply)
        return self._see(await self._resumption(reply, by_hand=False))

    def clone(self) -> "Environment":
        """Returns an environment at the same turn, led there by the same replies.

        Raises:
            UsageError: a seat is a model's, which would have to be asked again.
        """
        if self._needs_loop:
            raise UsageError("an environment with other models cannot be cloned: they would have to be asked again")
        other = self._with_seed(self.seed)
        other.reset()
        for reply in self._replies:
            other.step(reply)
        return other

    def _with_seed(self, seed: int) -> "Environment":
        """Returns an environment like this one, with a match of its own."""
        other = copy(self)
        other.seed, other._match, other._runner, other.turn, other._factories = seed, None, None, None, ()
        return other

    def close(self) -> None:
        """Gives up the match, and closes the connections that models of other seats have without a loop of yours."""
        self._close_loop()
        if self._match is not None:
            self._match.close()
        self.turn = None

    async def close_async(self) -> None:
        """Gives up the match, and closes the connections that models of all environments have in the running loop."""
        self.close()
        await close_litellm()

    def _begin(self, seed: int | None) -> None:
        self.close()
        self.seed = self.seed if seed is None else seed
        spec = MatchSpec(self._name, self._params, self._seats, self.seed)
        adapter = self._loaded.adapter(spec)
        if self._needs_loop or not self._factories:  # a model belongs to the event loop of its match
            self._texts, models = InMemoryTexts(), cache(partial(model_for, shared=Shared()))
            self._factories = [
                agent_factory(seat, partial(self._model_of, number, models), self._texts)
                for number, seat in enumerate(self._seats)]
        self._texts.clear()
        self._adapter, self._progress, self._replies = adapter, MatchProgress(), []
        self._paid = [0.0] * len(self._seats)
        self._match = record_match(spec, adapter, _no_model, self._texts, self._progress, self._factories)
        self._context = copy_context()
        self._context.run(concurrency.in_turn.set, True)

    def _model_of(self, number: int, models: Callable[[ModelSettings], Model], seat: Seat) -> Model:
        return _OutsideModel(number) if seat.model == OUTSIDE else models(seat_model(self._settings, seat))

    def _resumption(self, reply: str | None, *, by_hand: bool) -> _Resumption:
        context, match = self._context, self._match
        assert match is not None, "a match has begun"
        self.turn = None  # until the next one is reached
        context.run(concurrency.by_hand.set, by_hand)
        return _Resumption(
            lambda sent: context.run(match.send, sent), lambda error: context.run(match.throw, error), reply)

    def _advance(self, reply: str | None) -> Turn | Result:
        if self._needs_loop:
            return self._see(self._advance_in_loop(reply))
        steps = self._resumption(reply, by_hand=True).__await__()
        try:
            while True:  # what is yielded is a pause in which other matches would have their turn
                next(steps)
        except StopIteration as end:
            return self._see(end.value)

    def _advance_in_loop(self, reply: str | None) -> _Question | MatchRecord:
        self._runner = self._runner or asyncio.Runner()
        reached = self._runner.run(_until(self._resumption(reply, by_hand=False)))
        if isinstance(reached, MatchRecord):
            self._close_loop()
        return reached

    def _close_loop(self) -> None:
        if self._runner is not None:
            self._runner.run(close_litellm())
            self._runner.close()
            self._runner = None

    def _see(self, reached: _Question | MatchRecord) -> Turn | Result:
        """Returns what the caller sees of where the match has come to."""
        if isinstance(reached, MatchRecord):
            self.turn = Result(self._rewards(reached.returns), reached.returns, reached)
        else:
            state: Any = self._progress.state  # a match that asks has begun
            rewards = self._rewards(self._paid_so_far(state))
            request = reached.request
            legal = request.form.moves if request.form else self._adapter.view.patterns(state, reached.seat)
            messages = tuple(map(dict, request.messages))  # the match's own may be kept
            self.turn = Turn(reached.seat, messages, request.schema, rewards, list(map(str, legal)))
        return self.turn

    def _paid_so_far(self, state: pyspiel.State) -> Sequence[float] | None:
        if isinstance(state, State):
            return state.paid()
        return list(state.returns()) if self._pays_early else None

    def _rewards(self, returns: Sequence[float] | None) -> Sequence[float]:
        """Returns what each seat got since the last turn; ``None`` if that is not known yet."""
        if returns is None:
            return [0.0] * len(self._seats)
        before, self._paid = self._paid, list(returns)
        return [now - then for now, then in zip(returns, before, strict=True)]

    def _require_no_loop(self) -> None:
        with suppress(RuntimeError):  # if none runs
            if asyncio.get_running_loop() and self._needs_loop:
                raise UsageError("other seats have models, and an event loop runs already, as in a notebook: await "
                                 "reset_async() and step_async() in place of reset() and step()")

    def _require_open(self, reply: str) -> None:
        if not isinstance(self.turn, Turn):
            raise UsageError("no reply is asked for: call reset() to begin a match")
        if not isinstance(reply, str):
            raise UsageError(f"the reply {reply!r:.80} is no text")
        self._replies.append(reply)


def _no_model(seat: Seat) -> Model:
    raise AssertionError(f"{seat.agent} has its model")


async def _until(resumption: _Resumption) -> _Question | MatchRecord:
    return await resumption


def env(
    game: str, seats: Sequence[str | None] | None = None, seed: int = 0, *, prompt: str = "v1",
    model: Mapping[str, Any] | None = None, illegal: IllegalMoves = _USUAL,
) -> Environment:
    """Returns an environment: a match whose ``None`` seats, by default all, are steered from outside.

    Args:
        game: a game string such as ``"pig(winscore=20)"``.
        seats: for every seat an agent word, or ``None``. A word with the model ``outside``, as in ``"cot@outside"``, is
            steered too, through the calls of its reasoning scheme.
        seed: seeds chance and every agent's own draws, as in a run.
        prompt: the prompt version.
        model: settings of the model behind words such as ``llm``, named as ``model.*`` on the command line.
        illegal: what becomes of a reply without a legal move, as ``illegal.*`` on the command line.

    Raises:
        UsageError: the game, an agent or a setting does not exist, or there is not one agent for each seat.
    """
    return Environment(game, seats, seed, model_settings(model or {}), prompt, illegal, LoadedGames())


def envs(game: str, seats: Sequence[str | None] | None = None, n: int = 1, seed: int = 0, **named: Any
         ) -> list[Environment]:
    """Returns several environments with seeds that follow each other; arguments and errors are those of :func:`env`."""
    first = env(game, seats, seed, **named)
    return [first._with_seed(seed + number) for number in range(n)]  # they share the game and what is known of it
