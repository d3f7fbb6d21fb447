import base64
import html
import json
import time
import urllib.parse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.system import redaction
from gtarena.system.redaction import (
    address_secrets,
    hidden,
    hidden_bytes,
    hidden_from_outside,
    hidden_json,
    is_secret_name,
    public_address,
    redacted,
)

SECRET = "Zx81/canary+fedc\"ba"
# Characters that need escapes in one place or another, and none that a command line or an environment cannot hold.
SECRETS = st.text(st.sampled_from("aZ9-_./+=&<>\"'\\%é ~"), min_size=6, max_size=60).map(str.strip).filter(
    lambda secret: len(secret) >= 6 and len(set(secret)) > 3 and secret not in redaction.HIDDEN)


@pytest.fixture(autouse=True)
def _only_planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", SECRET)


@pytest.mark.parametrize(("text", "shown"), [
    (f"a  {SECRET}\r\n\t.", "a  [hidden]\r\n\t."),
    (json.dumps(SECRET), '"[hidden]"'),
    (json.dumps(json.dumps({"a": SECRET})), '"{\\"a\\": \\"[hidden]\\"}"'),
    (html.escape(f"<{SECRET}>"), "&lt;[hidden]&gt;"),
    (f"x?k={urllib.parse.quote(SECRET)}&{urllib.parse.quote_plus(SECRET)}&{urllib.parse.quote(SECRET, safe='')}",
     "x?k=[hidden]&[hidden]&[hidden]"),
    (urllib.parse.quote(SECRET, safe="").replace("%2F", "%2f").replace("%2B", "%2b"), "[hidden]"),
    (f"sk-{'x' * 40} Bearer {'x' * 40}", f"sk-{'x' * 40} Bearer {'x' * 40}"),
])
def test_the_secret_is_hidden_in_every_spelling_and_nothing_else(text: str, shown: str) -> None:
    assert hidden(text).replace("%2f", "%2F") == shown


