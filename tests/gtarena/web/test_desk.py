import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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


def test_a_turn_is_shown_with_its_number_and_what_came_before(desk):
    state = desk.state()
    assert (state["phase"], state["number"], state["past"], state["known"]) == ("turn", 1, ["Ann went."], 1)
    assert state["turn"]["drawn"]
    assert state["turn"]["view"] == "You see <b>nothing</b>."


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_turn_that_is_not_open_is_stale(desk, kept, number):
    for act in (desk.check, desk.answer):
        with pytest.raises(StaleTurnError):
            act(number, "go")
    desk.take_back()
    with pytest.raises(StaleTurnError):
        desk.answer(1, "go")
    assert kept.answers == []


def test_of_answers_sent_at_the_same_time_one_counts(desk, kept):
    together = threading.Barrier(8)

    def send(_: int) -> str:
        together.wait()
        try:
            desk.answer(1, "go")
        except StaleTurnError:
            return "stale"
        return "sent"

    with ThreadPoolExecutor(8) as senders:
        assert sorted(senders.map(send, range(8))) == ["sent", *["stale"] * 7]
    assert kept.answers == ["go"]
    assert desk.state()["phase"] == "waiting"


def test_an_illegal_answer_leaves_the_turn_open(desk, kept):
    with pytest.raises(ValueError, match="'fly' is no move"):
        desk.answer(1, "fly")
    desk.answer(1, "stay")
    assert kept.answers == ["stay"]


def test_a_second_turn_has_another_number(desk, kept):
    desk.answer(1, "go")
    desk.lay(kept.turn("Later."), ["Ann went.", "You went."])
    with pytest.raises(StaleTurnError):
        desk.answer(1, "stay")
    desk.answer(2, "stay")
    assert kept.answers == ["go", "stay"]


def test_news_wake_those_who_wait_and_follow_what_came_before(desk):
    seen = desk.state()["version"]
    found = []
    waiting = threading.Thread(target=lambda: found.append(asyncio.run(desk.news(seen, 60))))
    waiting.start()
    desk.tell(["Bob went."])
    waiting.join()
    assert (found[0]["past"], found[0]["known"]) == (["Ann went.", "Bob went."], 1)
    assert found[0]["version"] > seen


def test_many_who_wait_for_news_are_all_woken_and_keep_no_thread(desk):
    async def wait() -> list[dict]:
        threads = threading.active_count()
        waiting = [asyncio.ensure_future(desk.news(desk.state()["version"], 600)) for _ in range(1000)]
        await asyncio.sleep(0)
        assert threading.active_count() == threads
        desk.tell(["Bob went."])
        return await asyncio.gather(*waiting)

    assert {state["past"][-1] for state in asyncio.run(wait())} == {"Bob went."}


def test_who_waits_in_vain_is_told_what_was_known_and_forgotten(desk):
    version = desk.state()["version"]
    assert asyncio.run(desk.news(version, 0.01))["version"] == version
    desk.tell(["Bob went."])  # there is nobody left to wake


def test_the_end_closes_the_turn_and_keeps_the_last_position(desk):
    desk.end("over")
    state = desk.state()
    assert (state["phase"], state["turn"]["rules"]) == ("over", "Go or stay.")
    with pytest.raises(StaleTurnError):
        desk.answer(1, "go")


def test_the_end_waits_for_a_page_that_shows_it(desk):
    desk.end("over")
    waiting = threading.Thread(target=desk.wait_for_page, args=(60,))
    waiting.start()
    desk.note_end_seen()
    waiting.join(30)
    assert not waiting.is_alive()


def test_the_last_position_takes_the_place_of_the_latest_turn_s_if_there_is_one(desk):
    desk.answer(1, "go")
    before = desk.state()["turn"]
    desk.show_end("", None)
    assert desk.state()["turn"] == before
    desk.show_end("xo.", b"png")
    after = desk.state()["turn"]
    assert after == {**before, "view": "xo.", "final": True, "drawn": True}
    assert desk.picture() == b"png"


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


def test_the_answer_of_the_page_becomes_a_move_and_news_are_added():
    desk = Desk("tic_tac_toe")
    assert answered(desk, lambda: desk.answer(1, "C2R1")) == Move((1,))
    assert desk.state()["phase"] == "waiting"
    asyncio.run(WebPerson(desk).tell(["It is a draw."]))
    assert desk.state()["past"] == ["It is a draw."]


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
