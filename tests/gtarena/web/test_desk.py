import asyncio
import threading

import pytest

from gtarena.web.desk import StaleTurnError


def test_a_turn_is_shown_with_its_number_and_what_came_before(desk):
    state = desk.state()
    assert (state["phase"], state["number"], state["past"], state["known"]) == ("turn", 1, ["Ann went."], 1)
    assert state["turn"]["drawn"]
    assert state["turn"]["view"] == "You see <b>nothing</b>."


def test_an_answer_reaches_the_match_once(desk, kept):
    desk.answer(1, "go")
    with pytest.raises(StaleTurnError):
        desk.answer(1, "go")
    assert kept.answers == ["go"]
    assert desk.state()["phase"] == "waiting"


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_turn_that_is_not_open_is_stale(desk, kept, number):
    for act in (desk.check, desk.answer):
        with pytest.raises(StaleTurnError):
            act(number, "go")
    assert kept.answers == []


def test_of_answers_sent_at_the_same_time_one_counts(desk, kept):
    results: list[str] = []
    together = threading.Barrier(8)

    def send() -> None:
        together.wait()
        try:
            desk.answer(1, "go")
            results.append("sent")
        except StaleTurnError:
            results.append("stale")

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["sent", *["stale"] * 7]
    assert kept.answers == ["go"]


def test_an_illegal_answer_leaves_the_turn_open(desk, kept):
    with pytest.raises(ValueError, match="'fly' is no move"):
        desk.answer(1, "fly")
    desk.answer(1, "stay")
    assert kept.answers == ["stay"]


def test_who_leaves_answers_nothing(desk, kept):
    desk.answer(1, None)
    assert kept.answers == [None]


def test_a_second_turn_has_another_number(desk, kept):
    desk.answer(1, "go")
    desk.lay(kept.turn("Later."), ["Ann went.", "You went."])
    with pytest.raises(StaleTurnError):
        desk.answer(1, "stay")
    desk.answer(2, "stay")
    assert kept.answers == ["go", "stay"]


def test_a_turn_that_is_taken_back_cannot_be_answered(desk, kept):
    desk.take_back()
    with pytest.raises(StaleTurnError):
        desk.answer(1, "go")


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
