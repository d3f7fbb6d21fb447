import asyncio
import json
import random
import re
import string
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pyspiel
import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

import adapters
from adapters import ReplyError
from custom_games.action_specs import (
    ActionSpec,
    Branch,
    Branches,
    Choice,
    Division,
    Fields,
    NamedActions,
    Number,
    RoundedNumber,
    Selection,
    Text,
)
from custom_games.action_specs.alphabets import ANY, WORD, Alphabet
from gtarena.agents.base import Decision, Move
from gtarena.agents.people.front_ends import Quit
from gtarena.agents.people.human import HumanAgent
from gtarena.agents.people.turns import Turn
from gtarena.agents.people.views import TurnMemory
from gtarena.errors import UnfinishedError
from gtarena.web.app import FILES, LARGEST, PAGE, STALE
from gtarena.web.desk import Desk, StaleTurnError
from gtarena.web.forms import move_of, spec_form, turn_form
from gtarena.web.guard import HEADERS, Guard, new_token
from gtarena.web.person import WebPerson
from gtarena.web.places import list_move_places
from tests.gtarena.web.conftest import PORT, TOKEN
from tests.support.svg_pictures import places

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)> {{7*7}} \u202e \x00"
JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("name", ["", *FILES])
def test_the_page_and_its_files_are_served(client, name):
    reply = client.get(name)
    assert (reply.status_code, reply.content) == (200, (PAGE / (name or "index.html")).read_bytes())
    assert {path.name for path in PAGE.iterdir()} == {"index.html", *FILES}


@pytest.mark.parametrize("path", ["app.py", "../app.py", "%2e%2e/app.py", "..%2fapp.py", "page/page.js", "index.html"])
def test_other_files_are_not_served(client, path):
    assert client.get(path).status_code in (403, 404)  # 403 if the client resolves the dots first


def test_types_say_what_the_files_are(client):
    types = {name: client.get(name).headers["content-type"].split(";")[0] for name in ("", *FILES, "state", "board")}
    scripts = dict.fromkeys(("page.js", "board.js", "fields.js"), "text/javascript")
    assert types == {"": "text/html", "page.css": "text/css", **scripts, "board": "image/svg+xml",
                     "icon.svg": "image/svg+xml", "state": "application/json"}


def test_a_move_is_checked_and_then_sent(client, kept):
    assert client.post("check", json={"number": 1, "answer": "go"}).json() == {"value": {"decision": "go"}}
    assert kept.answers == []
    assert client.post("move", json={"number": 1, "answer": "go"}).status_code == 200
    assert kept.answers == ["go"]


def test_a_second_click_is_refused_kindly(client, kept):
    for expected in ((200, {"value": None}), (409, {"stale": STALE})):
        reply = client.post("move", json={"number": 1, "answer": "go"})
        assert (reply.status_code, reply.json()) == expected
    assert kept.answers == ["go"]


@pytest.mark.parametrize("path", ["check", "move"])
def test_an_illegal_move_comes_back_with_the_reason(client, kept, path):
    reply = client.post(path, json={"number": 1, "answer": HOSTILE})
    assert (reply.status_code, reply.json()) == (422, {"error": f"{HOSTILE!r} is no move"})
    assert reply.headers["content-type"] == "application/json"
    half = client.post(path, content=b'{"number": 1, "answer": "\\ud800"}', headers=JSON)
    assert half.status_code == 422  # half a character is no failure of ours
    assert kept.answers == []


def test_leaving_answers_the_open_turn(client, kept):
    assert client.post("leave", json={"number": 1}).status_code == 200
    assert kept.answers == [None]
    assert client.post("leave", json={"number": 1}).status_code == 409


@pytest.mark.parametrize(("body", "headers", "why"), [
    (b'{"number": 1, "answer": "go"}', {}, "must be of type application/json"),
    (b'{"number": 1, "answer": "go"}', {"content-type": "text/plain"}, "must be of type application/json"),
    (b"number=1&answer=go", {"content-type": "application/x-www-form-urlencoded"}, "must be of type application/json"),
    (b"", JSON, "must be a JSON object"), (b"[1]", JSON, "must be a JSON object"),
    (b"\xff", JSON, "must be a JSON object"), (b"[" * 50_000, JSON, "must be a JSON object"),
    (b'{"answer": "go"}', JSON, '"number"'), (b'{"number": "1", "answer": "go"}', JSON, '"number"'),
    (b'{"number": true, "answer": "go"}', JSON, '"number"'), (b'{"number": 1}', JSON, '"answer"'),
    (b'{"number": 1, "answer": ["go"]}', JSON, '"answer"'),
    (b'{"number": 1, "answer": "' + b"g" * LARGEST + b'"}', JSON, "longer than")], ids=range(13))
