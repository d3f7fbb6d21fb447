"""Search for secrets in files that are to be published, also in what is packed inside them."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from gtarena.system.redaction import BLOCKS, HIDDEN, IN_ADDRESSES, SIGNS, WORDS, secret_forms

_SHAPES = {
    **{kind: re.compile(rf"\b(?:{pattern})".encode()) for kind, pattern in WORDS.items()},
    **{kind: re.compile(pattern.encode()) for kind, pattern in {**IN_ADDRESSES, **BLOCKS}.items()},
    # It has a digit, unlike a word.
    "a key in an address or a setting (api_key=...)": re.compile(
        rb"""(?i:[?&](?:key|token|access[-_]?token|sig|signature|secret|password|code)=|api[-_]?key["']?\s?[:=]\s?["']?)"""
        rb"""(?=[\w.~+/%-]{0,99}[0-9])[\w.~+/%-]{16,}"""),
}
_SIGNS = re.compile("|".join(map(re.escape, (*SIGNS, "api", "API", "Api"))).encode())
# Pictures and packed data, whose letters are no words.
_PACKED = re.compile(rb"""(?:;base64,|(?<=["'>]))[A-Za-z0-9+/]{200,}={0,2}(?=["'<)])""")
_BASE64 = re.compile(rb"(?<![A-Za-z0-9+/])(?![0-9a-f]{32})[A-Za-z0-9+/]{24,}")  # hexadecimal digits are digests
_READABLE = re.compile(rb"[\t\n\r -~]*")
_PICTURE, _GZIP = b"\x89PNG", b"\x1f\x8b"
_MOST_UNPACKED = 200_000_000  # bytes; more than any file of matches has
_ESCAPED_LETTER = re.compile(rb"\\+u00([2-7][0-9a-fA-F])")  # of JSON, also within JSON
_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{4}|.)")  # the n of a line break would hide where a word begins
_NO_WORDS = re.compile(rb"[0-9]|[a-z][A-Z]|[A-Z]{2}|[A-Za-z]{17}")
_CHUNK = 1000  # rows of a Parquet file at a time


class SecretScan:
    """Search for the secrets of the environment, for what is shaped like a key, and for private names.

    Args:
        private: texts that must not be in any file, by kind.
    """

    def __init__(self, private: Mapping[str, bytes]) -> None:
        self._forms = {f"the value of the environment variable {name}": forms for name, forms in secret_forms().items()}
        self._forms |= {kind: (text,) for kind, text in private.items()}

    def kinds(self, data: bytes) -> list[str]:
        """Returns the kinds of secrets in the data, never the secrets themselves."""
        data = _ESCAPED_LETTER.sub(_letter, data)
        found = [kind for kind, forms in self._forms.items() if any(form in data for form in forms)]
        plain = _ESCAPE.sub(b" ", _PACKED.sub(b"", data))
        if _SIGNS.search(plain):
            found += [kind for kind, shape in _SHAPES.items() if any(map(_is_secret, shape.finditer(plain)))]
        for packed in map(_unpack, _BASE64.findall(data)):
            found += self.kinds(packed) if packed else ()
        return list(dict.fromkeys(found))

    def kinds_in_file(self, path: Path) -> list[str]:
        """Returns the kinds of secrets in a file; a Parquet file is read, because its pages are compressed."""
        found = self.kinds(path.read_bytes())
        if path.suffix == ".parquet":
            found += (kind for part in _parquet_parts(path) for kind in self.kinds(part))
        return list(dict.fromkeys(found))


def _is_secret(found: re.Match[bytes]) -> bool:
    """Returns whether a text of a key's shape may be one, and is not hyphenated words: sk-learn-based-models."""
    words = b"-" not in found[0][3:] or _NO_WORDS.search(found[0])
    return bool(words) and HIDDEN.encode() not in found[0]


def _letter(found: re.Match[bytes]) -> bytes:
    return bytes.fromhex(found[1].decode())


def _unpack(text: bytes) -> bytes:
    """Returns what is packed in base64 if it can be read: text, text within gzip, or a picture with its remarks."""
    data = base64.b64decode(text[:len(text) - (len(text) % 4 == 1)] + b"==")
    if data.startswith(_GZIP):
        try:
            return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, _MOST_UNPACKED)
        except zlib.error:
            return b""
    return data if data.startswith(_PICTURE) or _READABLE.fullmatch(data) else b""


def _parquet_parts(path: Path) -> Iterator[bytes]:
    """Yields the values of a Parquet file as text."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(_CHUNK):
            for column in batch.columns:
                yield "\n".join(map(str, column.to_pylist())).encode(errors="replace")
