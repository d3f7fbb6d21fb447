import base64
import gzip
import json

import pandas as pd
import pytest

from gtarena.exports.secret_scan import SecretScan

KEY = "sk-" + "1234567890abcdef"


@pytest.fixture
def scan():
    return SecretScan({"the path of your home folder": b"/home/ann"})


def test_the_value_of_a_variable_is_found_in_every_encoding_and_never_told(monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "correct-horse-battery")
    scan = SecretScan({})
    secret = b"correct-horse-battery"
    for form in (secret, base64.b64encode(b"x " + secret), secret.hex().encode()):
        assert scan.kinds(b"a " + form + b" b") == ["the value of the environment variable SOME_API_KEY"]
    assert scan.kinds(b"correct-horse") == []


OPENAI, STATED = "a key as of OpenAI or Anthropic (sk-...)", "a key in an address or a setting (api_key=...)"


@pytest.mark.parametrize(("text", "kind"), [
    *((text, OPENAI) for text in (
        KEY, f'{{"reply":"\\n{KEY}"}}', f"<p>{KEY}</p>", f"key={KEY}", rf"\u0073{KEY[1:]}", rf"\\u0073{KEY[1:]}",
        base64.b64encode(f"it is {KEY}!".encode()).decode())),
    *((text, STATED) for text in (
        "https://example.org/v1?sig=0123456789abcdef", "x-api-key: 0123456789abcdef",
        r'{\"api_key\":\"0123456789abcdef\"}')),
    ("in /home/ann/results", "the path of your home folder")])
def test_a_key_is_found_by_its_shape_and_what_stands_before_it_and_private_names_are_too(scan, text, kind):
    assert scan.kinds(text.encode()) == [kind]


@pytest.mark.parametrize("text", [
    "sk-learn-based-classifiers", "Basic understandings-of-games", "0123456789abcdef" * 4, "https://a.org/?key=intro",
    '{"api_key":null}', "a task-force of 1234567890abcdef", "[hidden]", "https://example.org:443/a",
    "Bearer [hidden]", "sk-1"])
def test_other_texts_are_no_secrets(scan, text):
    assert scan.kinds(text.encode()) == []


def test_packed_data_and_parquet_are_unpacked_and_pictures_are_not_read_as_words(scan, tmp_path):
    remark = base64.b64encode(b"\x89PNG\r\n\x1a\n\x00tEXtComment\x00" + KEY.encode() + b"\x00" * 200).decode()
    assert scan.kinds(f'<img src="data:image/png;base64,{remark}">'.encode()) != []
    noise = base64.b64encode(bytes(range(256)) * 4).decode()
    packed = base64.b64encode(gzip.compress(json.dumps({"reply": KEY, "other": noise}).encode())).decode()
    assert len(packed) > 200
    assert scan.kinds(f'gtarena_matches("x","{packed}");'.encode()) == ["a key as of OpenAI or Anthropic (sk-...)"]
    assert scan.kinds(f'<img src="data:image/png;base64,{"A" * 200}/eyJ{"a" * 60}">'.encode()) == []
    file = tmp_path / "a.parquet"
    pd.DataFrame({"reply": ["hello " * 50] * 50 + [KEY], "seat": range(51)}).to_parquet(file, compression="zstd")
    assert scan.kinds_in_file(file) == ["a key as of OpenAI or Anthropic (sk-...)"]
