import re
from dataclasses import replace

import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from gtarena.web.app import FILES, LARGEST, PAGE, STALE
from gtarena.web.guard import HEADERS, Guard, new_token
from tests.gtarena.web.conftest import PORT, TOKEN

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
    types = {name: client.get(name).headers["content-type"].split(";")[0] for name in ("", *FILES, "state", "picture")}
    assert types == {"": "text/html", "page.css": "text/css", "page.js": "text/javascript", "picture": "image/png",
                     "fields.js": "text/javascript", "icon.svg": "image/svg+xml", "state": "application/json"}


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
    (b"\xff", JSON, "must be a JSON object"),
    (b"[" * 50_000, JSON, "must be a JSON object"),
    (b'{"answer": "go"}', JSON, '"number"'), (b'{"number": "1", "answer": "go"}', JSON, '"number"'),
    (b'{"number": true, "answer": "go"}', JSON, '"number"'), (b'{"number": 1}', JSON, '"answer"'),
    (b'{"number": 1, "answer": ["go"]}', JSON, '"answer"'),
    (b'{"number": 1, "answer": "' + b"g" * LARGEST + b'"}', JSON, "longer than"),
], ids=range(13))
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


def test_the_scripts_never_make_html_of_a_text():
    sources = "".join((PAGE / name).read_text(encoding="utf-8") for name in FILES if name.endswith(".js"))
    unsafe = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "DOMParser",
              ".style", "http:", "https:")
    assert not [word for word in unsafe if word in sources]


def test_a_position_that_is_not_drawn_has_no_picture(client, desk, kept):
    desk.lay(replace(kept.turn(), picture=None), [])
    assert client.get("picture").status_code == 404
    assert client.get("state").json()["turn"]["drawn"] is False


def test_the_page_notes_that_it_shows_the_end(client, desk):
    assert client.post("seen", json={}).status_code == 200
    desk.wait_for_page(60)


HERE = f"http://127.0.0.1:{PORT}"
ADDRESSES = ("", "page.js", "state", "picture", "check", "move", "leave", "seen")
STRANGERS = [
    {"host": "evil.example"}, [("host", f"127.0.0.1:{PORT}"), ("host", "evil.example")],
    {"host": f"evil.example:{PORT}"}, {"host": "127.0.0.1"},
    {"host": f"127.0.0.1:{PORT + 1}"},
    {"host": f"127.0.0.1.evil.example:{PORT}"}, {"host": ""},
    {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": f"http://127.0.0.1:{PORT + 1}"},
    {"origin": f"https://127.0.0.1:{PORT}"}, {"origin": ""},
    {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"sec-fetch-site": ""},
]
FRIENDS = [
    {}, {"host": f"localhost:{PORT}"}, {"host": f"LOCALHOST:{PORT}"}, {"origin": HERE, "sec-fetch-site": "same-origin"},
    {"origin": f"http://localhost:{PORT}"}, {"sec-fetch-site": "none"},
]


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
    "/ä/state", "/\0/state", f"/x?{TOKEN}", f"/state?token={TOKEN}",
])
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


def test_the_policy_allows_scripts_of_the_page_alone():
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")
    assert not [value for value in policy.values() if "unsafe" in value or "*" in value or "http" in value]
    assert HEADERS["Cache-Control"] == "no-store"
    assert HEADERS["Referrer-Policy"] == "no-referrer"