@pytest.mark.parametrize("before", ["", "u", "us", "user:"])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
def test_no_encoding_of_a_server_gives_the_secret_away(before, encode) -> None:
    shown = hidden_from_outside(encode(f"{before}{SECRET} and more".encode()).decode())
    assert "[hidden]" in shown
    pieces = [base64.urlsafe_b64decode(piece[: len(piece) // 4 * 4].replace("+", "-").replace("/", "_"))
              for piece in shown.split("[hidden]")]
    assert not any(SECRET[:6].encode() in piece or SECRET[-6:].encode() in piece for piece in pieces)
    assert hidden_from_outside(f"<{SECRET.encode().hex()}>") == "<[hidden]>"
    assert hidden_from_outside(SECRET.encode().hex().upper()) == "[hidden]"


@given(secret=SECRETS, around=st.tuples(st.text(max_size=20), st.text(max_size=20)))
def test_whatever_the_secret_no_text_or_line_keeps_it(secret, around) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOME_API_KEY", f"{secret}\n")
        text = f"{around[0]}{secret}{around[1]}"
        assert secret not in hidden(text)
        for ascii_only in (True, False):
            line = hidden_json(json.dumps({"reply": text, "n": 1}, ensure_ascii=ascii_only))
            assert secret not in json.loads(line)["reply"]
        assert hidden_from_outside(base64.b64encode(text.encode(errors="replace")).decode()).count("[hidden]") >= 1
        assert hidden(hidden(text)) == hidden(text)


@given(st.text(max_size=200))
def test_a_text_without_a_secret_stays_as_it_is(text) -> None:
    assert hidden(text) == text
    line = json.dumps({"reply": text})
    assert hidden_json(line) is line
    assert hidden_bytes(line.encode()) == line.encode()


@pytest.mark.parametrize(("name", "value", "found"), [
    ("A_TOKEN", "abcdef", True), ("A_TOKEN", "abcde", False), ("A_TOKEN", "  abcde\n", False),
    ("DB_PASSWORD", "hunter2", True), ("MY_PASS", "hunter2", True), ("SNOWFLAKE_JWT", "hunter2", True),
    ("OLDPWD", "hunter2", False),
    ("AZURE_STORAGE_CONNECTION_STRING", "Name=x;AccountKey=0123456789abcdef==", True),
    ("GOOGLE_APPLICATION_CREDENTIALS", "0123456789abcdef", True), ("GOOGLE_APPLICATION_CREDENTIALS", __file__, False),
    ("AWS_ACCESS_KEY_ID", "0123456789abcdef", True), ("OPENAI_KEY_2", "0123456789abcdef", True),
    ("TOKEN_BUDGET", "100000", False), ("TOKENIZERS_PARALLELISM", "0123456789abcdef", False),
    ("KEYBOARD", "0123456789abcdef", False), ("MONEY", "0123456789abcdef", False),
])
def test_a_variables_name_tells_whether_its_value_is_a_secret(name, value, found, monkeypatch) -> None:
    monkeypatch.setenv(name, value)
    assert (hidden(f"<{value.strip()}>") != f"<{value.strip()}>") == found


def test_a_change_of_the_environment_is_noticed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hidden("another-one") == "another-one"
    monkeypatch.setenv("OTHER_SECRET", "another-one")
    assert hidden("another-one") == "[hidden]"
    monkeypatch.delenv("OTHER_SECRET")
    assert hidden("another-one") == "another-one"


def test_of_secrets_that_contain_each_other_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_KEY", "abcdef")
    monkeypatch.setenv("B_SECRET", "abcdefghi")
    assert hidden("abcdefghi") == "[hidden]"


def test_each_key_of_a_list_and_each_secret_of_a_json_object_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEYS", "first-key-0123456789, second-key-0123456789")
    pem = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nbase64base64base64\n-----END PRIVATE KEY-----\n"
    monkeypatch.setenv("VERTEXAI_CREDENTIALS", json.dumps({"type": "service_account", "private_key": pem}))
    assert hidden("second-key-0123456789") == "[hidden]"
    assert hidden("line MIIEvQIBADANBgkqhkiG9w0") == "line [hidden]"
    assert hidden("service_account") == "service_account"


def test_what_addresses_of_the_environment_hide_is_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxyuser:proxypass%21@proxy:3128")
    monkeypatch.setenv("OPENAI_API_BASE", "http://host/v1?subscription=by-query&api-version=2024-05-01&x=1")
    assert hidden("proxyuser proxypass! by-query") == "[hidden] [hidden] [hidden]"
    assert hidden("2024-05-01 host 3128") == "2024-05-01 host 3128"


@pytest.mark.parametrize("line", [
    '{"match_id":"123456","seed":123456789,"game":"123456","key":{"123456":1.5e-7}}',
    '{"sha256":"00123456ff","n":[123456,true,null]}',
])
def test_ids_numbers_and_names_of_fields_stay_however_weak_a_password(line, monkeypatch) -> None:
    monkeypatch.setenv("MY_PASSWORD", "123456")
    assert json.loads(hidden_json(line)) == json.loads(line)
    assert json.loads(hidden_bytes(line.encode())) == json.loads(line)


def test_a_line_that_is_not_json_is_hidden_as_a_text() -> None:
    assert hidden_json('{"a": Zx81/canary+fedc"ba') == '{"a": [hidden]'
    assert hidden_bytes(b"\xff" + SECRET.encode()) == "\ufffd[hidden]".encode()


@pytest.mark.parametrize(("text", "shown"), [
    ("sk-proj-abcdefghijklmnop.", "[hidden]."),
    ("authorization: Bearer abcdefghijklmnop1234", "authorization: Bearer [hidden]"),
    ("https://user:password@host/v1", "https://[hidden]@host/v1"),
    ("AKIAIOSFODNN7EXAMPLE", "[hidden]"),
    (f"hf_{'a1' * 17} ghp_{'b2' * 18} ya29.{'c3' * 20}", "[hidden] [hidden] [hidden]"),
    ("The Bearer of bad news; ask-me-anything-you-want; sk-1; risk-free", None),
    ("http://host:80/a@b, me@host, a Basic idea", None),
])
def test_what_has_the_shape_of_a_key_is_hidden_where_texts_come_from_outside(text, shown) -> None:
    assert hidden_from_outside(text) == (shown or text)


@pytest.mark.parametrize(("text", "shown"), [
    ("one\n two\x1b", "one two"),
    (f"{SECRET} and hunter2", "[hidden] and hunter2"),
    ("sk-proj-abc*****xyz, SK-1", "[hidden], [hidden]"),
    ("Bearer abc.def other", "Bearer [hidden] other"),
    ("https://user:password@host/v1", "https://[hidden]@host/v1"),
    ("for url 'http://host/v1?a=b&c=d' (404)", "for url 'http://host/v1?[hidden]' (404)"),
    ("ask-1 risk-free", "ask-1 risk-free"),
    ("none", "none"),
])
def test_a_redacted_error_is_one_line_without_secrets(text, shown) -> None:
    assert redacted(text) == shown


@pytest.mark.parametrize(("address", "shown"), [
    ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"),
    ("https://host/a/b/", "https://host/a/b/"),
    ("https://user:pw@host:1/v1?k=s#f", "https://host:1/v1"),
    ("http://host/v1?k=s", "http://host/v1"),
    ("http://host/v1?", "http://host/v1"),
    ("http://host/a@b", "http://host/a@b"),
    ("http://[bad/v1?k=s", "http://[bad/v1"),
])
def test_an_address_is_shown_without_what_may_be_a_key(address, shown) -> None:
    assert public_address(address) == shown


def test_the_secrets_of_an_address_are_its_user_info_and_the_values_of_its_query() -> None:
    assert address_secrets("https://someone:pass%40word@host/v1?a=abcdef&b=2&api-version=2024-01-01") == [
        "someone", "pass@word", "abcdef"]
    assert address_secrets(None) == address_secrets("http://[bad?a=abcdef") == address_secrets("http://host/v1") == []


def test_names_that_may_mark_a_secret() -> None:
    marked = ["OPENAI_API_KEY", "apikey", "AWS_ACCESS_KEY_ID", "HF_TOKEN", "GH_PAT", "DB_CREDENTIALS"]
    others = ["HOME", "PWD", "KEYMAP", "TOKENIZERS_PARALLELISM", "PATH", "COMPASS"]
    assert [name for name in (*marked, *others) if is_secret_name(name)] == marked


HOSTILE = ["x", "sk-", "http://", "http://?", "://@", "://a", " ", "Bearer ", "eyJ-", "eyJ.", "a:", "Basic a b ",
           'Zx81/canary+fedc"b', 'Zx81/canary+fedc"ba', "hf_", "\\", "%2F"]


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("hide", [hidden, hidden_json, hidden_from_outside, redacted])
def test_the_time_grows_no_faster_than_the_text(hide, unit) -> None:
    def cost(length: int) -> float:
        text = unit * (length // len(unit))
        taken = []
        for _ in range(3):
            began = time.process_time()
            hide(text)
            taken.append(time.process_time() - began)
        return min(taken)

    # Twenty times the text; quadratic growth would take four hundred times the time.
    assert cost(1_000_000) < 100 * max(cost(50_000), 1e-3)