def test_requests_that_the_page_never_makes_are_refused(client, kept, body, headers, why):
    reply = client.post("move", content=body, headers=headers)
    assert reply.status_code == 400
    assert why in reply.json()["error"]
    assert kept.answers == []


def test_a_mistake_of_ours_is_shown_on_the_page_in_one_line(client, desk, kept, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-abcdefghijklmnop")
    client = TestClient(client.app, base_url=str(client.base_url), raise_server_exceptions=False)
    desk.lay(replace(kept.turn(), check={"sk-abcdefghijklmnop": 1}.__getitem__), [])
    reply = client.post("check", json={"number": 2, "answer": "sk-abcdefghijklmnop!"})
    assert (reply.status_code, reply.json()) == (500, {"error": "KeyError: '[hidden]!'"})


@pytest.mark.parametrize("path", ["move", "check", "leave", "seen"])
def test_nothing_is_done_by_following_a_link(client, kept, path):
    assert client.get(path).status_code == 405
    assert kept.answers == []


def test_hostile_text_is_data(client, desk, kept):
    desk.lay(kept.turn(HOSTILE), [HOSTILE])
    reply = client.get("state")
    assert reply.headers["content-type"] == "application/json"
    assert reply.json()["turn"]["view"] == HOSTILE
    assert reply.json()["past"] == [HOSTILE]
    assert "script" not in client.get("").text.replace('<script type="module" src="page.js"></script>', "").replace(
        "noscript", "").lower().replace("needs javascript", "")


@pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 5000, "²"])
def test_any_version_that_a_page_claims_to_have_is_answered(client, seen):
    assert client.get(f"state?seen={seen}").json()["number"] == 1


def test_a_position_that_is_not_drawn_has_no_board_and_the_end_is_noted_as_seen(client, desk, kept):
    desk.lay(replace(kept.turn(), board=None), [])
    assert client.get("board").status_code == 404
    assert client.get("state").json()["turn"]["drawn"] is False
    assert client.post("seen", json={}).status_code == 200
    desk.wait_for_page(60)


