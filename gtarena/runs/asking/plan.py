"""Plan of questions: the seats of the agents that are asked, and a specification for every question to each."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from adapters import Adapter
from gtarena import games
from gtarena.agents.lineup import require_presets
from gtarena.errors import UsageError
from gtarena.logs.records import Seat
from gtarena.runs.asking.questions import Question
from gtarena.runs.plan import require_agent
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import RunSettings

DEFAULT_AGENTS = ("llm",)


def asked_seats(settings: RunSettings, adapter: Adapter) -> list[Seat]:
    """Returns the seats of a run's agents in the adapter's game, each agent once.

    A reply without a legal move is no answer, whatever ``illegal.policy`` says: nothing is drawn in its place.

    Raises:
        UsageError: an agent or a setting does not exist, an agent cannot play the game, or it is a person.
    """
    require_presets(settings.presets.values())
    lineup = replace(settings, illegal=replace(settings.illegal, policy="invalid")).lineup()
    named = lineup.seats(settings.agents or DEFAULT_AGENTS, adapter)
    seats = list({seat.model_dump_json(): seat for seat in named}.values())
    for seat in seats:
        if seat.kind == "human":
            raise UsageError(f"agent {seat.agent}: a person is not asked outside of matches")
        require_agent(seat, adapter)
    return seats


def question_specs(asked: Iterable[tuple[Seat, Question]]) -> list[MatchSpec]:
    """Returns the specification of each question to an agent."""
    return [_spec(seat, question) for seat, question in asked]


def _spec(seat: Seat, question: Question) -> MatchSpec:
    position = question.position
    params, players = _game_facts(position.game, json.dumps(dict(position.params), sort_keys=True))
    return MatchSpec(position.game, dict(params), (seat,) * players, position.seed, question=question)


@lru_cache(maxsize=16)  # there are thousands of questions about a game
def _game_facts(name: str, params: str) -> tuple[games.Parameters, int]:
    """Returns a game's parameters, all of them, and its number of players."""
    given = json.loads(params)
    return games.complete(name, given), games.load(name, given).num_players()


def require_models(seats: Sequence[Seat], asked: str) -> None:
    """Checks that all agents have a model, because others cannot be ``asked`` this.

    Raises:
        UsageError: one has none.
    """
    for seat in seats:
        if seat.model is None:
            raise UsageError(f"agent {seat.agent} has no model, and {asked} is asked of models alone: leave it out")
