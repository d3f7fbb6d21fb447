import base64
import html
import json
import re
import time
import urllib.parse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.system import redaction
from gtarena.system.redaction import (
    BLOCKS,
    IN_ADDRESSES,
    SIGNS,
    WORDS,
    address_secrets,
    hide_byte_secrets,
    hide_json_secrets,
    hide_outside_secrets,
    hide_secrets,
    is_secret_name,
    public_address,
    redact,
)

SECRET = "Zx81/canary+fedc\"ba"
# Characters that need escapes in one place or another, and none that a command line or an environment cannot hold.
SECRETS = st.text(st.sampled_from("aZ9-_./+=&<>\"'\\%é ~"), min_size=6, max_size=60).map(str.strip).filter(
    lambda secret: len(secret) >= 6 and len(set(secret)) > 3 and secret not in redaction.HIDDEN)


@pytest.fixture(autouse=True)
def _only_planted(monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", SECRET)


@pytest.mark.parametrize(("text", "shown"), [
    (f"a  {SECRET}\r\n\t.", "a  [hidden]\r\n\t."), (json.dumps(SECRET), '"[hidden]"'),
    (json.dumps(json.dumps({"a": SECRET})), '"{\\"a\\": \\"[hidden]\\"}"'),
    (html.escape(f"<{SECRET}>"), "&lt;[hidden]&gt;"),
    (f"x?k={urllib.parse.quote(SECRET)}&{urllib.parse.quote_plus(SECRET)}&{urllib.parse.quote(SECRET, safe='')}",
     "x?k=[hidden]&[hidden]&[hidden]"),
    (urllib.parse.quote(SECRET, safe="").replace("%2F", "%2f").replace("%2B", "%2b"), "[hidden]"),
    (f"sk-{'x' * 40} Bearer {'x' * 40}", f"sk-{'x' * 40} Bearer {'x' * 40}")])
def test_the_secret_is_hidden_in_every_spelling_and_nothing_else(text, shown):
    assert hide_secrets(text).replace("%2f", "%2F") == shown


@pytest.mark.parametrize("before", ["", "u", "us", "user:"])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
def test_no_encoding_of_a_server_gives_the_secret_away(before, encode):
    shown = hide_outside_secrets(encode(f"{before}{SECRET} and more".encode()).decode())
    assert "[hidden]" in shown
    pieces = [base64.urlsafe_b64decode(piece[: len(piece) // 4 * 4].replace("+", "-").replace("/", "_"))
              for piece in shown.split("[hidden]")]
    assert not any(SECRET[:6].encode() in piece or SECRET[-6:].encode() in piece for piece in pieces)
    assert hide_outside_secrets(f"<{SECRET.encode().hex()}>") == "<[hidden]>"
    assert hide_outside_secrets(SECRET.encode().hex().upper()) == "[hidden]"


@given(secret=SECRETS, around=st.tuples(st.text(max_size=20), st.text(max_size=20)))
def test_whatever_the_secret_no_text_or_line_keeps_it(secret, around):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOME_API_KEY", f"{secret}\n")
        text = f"{around[0]}{secret}{around[1]}"
        assert secret not in hide_secrets(text)
        for ascii_only in (True, False):
            line = hide_json_secrets(json.dumps({"reply": text, "n": 1}, ensure_ascii=ascii_only))
            assert secret not in json.loads(line)["reply"]
        assert hide_outside_secrets(base64.b64encode(text.encode(errors="replace")).decode()).count("[hidden]") >= 1
        assert hide_secrets(hide_secrets(text)) == hide_secrets(text)


@given(st.text(max_size=200))
def test_a_text_without_a_secret_stays_as_it_is(text):
    assert hide_secrets(text) == text
    line = json.dumps({"reply": text})
    assert hide_json_secrets(line) is line
    assert hide_byte_secrets(line.encode()) == line.encode()


@pytest.mark.parametrize(("name", "value", "found"), [
    ("A_TOKEN", "abcdef", True), ("A_TOKEN", "abcde", False), ("A_TOKEN", "  abcde\n", False),
    ("DB_PASSWORD", "hunter2", True), ("MY_PASS", "hunter2", True), ("SNOWFLAKE_JWT", "hunter2", True),
    ("OLDPWD", "hunter2", False), ("AZURE_STORAGE_CONNECTION_STRING", "Name=x;AccountKey=0123456789abcdef==", True),
    ("GOOGLE_APPLICATION_CREDENTIALS", "0123456789abcdef", True), ("GOOGLE_APPLICATION_CREDENTIALS", __file__, False),
    ("AWS_ACCESS_KEY_ID", "0123456789abcdef", True), ("OPENAI_KEY_2", "0123456789abcdef", True),
    ("TOKEN_BUDGET", "100000", False), ("TOKENIZERS_PARALLELISM", "0123456789abcdef", False),
    ("KEYBOARD", "0123456789abcdef", False), ("MONEY", "0123456789abcdef", False)])
def test_a_variables_name_tells_whether_its_value_is_a_secret(name, value, found, monkeypatch):
    monkeypatch.setenv(name, value)
    assert (hide_secrets(f"<{value.strip()}>") != f"<{value.strip()}>") == found


def test_secrets_are_read_from_the_environment_anew_each_with_all_its_parts(monkeypatch):
    assert hide_secrets("another-one") == "another-one"
    monkeypatch.setenv("OTHER_SECRET", "another-one")
    assert hide_secrets("another-one") == "[hidden]"
    monkeypatch.delenv("OTHER_SECRET")
    assert hide_secrets("another-one") == "another-one"
    monkeypatch.setenv("A_KEY", "abcdef")
    monkeypatch.setenv("B_SECRET", "abcdefghi")
    assert hide_secrets("abcdefghi") == "[hidden]"
    monkeypatch.setenv("SOME_KEYS", "first-key-0123456789, second-key-0123456789")
    pem = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nbase64base64base64\n-----END PRIVATE KEY-----\n"
    monkeypatch.setenv("VERTEXAI_CREDENTIALS", json.dumps({"type": "service_account", "private_key": pem}))
    assert hide_secrets("second-key-0123456789") == "[hidden]"
    assert hide_secrets("line MIIEvQIBADANBgkqhkiG9w0") == "line [hidden]"
    assert hide_secrets("service_account") == "service_account"
    monkeypatch.setenv("HTTPS_PROXY", "http://proxyuser:proxypass%21@proxy:3128")
    monkeypatch.setenv("OPENAI_API_BASE", "http://host/v1?subscription=by-query&api-version=2024-05-01&x=1")
    assert hide_secrets("proxyuser proxypass! by-query") == "[hidden] [hidden] [hidden]"
    assert hide_secrets("2024-05-01 host 3128") == "2024-05-01 host 3128"


@pytest.mark.parametrize("line", [
    '{"match_id":"123456","seed":123456789,"game":"123456","key":{"123456":1.5e-7}}',
    '{"sha256":"00123456ff","n":[123456,true,null]}'])
def test_ids_numbers_and_names_of_fields_stay_however_weak_a_password(line, monkeypatch):
    monkeypatch.setenv("MY_PASSWORD", "123456")
    assert json.loads(hide_json_secrets(line)) == json.loads(line)
    assert json.loads(hide_byte_secrets(line.encode())) == json.loads(line)


def test_a_line_that_is_not_json_is_hidden_as_a_text():
    assert hide_json_secrets('{"a": Zx81/canary+fedc"ba') == '{"a": [hidden]'
    assert hide_byte_secrets(b"\xff" + SECRET.encode()) == "\ufffd[hidden]".encode()


@pytest.mark.parametrize(("text", "shown"), [
    ("sk-proj-abcdefghijklmnop.", "[hidden]."),
    ("authorization: Bearer abcdefghijklmnop1234", "authorization: Bearer [hidden]"),
    ("https://user:password@host/v1", "https://[hidden]@host/v1"), ("AKIAIOSFODNN7EXAMPLE", "[hidden]"),
    (f"hf_{'a1' * 17} ghp_{'b2' * 18} ya29.{'c3' * 20}", "[hidden] [hidden] [hidden]"),
    ("The Bearer of bad news; ask-me-anything-you-want; sk-1; risk-free", None),
    ("http://host:80/a@b, me@host, a Basic idea", None)])
def test_what_has_the_shape_of_a_key_is_hidden_where_texts_come_from_outside(text, shown):
    assert hide_outside_secrets(text) == (shown or text)


@pytest.mark.parametrize(("text", "shown"), [
    ("one\n two\x1b", "one two"), (f"{SECRET} and hunter2", "[hidden] and hunter2"),
    ("sk-proj-abc*****xyz, SK-1", "[hidden], [hidden]"), ("Bearer abc.def other", "Bearer [hidden] other"),
    ("https://user:password@host/v1", "https://[hidden]@host/v1"),
    ("for url 'http://host/v1?a=b&c=d' (404)", "for url 'http://host/v1?[hidden]' (404)"),
    ("ask-1 risk-free", "ask-1 risk-free"), ("none", "none")])
def test_a_redacted_error_is_one_line_without_secrets(text, shown):
    assert redact(text) == shown


@pytest.mark.parametrize(("address", "shown"), [
    ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"), ("https://host/a/b/", "https://host/a/b/"),
    ("https://user:pw@host:1/v1?k=s#f", "https://host:1/v1"), ("http://host/v1?k=s", "http://host/v1"),
    ("http://host/v1?", "http://host/v1"), ("http://host/a@b", "http://host/a@b"),
    ("http://[bad/v1?k=s", "http://[bad/v1")])
def test_an_address_is_shown_without_what_may_be_a_key(address, shown):
    assert public_address(address) == shown


def test_names_may_mark_a_secret_and_so_may_an_address():
    marked = ["OPENAI_API_KEY", "apikey", "AWS_ACCESS_KEY_ID", "HF_TOKEN", "GH_PAT", "DB_CREDENTIALS"]
    others = ["HOME", "PWD", "KEYMAP", "TOKENIZERS_PARALLELISM", "PATH", "COMPASS"]
    assert [name for name in (*marked, *others) if is_secret_name(name)] == marked
    assert address_secrets("https://someone:pass%40word@host/v1?a=abcdef&b=2&api-version=2024-01-01") == [
        "someone", "pass@word", "abcdef"]
    assert address_secrets(None) == address_secrets("http://[bad?a=abcdef") == address_secrets("http://host/v1") == []
    (address,), (block,) = IN_ADDRESSES.values(), BLOCKS.values()
    assert re.search(address, "https://ann:secret@host/v1")
    assert not re.search(address, "https://host:8000/v1")
    assert re.search(block, "-----BEGIN RSA PRIVATE " + "KEY-----")


HOSTILE = ["x", "sk-", "http://", "http://?", "://@", "://a", " ", "Bearer ", "eyJ-", "eyJ.", "a:", "Basic a b ",
           'Zx81/canary+fedc"b', 'Zx81/canary+fedc"ba', "hf_", "\\", "%2F"]


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("hide", [hide_secrets, hide_json_secrets, hide_outside_secrets, redact])
def test_the_time_grows_no_faster_than_the_text(hide, unit):
    def cost(length: int) -> float:
        text = unit * (length // len(unit))
        taken = []
        for _ in range(2):
            began = time.process_time()
            hide(text)
            taken.append(time.process_time() - began)
        return min(taken)

    # Twenty times the text; quadratic growth would take four hundred times the time.
    assert cost(300_000) < 100 * max(cost(15_000), 3e-4)


# Put together here, so that no scanner takes this file for a leak.
EXAMPLES = [
    "sk-" + "proj-abcdef0123456789", "AKIA" + "ABCDEFGHIJKLMNOP", "ghp_" + "a1" * 18, "hf_" + "aB" * 17,
    "AIza" + "Sy0" * 12, "gsk_" + "a1" * 26, "csk-" + "a1" * 24, "glpat-" + "a1" * 10, "eyJ" + "hbGciOiJIUzI1NiJ9." * 3,
    "ya29." + "a0" * 20, "Bearer " + "abcdef0123456789"]


@pytest.mark.parametrize(("kind", "example"), list(zip(WORDS, EXAMPLES, strict=True)))
def test_every_kind_of_key_is_recognised_by_its_shape_and_has_a_sign(kind, example):
    assert re.fullmatch(WORDS[kind], example)
    assert any(sign in example for sign in SIGNS)
