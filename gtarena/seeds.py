"""Seeds derived from their purpose, so that nothing draws from a shared generator."""

import hashlib
import json

SEED_LIMIT = 2**31  # OpenSpiel's C++ bots take a signed 32-bit seed


def derive(*parts: int | str) -> int:
    """Returns a seed from 0 to 2**31 - 1 that depends on all parts and on nothing else."""
    written = ", ".join([str(part) if type(part) is int else json.dumps(part) for part in parts])
    digest = hashlib.sha256(f"[{written}]".encode()).digest()  # of JSON, which is written faster piece by piece
    return int.from_bytes(digest[:8], "big") % SEED_LIMIT
