"""Our search with imported questions beside the published one, run from a checkout that GTARENA_GAMEBENCH names."""

import random
from contextlib import suppress

import pyspiel
import pytest

import adapters
from gtarena.agents.base import Move
from tests.support import gamebench_program as program
from tests.support.gamebench_search import MadeUpModel, our_search, published_search
from tests.support.gamebench_wordings import gamebench_wordings

EVERY = 12  # of this many decisions one is compared

pytestmark = pytest.mark.skipif(not program.CHECKOUT, reason="GTARENA_GAMEBENCH names no checkout of GameBench")


@pytest.fixture(scope="module", autouse=True)
def _imported(tmp_path_factory):
    with gamebench_wordings(tmp_path_factory.mktemp("gamebench"), program.CHECKOUT):
        yield


def sent(name, calls):
    """Returns the calls as they are compared: a repeated one counts once, as the program forgets some answers."""
    sort = program.sort_rooms if name == "two_rooms_and_a_boom" else list
    return list(dict.fromkeys((count, tuple(sort([chat])[0])) for count, chat in calls))


def move_of(adapter, state, player, action, actions):
    """Returns the move of ours that an action of the program is; ``None`` for none."""
    response = {"openended_response": action.openended_response} if action.action_id in actions.openended else {}
    with suppress(adapters.ReplyError):
        return tuple(adapter.parse(repr({"action": action.action_id, **response}), state, player, "published"))
    return None


# In Hive the program's search stops with an error: its observation is no text.
@pytest.mark.parametrize("name", [name for name in program.SHOWN if name != "hive_without_beetles"])
def test_every_call_of_a_search_and_its_choice_are_the_programs(name):
    rng, compared = random.Random(2), 0
    adapter = adapters.for_game(pyspiel.load_game(program.SETTINGS.get(name, name)))
    for number, (state, player, (rules, observation, actions)) in enumerate(program.decisions(name, adapter, rng)):
        if number % EVERY:
            continue
        topics = rules.additional_details
        # Without any topics, the program's search ends at a question for one.
        topic = "" if topics is None else next((each for each in topics if each.isidentifier()), "none")
        theirs, ours = MadeUpModel(topic), MadeUpModel(topic)
        action = published_search(theirs, rules, observation, actions)
        response = our_search(ours, adapter, state, player)
        assert sent(name, ours.calls) == sent(name, theirs.calls)
        assert (response.actions if isinstance(response, Move) else None) == move_of(
            adapter, state, player, action, actions)
        compared += len(sent(name, ours.calls))
    print(f"{name}: {compared} calls with equal messages")
