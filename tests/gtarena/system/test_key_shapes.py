import re

import pytest

from gtarena.system.redaction import BLOCKS, IN_ADDRESSES, SIGNS, WORDS

# Put together here, so that no scanner takes this file for a leak.
EXAMPLES = [
    "sk-" + "proj-abcdef0123456789", "AKIA" + "ABCDEFGHIJKLMNOP", "ghp_" + "a1" * 18, "hf_" + "aB" * 17,
    "AIza" + "Sy0" * 12, "gsk_" + "a1" * 26,
    "csk-" + "a1" * 24, "glpat-" + "a1" * 10, "eyJ" + "hbGciOiJIUzI1NiJ9." * 3, "ya29." + "a0" * 20,
    "Bearer " + "abcdef0123456789",
]


@pytest.mark.parametrize(("kind", "example"), list(zip(WORDS, EXAMPLES, strict=True)))
def test_every_kind_of_key_is_recognised_by_its_shape_and_has_a_sign(kind, example):
    assert re.fullmatch(WORDS[kind], example)
    assert any(sign in example for sign in SIGNS)


def test_passwords_in_addresses_and_private_keys_are_recognised():
    (address,), (block,) = IN_ADDRESSES.values(), BLOCKS.values()
    assert re.search(address, "https://ann:secret@host/v1")
    assert not re.search(address, "https://host:8000/v1")
    assert re.search(block, "-----BEGIN RSA PRIVATE " + "KEY-----")
