import pytest

from gtarena.agents.llm.token_limits import NO_LIMITS, TokenLimits
from gtarena.errors import UsageError


def test_a_scheme_has_its_own_limit_or_that_of_all():
    limits = TokenLimits(40, {"tree_of_thoughts": 256})
    assert (limits.of("single"), limits.of("tree_of_thoughts")) == (40, 256)


def test_without_limits_every_reply_is_as_long_as_the_provider_allows():
    assert NO_LIMITS.of("single") is None


@pytest.mark.parametrize(("given", "message"), [
    ({"max_tokens": 0}, r"^max_tokens=0 is not a whole number of at least 1$"),
    ({"max_tokens": True}, r"^max_tokens=True is not a whole number of at least 1$"),
    ({"max_tokens": "40"}, r"^max_tokens='40' is not a whole number of at least 1$"),
    ({"schemes": {"single": None}}, r"^schemes.single=None is not a whole number of at least 1$"),
    ({"schemes": {"slow": 9}}, r"^schemes.slow is not single or self_consistency or tree_of_thoughts"),
    ({"schemes": 256}, r"^schemes=256 is not a limit for each scheme: write schemes: \{single: 256\}$"),
])
def test_a_wrong_limit_is_refused_in_one_line(given, message):
    with pytest.raises(UsageError, match=message):
        TokenLimits(**given)