HERE = f"http://127.0.0.1:{PORT}"
ADDRESSES = ("", "page.js", "state", "board", "check", "move", "leave", "seen")
STRANGERS = [
    {"host": "evil.example"}, [("host", f"127.0.0.1:{PORT}"), ("host", "evil.example")],
    {"host": f"evil.example:{PORT}"}, {"host": "127.0.0.1"}, {"host": f"127.0.0.1:{PORT + 1}"},
    {"host": f"127.0.0.1.evil.example:{PORT}"}, {"host": ""},
    {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": f"http://127.0.0.1:{PORT + 1}"},
    {"origin": f"https://127.0.0.1:{PORT}"}, {"origin": ""},
    {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"sec-fetch-site": ""}]
FRIENDS = [
    {}, {"host": f"localhost:{PORT}"}, {"host": f"LOCALHOST:{PORT}"}, {"origin": HERE, "sec-fetch-site": "same-origin"},
    {"origin": f"http://localhost:{PORT}"}, {"sec-fetch-site": "none"}]


def test_tokens_are_long_fit_into_an_address_and_differ():
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(re.fullmatch(r"[\w-]{43}", token) for token in tokens)  # 256 bits in base 64


@pytest.mark.parametrize("headers", STRANGERS, ids=str)
@pytest.mark.parametrize("method", ["get", "post", "options"])
def test_requests_of_other_hosts_and_pages_are_refused_everywhere(client, desk, kept, method, headers):
    for address in ADDRESSES:
        reply = client.request(method, address, headers=headers)
        assert (reply.status_code, reply.text[:8]) == (403, "Refused:")
    assert kept.answers == []


@pytest.mark.parametrize("headers", FRIENDS, ids=str)
def test_requests_of_the_page_itself_are_answered(client, headers):
    assert client.get("state", headers=headers).status_code == 200


@pytest.mark.parametrize("path", [
    "", "*", "x", "x/", f"x/{TOKEN}/", TOKEN, f"{TOKEN}/", f"//{TOKEN}/", "host:1", f"http://127.0.0.1:{PORT}/{TOKEN}/",
    f"/{TOKEN[:-1]}", f"/{TOKEN}x", f"/\ufffd{TOKEN}", "\ufffd", "/" * 1000, "ä", "/", "//", "/favicon.ico", "/state",
    "/wrong/state", f"/{TOKEN}x/state", f"/{TOKEN[:-1]}/state", f"/{TOKEN.upper()}/state", f"/x/../{TOKEN[:-1]}/",
    "/ä/state", "/\0/state", f"/x?{TOKEN}", f"/state?token={TOKEN}"])
def test_a_path_that_does_not_begin_with_the_token_is_refused(client, path):
    guard, headers = Guard(PlainTextResponse("reached"), TOKEN, PORT), Headers({"host": f"127.0.0.1:{PORT}"})
    assert guard.refusal(path, headers) == "open the address that the command printed"
    assert guard.refusal(f"/{TOKEN}", headers) is guard.refusal(f"/{TOKEN}/state", headers) is None
    assert client.request("OPTIONS", f"{HERE}/wrong/state").status_code == 403


@pytest.mark.parametrize("path", [f"/{TOKEN}/", f"/{TOKEN}/state", f"/{TOKEN}/nothing", "/wrong/"])
def test_every_answer_keeps_the_page_to_itself(client, path):
    headers = client.get(f"{HERE}{path}").headers
    assert {name: headers.get(name) for name in HEADERS} == dict(HEADERS)
    assert not [name for name in headers if name.startswith("access-control") or name in ("set-cookie", "server")]


def test_the_policy_allows_scripts_of_the_page_alone_and_they_never_make_html_of_a_text() -> None:
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")
    assert not [value for value in policy.values() if "unsafe" in value or "*" in value or "http" in value]
    assert (HEADERS["Cache-Control"], HEADERS["Referrer-Policy"]) == ("no-store", "no-referrer")
    sources = "".join((PAGE / name).read_text(encoding="utf-8") for name in FILES if name.endswith(".js"))
    unsafe = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "DOMParser",
              ".style", "http:", "https:")
    assert not [word for word in unsafe if word in sources]


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


def test_news_wake_those_who_wait_and_who_waits_in_vain_is_forgotten(desk):
    seen = desk.state()["version"]
    found = []
    waiting = threading.Thread(target=lambda: found.append(asyncio.run(desk.news(seen, 60))))
    waiting.start()
    desk.tell(["Bob went."])
    waiting.join()
    assert (found[0]["past"], found[0]["known"]) == (["Ann went.", "Bob went."], 1)
    assert found[0]["version"] > seen
    version = desk.state()["version"]
    assert asyncio.run(desk.news(version, 0.01))["version"] == version
    desk.tell(["Bob went."])  # there is nobody left to wake


def test_many_who_wait_for_news_are_all_woken_and_keep_no_thread(desk):
    async def wait() -> list[dict]:
        threads = threading.active_count()
        waiting = [asyncio.ensure_future(desk.news(desk.state()["version"], 600)) for _ in range(1000)]
        await asyncio.sleep(0)
        assert threading.active_count() == threads
        desk.tell(["Bob went."])
        return await asyncio.gather(*waiting)

    assert {state["past"][-1] for state in asyncio.run(wait())} == {"Bob went."}


def test_the_end_closes_the_turn_keeps_the_last_position_and_waits_for_a_page_that_shows_it(desk):
    desk.end("over")
    state = desk.state()
    assert (state["phase"], state["turn"]["rules"]) == ("over", "Go or stay.")
    with pytest.raises(StaleTurnError):
        desk.answer(1, "go")
    desk.end("over")
    waiting = threading.Thread(target=desk.wait_for_page, args=(60,))
    waiting.start()
    desk.note_end_seen()
    waiting.join(30)
    assert not waiting.is_alive()


def test_the_last_position_takes_the_place_of_the_latest_turn_s_if_there_is_one(desk):
    desk.answer(1, "go")
    before = desk.state()["turn"]
    desk.show_end("", None, {"outcome": "Ann has won."})
    assert desk.state()["turn"] == before
    desk.show_end("xo.", "<svg></svg>", {"outcome": "Ann has won."})
    assert desk.state()["turn"] == {**before, "view": "xo.", "final": True, "drawn": True, "places": {}}
    assert desk.board() == "<svg></svg>"
    desk.end("over", "Logged.")
    assert desk.state()["ending"] == {"outcome": "Ann has won.", "logged": "Logged."}


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


