"""Search for secrets in files that are to be published, also in what is packed inside them."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from gtarena.key_shapes import BLOCKS, IN_ADDRESSES, SIGNS, WORDS
from gtarena.redaction import HIDDEN, secret_forms

_SHAPES = {
    **{kind: re.compile(rf"\b(?:{pattern})".encode()) for kind, pattern in WORDS.items()},
    **{kind: re.compile(pattern.encode()) for kind, pattern in {**IN_ADDRESSES, **BLOCKS}.items()},
}
_SIGNS = re.compile("|".join(map(re.escape, SIGNS)).encode())
# Pictures and packed data, whose letters are no words.
_PACKED = re.compile(rb"""(?:;base64,|(?<=["'>]))([A-Za-z0-9+/]{200,}={0,2})(?=["'<)])""")
_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{4}|.)")  # of JSON; the n of a line break would hide where a word begins
_GZIP = b"H4sI"
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
        plain = _ESCAPE.sub(b" ", _PACKED.sub(b"", data))
        found = [kind for kind, forms in self._forms.items() if any(form in data for form in forms)]
        if _SIGNS.search(plain):
            found += [kind for kind, shape in _SHAPES.items() if any(map(_is_secret, shape.finditer(plain)))]
        for packed in _PACKED.finditer(data):
            found += self._unpacked_kinds(packed[1])
        return list(dict.fromkeys(found))

    def _unpacked_kinds(self, text: bytes) -> list[str]:
        if not text.startswith(_GZIP):
            return []
        try:
            return self.kinds(zlib.decompress(base64.b64decode(text), zlib.MAX_WBITS | 16))
        except (binascii.Error, zlib.error):
            return []

    def kinds_in_file(self, path: Path) -> list[str]:
        """Returns the kinds of secrets in a file; a Parquet file is read, because its pages are compressed."""
        found = self.kinds(path.read_bytes())
        if path.suffix == ".parquet":
            found += (kind for part in _parquet_parts(path) for kind in self.kinds(part))
        return list(dict.fromkeys(found))


def _is_secret(found: re.Match[bytes]) -> bool:
    return HIDDEN.encode() not in found[0]


def _parquet_parts(path: Path) -> Iterator[bytes]:
    """Yields the values of a Parquet file as text."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(_CHUNK):
            for column in batch.columns:
                yield "\n".join(map(str, column.to_pylist())).encode(errors="replace")
