"""Errors of model calls in one line: the model, the cause and the remedy, without secrets."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from gtarena.models.base import ErrorKind, ModelError
from gtarena.models.failures import Failure, unsendable_keys
from gtarena.redaction import address_secrets, hidden_from_outside, public_address, redacted

DETAIL_LENGTH = 300
# Only the beginning of a longer text is searched for secrets, which takes time, and the end of that is not shown: it
# may hold the first half of a secret.
MOST_SEARCHED = 8000
NOT_SHOWN = 4000


class Cause(NamedTuple):
    """Kind of an error, and the text that states its cause and remedy; ``{address}`` stands for the server's."""

    kind: ErrorKind
    text: str


_UNREACHABLE = Cause("temporary", "nothing answers at {address}; check model.api_base and that the server is running")
_NO_CREDIT = Cause("setup", "its account has no credit left; add some or choose another model")
_ANY_KEY = "the provider's *_API_KEY environment variable"
_NO_KEY = Cause("setup", f"its API key is blank; set {_ANY_KEY}")
_UNSENDABLE_KEY = "its API key holds a line break or another character that cannot be sent; set {keys} again without it"
_TOO_LONG = Cause("setup", "the chat is too long for it; choose a model with a longer context")
_CHAT_REFUSED = Cause("setup", "its provider refused the chat; choose another model or prompt")
_REFUSED = Cause("setup", "it refused the request; check the settings under model.*")
_UNSUPPORTED = Cause("setup", "it does not accept these settings; change them under model.*")
_SERVER_FAILED = Cause("temporary", "its server failed; try again later")
_TIMED_OUT = Cause("temporary", "it did not answer in time; raise model.timeout or try again later")

# By the name of the exception's class or of one of its bases.
_BY_CLASS = {
    "UnsupportedParamsError": _UNSUPPORTED,
    "ContextWindowExceededError": _TOO_LONG,
    "ContentPolicyViolationError": _CHAT_REFUSED,
    "APITimeoutError": _TIMED_OUT,
}
# Not to be tried again: it is this machine that refuses.
_OUT_OF_FILES = Cause(
    "setup", "this machine lets the run open no more connections; raise `ulimit -n` or lower model.concurrency")
_BROKE_OFF = Cause("temporary", "the connection to {address} broke off; try again later")
_UNREADABLE = Cause("temporary", "its server's answer cannot be read; try again later")
_BY_BREAK = {
    "ConnectError": _UNREACHABLE,
    "ReadError": _BROKE_OFF,
    "RemoteProtocolError": _BROKE_OFF,
    "DecodingError": _UNREADABLE,
    "ReplyTooLargeError": Cause(
        "temporary", "its server's answer is longer than model.max_tokens and model.logprobs can need"),
}
# By the code or type that the error's body states, as OpenAI spells them.
_BY_CODE = {
    "insufficient_quota": _NO_CREDIT,
    "context_length_exceeded": _TOO_LONG,
    "content_filter": _CHAT_REFUSED,
    "content_policy_violation": _CHAT_REFUSED,
}
_BY_HTTP_STATUS = {
    401: Cause("setup", f"its API key was refused; check {_ANY_KEY}"),
    402: _NO_CREDIT,
    403: Cause("setup", "its API key may not use this model; choose another model or key"),
    404: Cause("setup", "the model or the address does not exist; check model.name and model.api_base"),
    408: _TIMED_OUT,
    409: _SERVER_FAILED,
    425: _SERVER_FAILED,
    429: Cause("temporary", "its rate limit is reached; lower model.requests_per_minute or try again later"),
}

_NUMBER = re.compile(r"\s*\d{1,9}(?:\.\d{0,9})?\s*")
_WRAPPERS = re.compile(r"^(?:litellm\.)?(?:\w*Error: |\w+Exception - |litellm\.)+")
_OTHER_ADVICE = re.compile(r"\s*(?:To drop (?:unsupported|these)|Handle with `litellm).*$")


def _utc_now() -> datetime:
    return datetime.now(UTC)


def model_error(
    error: Exception, name: str, address: str | None, now: Callable[[], datetime] = _utc_now
) -> ModelError:
    """Returns the ``ModelError`` for an exception that a call of the model ``name`` raised.

    ``address`` is where the model was called if not at its provider's; ``now`` returns the time in UTC, from which the
    seconds until a date are counted.
    """
    failure = Failure(error)
    cause = _cause(failure)
    detail = _OTHER_ADVICE.sub("", _WRAPPERS.sub("", _searched(failure.detail, address)))[:DETAIL_LENGTH]
    called = public_address(address) if address else "the address of its provider"
    message = f"{name}: {cause.text.format(address=called)}"
    line = redacted(f"{message} ({detail})" if detail else message)
    # Some servers refuse log-probabilities as if the key were not allowed to use the model, or as a failure.
    refused = cause in (_REFUSED, _UNSUPPORTED) or "logprob" in detail.lower()
    return ModelError(line, cause.kind, name, retry_after=_retry_after(error, now()), refused=refused)


def _retry_after(error: Exception, now: datetime) -> float | None:
    """Returns the seconds of the Retry-After header, which holds a number or a date; ``None`` without one."""
    headers = getattr(error, "litellm_response_headers", None) or {}
    asked = next((value for name, value in headers.items() if name.lower() == "retry-after"), "")
    try:
        seconds = float(asked) if _NUMBER.fullmatch(asked) else _seconds_until(asked, now)
    except ValueError:
        return None
    return max(seconds, 0.0)


def _seconds_until(date: str, now: datetime) -> float:
    # HTTP's dates are always in UTC, whatever name they give it.
    return (parsedate_to_datetime(date).replace(tzinfo=UTC) - now).total_seconds()


def _searched(text: str, address: str | None) -> str:
    """Returns the redacted beginning of a text of any length."""
    found = redacted(hidden_from_outside(text[:MOST_SEARCHED], address_secrets(address)))
    return found if len(text) <= MOST_SEARCHED else found[:-NOT_SHOWN]


def _cause(failure: Failure) -> Cause:
    if failure.out_of_files:
        return _OUT_OF_FILES
    if failure.broken:
        return _BY_BREAK[failure.broken]
    # litellm reports keys that are blank or cannot be sent as failures of the server.
    if "Missing credentials" in str(failure.error):
        return _NO_KEY
    if failure.unsendable:
        return Cause("setup", _UNSENDABLE_KEY.format(keys=" and ".join(unsendable_keys()) or _ANY_KEY))
    if failure.malformed:
        return _UNREADABLE
    stated = [str(failure.stated.get(field)) for field in ("code", "type")]
    codes = [_BY_CODE[code] for code in stated if code in _BY_CODE]
    named = [_BY_CLASS[base.__name__] for base in type(failure.error).__mro__ if base.__name__ in _BY_CLASS]
    return next(iter([*codes, *named]), None) or _by_status(failure.status)


def _by_status(status: int) -> Cause:
    return _BY_HTTP_STATUS.get(status, _REFUSED if 400 <= status < 500 else _SERVER_FAILED)
