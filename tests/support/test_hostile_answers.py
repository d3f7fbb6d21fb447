"""Hostile answers as an HTTP client sees them that stops reading in time."""

import contextlib
import json
import zlib
from collections.abc import Iterator

import httpx
import pytest

from tests.support.faulty_server import FaultyServer
from tests.support.hostile_answers import BOMB, HOSTILE, LARGE, MEGABYTE
from tests.support.virtual_time import HANGING

CHAT = {"model": "hostile", "messages": [{"role": "user", "content": "Legal moves: a | b"}]}


@contextlib.contextmanager
def answer(name: str) -> Iterator[httpx.Response]:
    """Yields the answer before its body is read."""
    server = FaultyServer(rate=1, faults=[name])
    url, headers = f"{server.api_base}/chat/completions", {"Authorization": "Bearer my-key"}
    with httpx.stream("POST", url, json=CHAT, headers=headers, timeout=HANGING, verify=False) as response:
        yield response
    assert server.stats()["kinds"] == {name: 1}
    server.close()


def body(name: str) -> bytes:
    with answer(name) as response:
        return b"".join(response.iter_raw())


@pytest.mark.parametrize("name", [name for name in HOSTILE if name.startswith("endless")])
def test_an_endless_answer_is_longer_than_a_large_one(name: str) -> None:
    with answer(name) as response:
        pieces, received = response.iter_raw(), 0
        while received <= LARGE:
            received += len(next(pieces))


def test_a_large_answer_is_a_whole_one() -> None:
    assert len(json.loads(body("large_reply"))["choices"][0]["message"]["content"]) == LARGE


def test_a_bomb_of_megabytes_holds_gigabytes() -> None:
    packed, unpacked, unpacker = body("gzip_bomb"), 0, zlib.decompressobj(31)
    assert len(packed) < 5 * MEGABYTE
    while packed:
        unpacked += len(unpacker.decompress(packed, 64 * MEGABYTE))
        packed = unpacker.unconsumed_tail
    assert unpacked > BOMB


def test_a_bomb_in_a_bomb_is_small_until_it_is_unpacked_twice() -> None:
    packed = body("nested_gzip_bomb")
    assert len(packed) < MEGABYTE / 10
    assert zlib.decompress(packed, 31) == body("gzip_bomb")


@pytest.mark.parametrize("name", [name for name in HOSTILE if name.startswith("echo")])
def test_an_echo_holds_the_key(name: str) -> None:
    assert b"Bearer my-key" in body(name)


@pytest.mark.parametrize("name", [name for name in HOSTILE if name.startswith("error_")])
def test_an_error_object_comes_as_a_success_without_a_reply(name: str) -> None:
    with answer(name) as response:
        assert response.status_code == 200
        found = json.loads(response.read())
    assert found["error"]
    assert not found.get("choices")


@pytest.mark.parametrize("name", [name for name in HOSTILE if name.startswith("usage_")])
def test_strange_usage_comes_with_a_good_reply(name: str) -> None:
    found = json.loads(body(name))
    assert found["choices"][0]["message"]["content"] == "Answer: a"
    assert found["usage"] != {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
