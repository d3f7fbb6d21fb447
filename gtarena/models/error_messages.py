"""Errors of model calls in one line: the model, the cause and the remedy, without secrets."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from gtarena.models.base import ErrorKind, ModelError
from gtarena.redaction import address_secrets, hidden_from_outside, public_address, redacted

DETAIL_LENGTH = 300


class Cause(NamedTuple):
    """Kind of an error, and the text that states its cause and remedy; ``{address}`` stands for the server's."""

    kind: ErrorKind
    text: str


_UNREACHABLE = Cause("temporary", "nothing answers at {address}; check model.api_base and that the server is running")
_NO_CREDIT = Cause("setup", "its account has no credit left; add some or choose another model")
_NO_KEY = Cause("setup", "its API key is blank; set the provider's *_API_KEY environment variable")
_REFUSED = Cause("setup", "it refused the request; check the settings under model.*")
_SERVER_FAILED = Cause("temporary", "its server failed; try again later")
_TIMED_OUT = Cause("temporary", "it did not answer in time; raise model.timeout or try again later")

# By the name of the exception's class or of one of its bases.
_BY_CLASS = {
    "UnsupportedParamsError": Cause("setup", "it does not accept these settings; change them under model.*"),
    "ContextWindowExceededError": Cause("setup", "the chat is too long for it; choose a model with a longer context"),
    "ContentPolicyViolationError": Cause("setup", "its provider refused the chat; choose another model or prompt"),
    "APITimeoutError": _TIMED_OUT,
}
_BY_HTTP_STATUS = {
    401: Cause("setup", "its API key was refused; check the provider's *_API_KEY environment variable"),
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
    cause = _cause(error)
    told = redacted(hidden_from_outside(_detail(error), address_secrets(address)))
    detail = _OTHER_ADVICE.sub("", _WRAPPERS.sub("", told))[:DETAIL_LENGTH]
    called = public_address(address) if address else "the address of its provider"
    message = f"{name}: {cause.text.format(address=called)}"
    line = redacted(f"{message} ({detail})" if detail else message)
    return ModelError(line, cause.kind, name, retry_after=_retry_after(error, now()))


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


def _cause(error: Exception) -> Cause:
    # litellm reports these three as a rate limit or as failures of the server.
    body = getattr(error, "body", None)
    if isinstance(body, dict) and body.get("code") == "insufficient_quota":
        return _NO_CREDIT
    if "Missing credentials" in str(error):
        return _NO_KEY
    if _is_unreachable(error):
        return _UNREACHABLE
    named = [_BY_CLASS[base.__name__] for base in type(error).__mro__ if base.__name__ in _BY_CLASS]
    status = getattr(error, "status_code", 500)
    return named[0] if named else _BY_HTTP_STATUS.get(status, _REFUSED if 400 <= status < 500 else _SERVER_FAILED)


def _detail(error: Exception) -> str:
    return str(_chain(error)[-1] if _is_unreachable(error) else error)


def _is_unreachable(error: Exception) -> bool:
    return any(type(each).__name__ == "ConnectError" for each in _chain(error))


def _chain(error: BaseException) -> list[BaseException]:
    """Returns the exception and those that it arose from, the first one last."""
    origin = error.__cause__ or error.__context__
    return [error, *(_chain(origin) if origin else [])]
