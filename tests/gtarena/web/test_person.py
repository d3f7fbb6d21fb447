import asyncio
import json
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest

import adapters
from gtarena.agents.base import Decision, Move
from gtarena.agents.people.front_ends import Quit
from gtarena.agents.people.human import HumanAgent
from gtarena.errors import UnfinishedError
from gtarena.web.desk import Desk, StaleTurnError
from gtarena.web.person import WebPerson

ADAPTER = adapters.for_game(pyspiel.load_game("tic_tac_toe"))


def answered(desk: Desk, act: Callable[[], Any], adapter=ADAPTER) -> Move:
    """The move of a human agent in whose turn the page acts, in another thread as the server's are."""
    async def play() -> Move:
        state = adapter.game.new_initial_state()
        move = asyncio.ensure_future(HumanAgent("v1", WebPerson(desk)).act(Decision(state, 0, adapter, 0)))
        await desk.news(0, 60)  # until there is a turn
        await asyncio.to_thread(act)
        return await move

    return asyncio.run(play())


def test_the_answer_of_the_page_becomes_a_move():
    desk = Desk("tic_tac_toe")
    assert answered(desk, lambda: desk.answer(1, "C2R1")) == Move((1,))
    assert desk.state()["phase"] == "waiting"


def test_the_page_shows_the_position_the_rules_and_the_moves():
    desk = Desk("tic_tac_toe")
    answered(desk, lambda: desk.answer(1, "C1R1"))
    turn = desk.state()["turn"]
    assert turn["rules"].startswith("You are playing tic-tac-toe")
    assert "R1  .  .  ." in turn["view"]
    assert len(turn["form"]["options"]) == 9
    assert json.loads(json.dumps(turn)) == turn
    assert (desk.picture() or b"")[1:4] == b"PNG"


def test_a_refused_answer_never_reaches_the_agent():
    desk, refused = Desk("tic_tac_toe"), []

    def act() -> None:
        with pytest.raises(ValueError, match="C9R9") as found:
            desk.answer(1, "C9R9")
        refused.append(str(found.value))
        desk.answer(1, "C3R3")

    assert answered(desk, act) == Move((8,))
    assert "Legal" not in refused[0]  # they are on the page as buttons


def test_who_leaves_quits():
    desk = Desk("tic_tac_toe")
    with pytest.raises(Quit):
        answered(desk, lambda: desk.answer(1, None))


@pytest.mark.parametrize("before", [True, False])
def test_a_turn_ends_when_the_page_cannot_be_reached_any_more(before):
    desk = Desk("tic_tac_toe")
    if before:
        desk.fail("OSError: no port")
    with pytest.raises(UnfinishedError, match=r"OSError: no port\. The moves so far are kept"):
        answered(desk, lambda: desk.fail("OSError: no port"))
    with pytest.raises(StaleTurnError):
        desk.answer(1, "C1R1")


def test_a_turn_that_is_cancelled_cannot_be_answered():
    desk = Desk("tic_tac_toe")

    async def cancel() -> None:
        agent = HumanAgent("v1", WebPerson(desk))
        move = asyncio.ensure_future(agent.act(Decision(ADAPTER.game.new_initial_state(), 0, ADAPTER, 0)))
        await desk.news(0, 60)  # until there is a turn
        move.cancel()
        await asyncio.wait([move])

    asyncio.run(cancel())
    with pytest.raises(StaleTurnError):
        desk.answer(1, "C1R1")


def test_news_are_added():
    desk = Desk("tic_tac_toe")
    asyncio.run(WebPerson(desk).tell(["It is a draw."]))
    assert desk.state()["past"] == ["It is a draw."]
