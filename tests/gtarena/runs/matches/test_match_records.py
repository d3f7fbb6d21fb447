import asyncio

import pyspiel
import pytest

import adapters
from gtarena.agents.lineup import Lineup
from gtarena.agents.llm.settings import IllegalMoves
from gtarena.agents.presets import all_presets
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import Seat
from gtarena.models.base import Reply
from gtarena.models.cache import request_fields
from gtarena.models.settings import ModelSettings
from gtarena.runs.matches.match_records import LoadedGames, record_match
from gtarena.runs.schedule import MatchSpec, schedule

RANDOM = Seat(agent="random", params={"kind": "random"})


def specs(name, matches=6, **given):
    return schedule(name, given, [RANDOM], matches, seed=3)


def histories(matches, adapter_of):
    records = [asyncio.run(record_match(spec, adapter_of(spec), lambda seat: None, InMemoryTexts()))
               for spec in matches]
    return [(record.match_id, record.history, record.returns) for record in records]


@pytest.mark.parametrize("game", ["tic_tac_toe", "kuhn_poker", "pig", "el_farol", "python_iterated_prisoners_dilemma"])
def test_matches_that_share_a_game_go_as_with_a_game_of_their_own(game):
    matches = specs(game)
    shared = LoadedGames()
    assert len({id(shared.adapter(spec)) for spec in matches}) == 1
    assert histories(matches, shared.adapter) == histories(matches, lambda spec: LoadedGames().adapter(spec))


@pytest.mark.parametrize(("game", "given"), [("negotiation", {}), ("misere", {"game": "kuhn_poker"})])
def test_a_game_that_draws_for_itself_is_loaded_for_every_match(game, given):
    matches, loaded = specs(game, 2, **given), LoadedGames()
    assert loaded.adapter(matches[0]) is not loaded.adapter(matches[1])
    first, again = (histories([matches[0], *order], loaded.adapter)[0] for order in ([matches[1]], []))
    assert first == again


def test_games_with_other_parameters_are_others_and_a_mistake_in_them_is_told_each_time():
    loaded = LoadedGames()
    small, large, again = (loaded.adapter(specs("pig", 1, winscore=score)[0]) for score in (10, 20, 10))
    assert (small.game.get_parameters()["winscore"], large.game.get_parameters()["winscore"]) == (10, 20)
    assert small is again
    loaded, spec = LoadedGames(), MatchSpec("pig", {"winscore": "ten"}, (RANDOM,), 0)
    for _ in range(2):
        with pytest.raises(UsageError, match="winscore"):
            loaded.adapter(spec)


@pytest.mark.parametrize(("challengers", "tags"), [(None, {"run": 1}), ((1,), {"run": 1, "challengers": [1]})])
def test_a_record_lists_the_seats_of_challengers_if_there_are_opponents(challengers, tags):
    spec = MatchSpec("nim", {}, (RANDOM, RANDOM), 0, challengers=challengers)
    record = asyncio.run(record_match(spec, LoadedGames().adapter(spec), lambda seat: None, InMemoryTexts()))
    assert record.tags == tags


class Asked:
    """Model that notes the requests that it gets, and passes."""

    def __init__(self):
        self.requests = []

    async def complete(self, request):
        self.requests.append(request)
        return Reply(text="Answer: Pass")


def test_a_null_agent_makes_requests_of_its_own_in_the_same_match_and_in_the_same_place():
    lineup = Lineup(all_presets(), ModelSettings(name="openai/one"), "v1", IllegalMoves())
    models = {"llm": Asked(), "null:llm": Asked()}
    seats = lineup.seats(list(models), adapters.for_game(pyspiel.load_game("kuhn_poker")))
    for spec in schedule("kuhn_poker", {}, seats, 4, seed=3):
        asyncio.run(record_match(spec, LoadedGames().adapter(spec), lambda seat: models[seat.agent], InMemoryTexts()))
    seeds = [{request.seed for request in model.requests} for model in models.values()]
    assert all(seeds)
    # The seed is part of the key under which the cache finds a reply.
    assert not seeds[0] & seeds[1]
    assert request_fields(ModelSettings(), models["llm"].requests[0])["seed"] in seeds[0]
