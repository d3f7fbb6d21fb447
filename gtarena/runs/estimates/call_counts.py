"""Expected numbers of model calls of planned matches, from random play and before any model is asked.

A number is the decisions of a seat in a match of random moves times the calls that its reasoning scheme makes for one
decision. Replies that cannot be used, rules that are looked up, and matches that are played again are not counted.
"""

import asyncio
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from adapters import Adapter
from gtarena.agents.base import Agent, Decision, Move, Response, Seating
from gtarena.agents.lineup import AgentFactory, agent_factory
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import Seat
from gtarena.models import offline
from gtarena.models.base import Alternative, Reply, Request, TokenLogprob
from gtarena.runs.matches.match import play_match
from gtarena.runs.matches.match_records import LoadedGames
from gtarena.runs.schedule import MatchSpec
from gtarena.seeds import derive

LEAST_MATCHES, MOST_MATCHES = 2, 20  # of random moves, of each game
MOST_DECISIONS, ENOUGH_DECISIONS = 300, 40  # of matches that differ, and of matches that are alike so far
MOST_CALLS = 40  # after which no further decision of a match is asked about
MODEL = "offline/random"

_SAME_CALLS = ("temperature", "max_tokens", "prompt", "illegal", "reasoning")  # settings that change no number of calls
_IN_WORDS = {"observation": "text", "describer": None}  # pictures take time, and no calls but those of the describer

Decisions = Counter[str]  # of a seat by kind: free, forced (one legal move) or recorded (in the game's data)


@dataclass
class _Counting(Agent):
    """Agent that moves at random and counts its decisions by kind."""

    rng: random.Random
    counts: Decisions
    instant = True

    async def act(self, decision: Decision) -> Response:
        kind = "recorded" if decision.recorded_move() else "free" if decision.forced_action is None else "forced"
        self.counts[kind] += 1
        return Move(decision.random_move(self.rng))


@dataclass
class _Sampling(Agent):
    """Agent that asks another one until enough calls are made, and then moves at random."""

    asking: Agent
    rng: random.Random
    asked: list[Counter[str | None]]  # the calls of each decision by model, ``None`` for the seat's own

    async def act(self, decision: Decision) -> Response:
        if sum(each.total() for each in self.asked) < MOST_CALLS:
            response = await self.asking.act(decision)
            self.asked.append(Counter(call.model for call in response.calls))
        return Move(decision.random_move(self.rng))


class _OfflineModel:
    """The model ``offline/random`` without litellm, which takes seconds to import."""

    async def complete(self, request: Request) -> Reply:
        seed = derive(request.seed, request.sample)
        if request.logprobs is None:
            return Reply(text=offline.answer(MODEL, request.messages, seed, request.form).text)
        word, _, top = offline.first_word(MODEL, request.messages, seed, request.form, request.logprobs)
        others = tuple(Alternative(*each) for each in top)
        return Reply(text=word, logprobs=(TokenLogprob(word, dict(top).get(word, 0.0), others),))


