import re

import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

from gtarena.web.guard import HEADERS, Guard, new_token
from tests.gtarena.web.conftest import PORT, TOKEN

HERE = f"http://127.0.0.1:{PORT}"
ADDRESSES = ("", "page.js", "state", "picture", "check", "move", "leave", "seen")
STRANGERS = [
    {"host": "evil.example"}, {"host": f"evil.example:{PORT}"}, {"host": "127.0.0.1"},
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
@pytest.mark.parametrize("method", ["get", "post"])
def test_requests_of_other_hosts_and_pages_are_refused_everywhere(client, desk, kept, method, headers):
    for address in ADDRESSES:
        reply = client.request(method, address, headers=headers)
        assert (reply.status_code, reply.text[:8]) == (403, "Refused:")
    assert kept.answers == []


@pytest.mark.parametrize("headers", FRIENDS, ids=str)
def test_requests_of_the_page_itself_are_answered(client, headers):
    assert client.get("state", headers=headers).status_code == 200


@pytest.mark.parametrize("path", [
    "/", "", "//", "/favicon.ico", "/state", "/wrong/", "/wrong/state", f"/{TOKEN}x/state", f"/{TOKEN[:-1]}/state",
    f"/{TOKEN.upper()}/state", f"//{TOKEN}/state", f"/x/../{TOKEN[:-1]}/", "/ä/state", "/%00/state", f"/x?{TOKEN}",
    f"/state?token={TOKEN}",
])
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "OPTIONS", "PUT"])
def test_a_wrong_or_missing_token_is_refused(client, path, method):
    reply = client.request(method, f"{HERE}{path}")
    assert reply.status_code == 403


@pytest.mark.parametrize("path", [
    "", "*", "x", "x/", f"x/{TOKEN}/", TOKEN, f"{TOKEN}/", f"//{TOKEN}/", "host:1", f"http://127.0.0.1:{PORT}/{TOKEN}/",
    f"/{TOKEN[:-1]}", f"/{TOKEN}x", f"/\ufffd{TOKEN}", "\ufffd", "/" * 1000, "ä",
])
def test_a_path_that_does_not_begin_with_the_token_is_refused(path):
    guard, headers = Guard(PlainTextResponse("reached"), TOKEN, PORT), Headers({"host": f"127.0.0.1:{PORT}"})
    assert guard.refusal(path, headers) == "open the address that the command printed"
    assert guard.refusal(f"/{TOKEN}", headers) is guard.refusal(f"/{TOKEN}/state", headers) is None


def test_two_hosts_are_refused(client):
    headers = [("host", f"127.0.0.1:{PORT}"), ("host", "evil.example")]
    assert client.get("state", headers=headers).status_code == 403


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


def test_an_address_of_another_site_may_not_ask_beforehand(client):
    reply = client.options("move", headers={"origin": "http://evil.example", "access-control-request-method": "POST"})
    assert reply.status_code == 403
