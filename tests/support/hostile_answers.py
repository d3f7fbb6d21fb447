"""Answers of a server that is broken or malicious, each under the name of what it does.

The endless ones go on until the client hangs up, and no client should read the large ones to their end.
"""

import itertools
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from tests.support.openai_server import Answer, Raw, Received, Stream, chat

KILOBYTE, MEGABYTE = 2**10, 2**20
LARGE = 100 * MEGABYTE
BOMB = 4096 * MEGABYTE  # after decompression

REDIRECTS = (301, 302, 303, 307, 308)
STRANGER = "localhost"  # servers are called by their number

Hostile = Callable[[Received], Answer]

_PIECE = b"a" * KILOBYTE * 64
_HEAD, _TAIL = (part.encode() for part in chat("|").body.split("|"))
_GZIP = {"Content-Encoding": "gzip"}


def _large() -> Iterator[bytes]:
    return itertools.chain([_HEAD], itertools.repeat(_PIECE, LARGE // len(_PIECE)), [_TAIL])


def _endless() -> Iterator[bytes]:
    return itertools.chain([_HEAD], itertools.repeat(_PIECE))


@cache
def _bomb() -> list[bytes]:
    """Returns a chat answer of 4 GB in 4 MB of gzip, whose trailer is missing."""
    packer = zlib.compressobj(9, wbits=31)
    blocks = []
    for piece in (_HEAD, b"a" * MEGABYTE, b"a" * MEGABYTE):
        blocks.append(packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH))
    # The second block after the same letters does not depend on what came before.
    return [blocks[0], blocks[2] * (BOMB // MEGABYTE)]


def _bomb_in_a_bomb() -> Iterator[bytes]:
    packer = zlib.compressobj(9, wbits=31)
    return iter([packer.compress(b"".join(_bomb())) + packer.flush()])


def _stream(pieces: Callable[[], Iterator[bytes]], status: int = 200, **headers: str) -> Hostile:
    return lambda request: Stream(pieces, status, headers={name.replace("_", "-"): headers[name] for name in headers})


def _chat(text: str | None = "Answer: a", **changes: Any) -> Hostile:
    return lambda request: chat(text, **changes)


def _error_object(error: Any, **fields: Any) -> Hostile:
    return lambda request: Raw(json.dumps({"error": error} | fields))


def _usage(**counts: Any) -> Hostile:
    return _chat(usage={"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18} | counts)


def _sent(request: Received) -> str:
    return ", ".join(f"{name}: {value}" for name, value in request.headers.items())


def _echo_in_reply(request: Received) -> Answer:
    return chat(f"You sent {_sent(request)}.\nAnswer: a")


def _echo_in_error(request: Received) -> Answer:
    return Raw(json.dumps({"error": {"message": f"Wrong: {_sent(request)}", "code": "wrong"}}), 401)


def _redirect(status: int) -> Hostile:
    """Redirects to another host, which is this one under another name."""
    return lambda request: Raw("", status, headers={
        "Location": f"http://{STRANGER}:{request.headers['host'].rpartition(':')[2]}{request.path}"})


def _redirect_to_itself(request: Received) -> Answer:
    return Raw("", 308, headers={"Location": request.path})


HOSTILE: dict[str, Hostile] = {
    # Too large
    "large_reply": _stream(_large),
    "endless_reply": _stream(_endless), "endless_spaces": _stream(lambda: itertools.repeat(b" " * len(_PIECE))),
    "gzip_bomb": _stream(lambda: iter(_bomb()), Content_Encoding="gzip"),
    "nested_gzip_bomb": _stream(_bomb_in_a_bomb, Content_Encoding="gzip, gzip"), "large_error": _stream(_large, 500),
    "endless_error": _stream(_endless, 500), "endless_refusal": _stream(_endless, 401),
    "gzip_bomb_error": _stream(lambda: iter(_bomb()), 500, Content_Encoding="gzip"),
    "megabyte_error": lambda request: Raw(json.dumps({"error": {"message": "://" * 350_000, "code": "x"}}), 500),
    "many_lists": lambda request: Raw(f"[{'[],' * 700_000}[]]"), "deep_lists": lambda request: Raw("[" * 1_000_000),
    "many_thoughts": _chat("<think></think>" * 130_000 + "Answer: a"),
    "long_number": lambda request: Raw('{"choices": ' + "9" * 100_000 + "}"),
    # Not what its headers say
    "broken_gzip": lambda request: Raw(chat("Answer: a").body, headers=_GZIP),
    "unknown_encoding": lambda request: Raw(chat("Answer: a").body, headers={"Content-Encoding": "br"}),
    "empty_body": lambda request: Raw(""),
    # A success with an error in it
    "error_code_text": _error_object({"message": "boom", "code": "rate_limit_exceeded"}),
    "error_code_number": _error_object({"message": "boom", "code": 429}),
    "error_code_digits": _error_object({"message": "boom", "code": "503"}),
    "error_code_null": _error_object({"message": "boom", "code": None}),
    "error_code_list": _error_object({"message": "boom", "code": [500]}),
    "error_code_fraction": _error_object({"message": "boom", "code": 4.5}),
    "error_code_zero": _error_object({"message": "boom", "code": 0}),
    "error_code_missing": _error_object({"message": "boom"}), "error_text": _error_object("boom"),
    "error_list": _error_object(["boom"]),
    "error_beside_null_choices": _error_object({"message": "boom", "code": "x"}, choices=None),
    "error_beside_choices": _error_object({"message": "boom", "code": "x"}, choices=[]),
    # Token counts
    "usage_negative": _usage(prompt_tokens=-3000, completion_tokens=-5, total_tokens=-3005),
    "usage_huge": _usage(prompt_tokens=10**400), "usage_absurd": _usage(prompt_tokens=10**15, completion_tokens=10**15),
    "usage_text": _usage(prompt_tokens="eleven", completion_tokens="7"), "usage_fraction": _usage(prompt_tokens=11.5),
    "usage_nan": _usage(prompt_tokens=float("nan"), completion_tokens=float("inf")),
    "usage_bool": _usage(prompt_tokens=True, completion_tokens=True), "usage_list": _chat(usage=[1, 2]),
    "usage_word": _chat(usage="many"), "usage_null": _chat(usage=None),
    "usage_details_negative": _usage(completion_tokens_details={"reasoning_tokens": -9}),
    # Elsewhere
    **{f"redirect_{status}": _redirect(status) for status in REDIRECTS},
    "redirect_to_itself": _redirect_to_itself,
    "cookie": lambda request: replace(chat("Answer: a"), headers={"Set-Cookie": "track=1; Path=/"}),
    # The key
    "echo_in_reply": _echo_in_reply,
    "echo_in_error": _echo_in_error}