@dataclass
class CallCounts:
    """Numbers of calls, which are measured once for each game and each reasoning scheme in it."""

    _games: LoadedGames = field(default_factory=LoadedGames)
    _decisions: dict[str, tuple[list[Decisions], int]] = field(default_factory=dict)
    _calls: dict[str, Mapping[str | None, float]] = field(default_factory=dict)

    def by_agent(self, specs: Iterable[MatchSpec]) -> dict[str, float]:
        """Returns the expected calls of all matches by agent, as in ``llm`` and ``cot@openai/gpt-4o``."""
        found: dict[str, float] = defaultdict(float)
        for spec, times in _group_alike(specs):
            for place, seat in enumerate(spec.seats):
                if seat.model:
                    asked = times * self._expect_decisions(spec, place)
                    for other, calls in self._expect_calls(spec, place).items():
                        found[f"reader@{other}" if other else f"{seat.agent}@{seat.model}"] += asked * calls
                    if describer := seat.params.get("describer"):
                        found[f"describer@{describer}"] += asked
        return dict(found)

    def of_questions(self, specs: Iterable[MatchSpec]) -> dict[str, float]:
        """Returns the expected calls of questions outside of matches by agent; an inquiry takes one."""
        found: dict[str, float] = defaultdict(float)
        for spec in specs:
            seat, question = spec.seats[0], spec.question
            if seat.model and question:
                once = {None: 1.0}
                calls = self._expect_calls(replace(spec, question=None), 0) if question.inquiry is None else once
                found[f"{seat.agent}@{seat.model}"] += sum(calls.values())
        return dict(found)

    def _expect_decisions(self, spec: MatchSpec, place: int) -> float:
        """Returns the expected decisions that a seat's model is asked for in a match."""
        key = _game_key(spec)
        if key not in self._decisions:
            self._decisions[key] = _count_decisions(spec, self._games.adapter(spec))
        made, matches = self._decisions[key]
        params = spec.seats[place].params
        answered = {"forced" if params.get("forced_moves") == "played" else "",
                    "recorded" if params.get("openings") == "recorded" else ""}
        return sum(number for kind, number in made[place].items() if kind not in answered) / matches

    def _expect_calls(self, spec: MatchSpec, place: int) -> Mapping[str | None, float]:
        """Returns the mean number of calls that a seat makes for one decision by model, ``None`` for its own."""
        params = spec.seats[place].params
        if params.get("scheme") == "single":
            return {None: 1.0}
        known = {name: value for name, value in sorted(params.items()) if name not in _SAME_CALLS}
        key = json.dumps([_family(spec), known])
        if key not in self._calls:
            seat = spec.seats[place].model_copy(update={"params": {**params, **_IN_WORDS}})
            self._calls[key] = _mean_calls(spec, seat, self._games.adapter(spec))
        return self._calls[key]


def _group_alike(specs: Iterable[MatchSpec]) -> list[tuple[MatchSpec, int]]:
    """Returns matches that differ in game or agents, with the number of matches that are alike."""
    alike: dict[tuple[str, ...], list[MatchSpec]] = defaultdict(list)
    for spec in specs:
        alike[_game_key(spec), *(str((seat.agent, seat.model, seat.params)) for seat in spec.seats)].append(spec)
    return [(matches[0], len(matches)) for matches in alike.values()]


def _game_key(spec: MatchSpec) -> str:
    return json.dumps([spec.game, spec.params])


def _family(spec: MatchSpec) -> list[object]:
    """Returns the game with the parameters that are words: decisions are alike whatever the numbers."""
    return [spec.game, {name: value for name, value in spec.params.items() if isinstance(value, str)}]


def _count_decisions(spec: MatchSpec, adapter: Adapter) -> tuple[list[Decisions], int]:
    """Returns the decisions of each seat in some matches of random moves, and the number of these matches."""
    played = list[list[Decisions]]()
    while len(played) < LEAST_MATCHES or (len(played) < MOST_MATCHES and _count(played) < (
            MOST_DECISIONS if any(match != played[0] for match in played) else ENOUGH_DECISIONS)):
        played.append([Counter() for _ in spec.seats])
        makers = [_make_counting(each) for each in played[-1]]
        asyncio.run(play_match(adapter, makers, derive(spec.seed, len(played) - 1)))
    return [sum(of_seat, Counter()) for of_seat in zip(*played, strict=True)], len(played)


def _count(played: list[list[Decisions]]) -> int:
    return sum(each.total() for match in played for each in match)


def _make_counting(counts: Decisions) -> AgentFactory:
    return lambda seating: _Counting(random.Random(seating.seed), counts)


def _mean_calls(spec: MatchSpec, seat: Seat, adapter: Adapter) -> Mapping[str | None, float]:
    """Returns the mean numbers of calls for a decision of the agent by model, in all seats of one match."""
    asked: list[Counter[str | None]] = []
    make = agent_factory(seat, lambda seat: _OfflineModel(), InMemoryTexts())

    def sampling(seating: Seating) -> Agent:
        return _Sampling(make(seating), random.Random(seating.seed), asked)

    asyncio.run(play_match(adapter, [sampling] * len(spec.seats), spec.seed))
    return {model: calls / len(asked) for model, calls in sum(asked, Counter[str | None]()).items()}
