"""Hostile answers as an HTTP client sees them that stops reading in time."""

import contextlib
import zlib
from collections.abc import Iterator

import httpx
import pytest

from tests.support.faulty_server import FaultyServer
from tests.support.hostile_answers import BOMB, HOSTILE, MEGABYTE
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


def test_a_bomb_of_megabytes_holds_gigabytes_and_one_in_another_is_small_until_unpacked_twice() -> None:
    packed, unpacker = body("gzip_bomb"), zlib.decompressobj(31)
    assert len(packed) < 5 * MEGABYTE
    # All of its blocks are alike, so that a part tells the size of the whole.
    unpacked = len(unpacker.decompress(packed, 64 * MEGABYTE))
    read = len(packed) - len(unpacker.unconsumed_tail)
    assert unpacked / read * len(packed) > 0.95 * BOMB
    packed = body("nested_gzip_bomb")
    assert len(packed) < MEGABYTE / 10
    assert zlib.decompress(packed, 31) == body("gzip_bomb")


@pytest.mark.parametrize("name", [name for name in HOSTILE if name.startswith("echo")])
def test_an_echo_holds_the_key(name: str) -> None:
    assert b"Bearer my-key" in body(name)
