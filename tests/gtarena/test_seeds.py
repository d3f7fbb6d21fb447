import hashlib
import json

from hypothesis import given
from hypothesis import strategies as st

from gtarena.seeds import SEED_LIMIT, derive


def test_a_seed_follows_from_its_separate_parts_alone_and_fits_into_a_signed_32_bit_integer():
    assert derive(1, "chance") == derive(1, "chance") == 253022800
    assert len({derive(1, "chance"), derive(2, "chance"), derive(1, "agent"), derive(1, "chance", 0)}) == 4
    assert len({derive("a", "b"), derive("ab"), derive(12), derive(1, 2), derive("12")}) == 5
    assert all(0 <= derive(number) < SEED_LIMIT == 2**31 for number in range(1000))


@given(st.lists(st.integers() | st.text() | st.booleans() | st.floats(allow_nan=False)))
def test_a_seed_is_a_hash_of_its_parts_as_json(parts):
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()
    assert derive(*parts) == int.from_bytes(digest[:8], "big") % SEED_LIMIT
