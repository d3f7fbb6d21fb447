"""Files and indices of the match browser, read as its page reads them."""

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

FILE = re.compile(r'gtarena_matches\("([0-9a-f]{16})","([A-Za-z0-9+/=]+)"\);\n')


def unpacked(text: str) -> Any:
    """Returns the JSON in the base64 of gzip, read as strictly as a browser does."""
    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not JSON")

    return json.loads(gzip.decompress(base64.b64decode(text, validate=True)), parse_constant=refuse)


def opened(file: Path) -> Any:
    """Returns the JSON of a file of matches, which must have the form and the name that the page expects."""
    found = FILE.fullmatch(file.read_bytes().decode("ascii"))
    assert found, file
    assert file.name == f"{found[1]}.js"
    return unpacked(found[2])