def test_the_page_shows_position_rules_and_moves_and_its_answer_becomes_a_move() -> None:
    desk = Desk("tic_tac_toe")
    assert answered(desk, lambda: desk.answer(1, "C2R1")) == Move((1,))
    assert desk.state()["phase"] == "waiting"
    asyncio.run(WebPerson(desk).tell(["It is a draw."]))
    assert desk.state()["past"] == ["It is a draw."]
    desk = Desk("tic_tac_toe")
    answered(desk, lambda: desk.answer(1, "C1R1"))
    turn = desk.state()["turn"]
    assert turn["rules"].startswith("You are playing tic-tac-toe")
    assert "R1  .  .  ." in turn["view"]
    assert len(turn["form"]["options"]) == 9
    assert json.loads(json.dumps(turn)) == turn
    assert turn["places"]["C2R1"] == ["C2R1"]
    assert set(places(desk.board() or "")) == set(turn["form"]["options"])


def test_no_refused_answer_reaches_the_agent_who_leaves_quits_and_nothing_follows_a_cancelled_turn() -> None:
    desk, refused = Desk("tic_tac_toe"), []

    def act() -> None:
        with pytest.raises(ValueError, match="C9R9") as found:
            desk.answer(1, "C9R9")
        refused.append(str(found.value))
        desk.answer(1, "C3R3")

    assert answered(desk, act) == Move((8,))
    assert "Legal" not in refused[0]  # they are on the page as buttons
    desk = Desk("tic_tac_toe")
    with pytest.raises(Quit):
        answered(desk, lambda: desk.answer(1, None))
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


@pytest.mark.parametrize("before", [True, False])
def test_a_turn_ends_when_the_page_cannot_be_reached_any_more(before):
    desk = Desk("tic_tac_toe")
    if before:
        desk.fail("OSError: no port")
    with pytest.raises(UnfinishedError, match=r"OSError: no port\. The moves so far are kept"):
        answered(desk, lambda: desk.fail("OSError: no port"))
    with pytest.raises(StaleTurnError):
        desk.answer(1, "C1R1")


CAPITALS = Alphabet("capitals", frozenset(string.ascii_uppercase), only_ascii=True)
CARDS = Selection("cards", ("Spear", "Net", "Junk"), held=(2, 1, 0))
FORMS = [
    (Choice("vote", ("Ann", "Bob")), {"kind": "choice", "key": "vote", "options": ["Ann", "Bob"]}),
    (NamedActions("card", (1, 2), ("Ace", "King", "Queen").__getitem__),
     {"kind": "choice", "key": "card", "options": ["King", "Queen"]}),
    (Number("bid", -10, 200, step=30),
     {"kind": "number", "key": "bid", "low": -10, "high": 200, "step": 30, "decimals": 0}),
    (RoundedNumber("guess", 0, 1, Fraction(1, 100)),
     {"kind": "number", "key": "guess", "low": 0, "high": 1, "step": 0.01, "decimals": 2}),
    (Text("clue", 40, WORD, least=1),
     {"kind": "text", "key": "clue", "least": 1, "limit": 40, "cut": False,
      "ascii": "".join(map(chr, range(0x21, 0x7F))), "excluded": "".join(sorted(WORD.excluded)), "beyond": True,
      "alphabet": "any word without spaces"}),
    (Text("talk", 9, ANY, overlong="cut"),
     {"kind": "text", "key": "talk", "least": 0, "limit": 9, "cut": True, "alphabet": "any text",
      "ascii": "".join(map(chr, range(0x80))), "excluded": "", "beyond": True}),
    (Text("line", 9, CAPITALS),
     {"kind": "text", "key": "line", "least": 0, "limit": 9, "cut": False,
      "ascii": string.ascii_uppercase, "excluded": "", "beyond": False, "alphabet": "capitals"}),
    (Division("gold", 2, 100, step=5),
     {"kind": "division", "key": "gold", "labels": ["player 1", "player 2"], "total": 100, "step": 5}),
    (Division("costs", 2, 100, names=("A", "B")),
     {"kind": "division", "key": "costs", "labels": ["A", "B"], "total": 100, "step": 1}),
    (CARDS, {"kind": "selection", "key": "cards", "allowed": None,
             "items": [{"name": "Spear", "held": 2}, {"name": "Net", "held": 1}]}),
    (Selection("cards", ("Spear", "Net"), (1, 1), allowed=((), (0, 1))),
     {"kind": "selection", "key": "cards", "allowed": [[], ["Spear", "Net"]],
      "items": [{"name": "Spear", "held": 1}, {"name": "Net", "held": 1}]}),
    (Fields((Choice("role", ("spy",)), Number("sure", 0, 9))),
     {"kind": "fields", "fields": [{"kind": "choice", "key": "role", "options": ["spy"]},
                                   {"kind": "number", "key": "sure", "low": 0, "high": 9, "step": 1, "decimals": 0}]}),
    (Branches("action", (Branch("DRAW", 0, Choice("card", ("Net",))), Branch("STOP", 1))),
     {"kind": "branches", "key": "action",
      "options": [{"name": "DRAW", "form": {"kind": "choice", "key": "card", "options": ["Net"]}},
                  {"name": "STOP", "form": None}]})]


