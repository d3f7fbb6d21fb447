"""The imported wordings beside the published program, run from a checkout that GTARENA_GAMEBENCH names."""

import random
from contextlib import suppress
from functools import partial

import pyspiel
import pytest

import adapters
from gtarena.agents.base import Move
from tests.support import gamebench_program as program
from tests.support.gamebench_replies import CASES
from tests.support.gamebench_wordings import gamebench_wordings

EVERY = 5  # of this many decisions one is compared

pytestmark = pytest.mark.skipif(not program.CHECKOUT, reason="GTARENA_GAMEBENCH names no checkout of GameBench")


@pytest.fixture(scope="module", autouse=True)
def _imported(tmp_path_factory):
    with gamebench_wordings(tmp_path_factory.mktemp("gamebench"), program.CHECKOUT):
        yield


def is_read(adapter, state, player, reply):
    with suppress(adapters.ReplyError):
        return bool(adapter.parse(repr(reply), state, player, "published"))
    return False


def scripts(actions, rng, legal, respond):
    """Returns replies of every kind; a script ends with a move that is ``legal`` in both, unless the tries run out.

    ``respond`` returns the response to an open-ended action.
    """
    keys = [*actions.predefined, *actions.openended]
    asked, *_ = rng.sample(keys, len(keys))
    replies = [{"action": key, **({"openended_response": respond(key)} if key in actions.openended else {})}
               for key in rng.sample(keys, len(keys))]
    good = next(filter(legal, replies))
    return [
        [repr(good)], ["none", repr({"action": "Explain(H1)"}), repr(good)],
        [repr({"action": f"Explain({asked})"}), repr(good)],
        ['{"action": "Explain(H99)"}', '{"action": "no such action"}', repr(good)],
        ['{"action": 3}', '["action"]', repr(good)],
        [repr({"openended_response": "word,1", **good})],
        ['{"action": "x"}', "{'action': true}", "```{}```"],
        *[[repr({"action": key}), repr(good)] for key in actions.openended]]


def normal(name, calls):
    """Returns messages as they are compared: without empty ones, which are not sent here."""
    calls = [[turn for turn in call if turn[1]] for call in calls]
    return program.SORTED.get(name, list)(calls)


@pytest.mark.parametrize("name", program.SHOWN)
def test_every_message_of_every_call_is_the_programs(name):
    rng = random.Random(1)
    adapter = adapters.for_game(pyspiel.load_game(program.SETTINGS.get(name, name)))
    compared = 0
    for _ in range(program.MATCHES):
        for number, (state, player, shown) in enumerate(program.decisions(name, adapter, rng)):
            if number % EVERY:
                continue
            respond = partial(program.RESPONSES.get(name, lambda *asked: "word,1"), state, player)
            for script in scripts(shown[-1], rng, partial(is_read, adapter, state, player), respond):
                scheme = rng.choice(list(program.MODES))
                replies = script if scheme == "single" else ["Hm.", *script]
                calls, action = program.published_chat(program.MODES[scheme], *shown, replies)
                ours, response = program.our_chat(scheme, adapter, state, player, replies)
                assert normal(name, ours) == normal(name, calls)
                assert isinstance(response, Move) == (action.action_id is not None)
                compared += len(calls)
    print(f"{name}: {compared} calls with equal messages")


@pytest.mark.parametrize(("reply", "found"), CASES)
def test_the_table_of_replies_holds_in_the_program(reply, found):
    classes = program.load("api.classes")
    actions = classes.AvailableActions("", {"left": "x", "don't": "x"}, {"say": "x"})
    rules = classes.Rules("", "", {"One": "Of one."})
    calls, action = program.published_chat(0, rules, classes.Observation(""), actions, [reply] * 3)
    assert {"played": action.action_id} == found if action.action_id else "played" not in found
    assert len(calls) == (1 if action.action_id else 3)
    assert (calls[-1][-1][0] == "assistant") == (found == {})