def first_turn(game: str) -> Turn:
    adapter, rng = adapters.for_game(pyspiel.load_game(game)), random.Random(0)
    state = adapter.game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
    player = max(0, state.current_player())
    return TurnMemory("v1").turn(Decision(state, player, adapter, 0))


@pytest.mark.parametrize(("game", "move", "expected"), [
    ("breakthrough", "a7->b6", ["a7", "b6"]), ("chess", "Nf3", ["g1", "f3"]), ("chess", "e4", ["e2", "e4"]),
    ("go(board_size=9)", "C1", ["C1"]), ("go(board_size=9)", "Pass", None), ("pentago", "a1s", ["a1"]),
    ("connect_four(columns=11)", "C11", ["C11"]), ("amazons", "X From (7, 10)", ["(7, 10)"]), ("hive", "wA1", None),
    ("santorini", "Place A on row 1, column 2", ["row 1, column 2"]), ("kuhn_poker", "Pass", None)])
def test_the_places_that_a_move_names_are_found_in_order(game, move, expected):
    turn = first_turn(game)
    board = turn.decision.adapter.board(turn.decision.state, turn.decision.player)
    assert move in turn.moves
    assert list_move_places(turn, board).get(move) == expected
    assert list_move_places(turn, None) == {}


@pytest.mark.parametrize(("spec", "expected"), FORMS, ids=lambda value: type(value).__name__)
def test_the_form_says_what_may_be_answered(spec, expected):
    assert json.loads(json.dumps(spec_form(spec))) == expected


def test_every_kind_of_decision_has_a_form_and_nothing_else() -> None:
    kinds = {kind for kind in ActionSpec.__subclasses__() if not kind.__abstractmethods__}
    kinds |= {kind for parent in ActionSpec.__subclasses__() for kind in parent.__subclasses__()}
    own = {kind for kind in kinds if kind.__module__.startswith("custom_games.action_specs.")}
    assert own == {type(spec) for spec, _ in FORMS}
    with pytest.raises(TypeError, match="the page has no form for int"):
        spec_form(3)


@pytest.mark.parametrize(("game", "kind", "key"), [
    ("tic_tac_toe", "choice", ""), ("el_farol", "choice", "decision"), ("pirate_game", "division", "proposal"),
    ("air_land_sea", "choice", "action"), ("undercover", "text", "clue")])
def test_moves_without_keys_and_with_them_are_offered(game, kind, key):
    found = turn_form(first_turn(game))
    assert (found["kind"], found["key"]) == (kind, key)


@pytest.mark.parametrize("game", [
    "tic_tac_toe", "kuhn_poker", "nim", "hive", "air_land_sea", "el_farol", "breakthrough", "first_sealed_auction"])
def test_every_listed_move_is_read_as_the_button_that_says_it(game):
    turn = first_turn(game)
    found = turn_form(turn)
    for name in found["options"]:
        assert move_of(turn, json.dumps({found["key"]: name}) if found["key"] else name) == {found["key"]: name}


def test_a_compound_move_is_shown_by_its_keys_and_an_illegal_one_has_a_reason() -> None:
    turn = first_turn("pirate_game(players=3)")
    assert move_of(turn, json.dumps({"proposal": [98, 1, 1]})) == {"proposal": [98, 1, 1]}
    with pytest.raises(ReplyError, match="add up to 100"):
        move_of(first_turn("pirate_game(players=3)"), json.dumps({"proposal": [98, 1, 2]}))
