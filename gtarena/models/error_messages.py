"""Other libraries' exceptions as one line: which model, what went wrong, what to do about it, and never a key."""

import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from gtarena.models.base import ErrorKind, ModelError

DETAIL_LENGTH = 300
HIDDEN = "[hidden]"

Trouble = tuple[ErrorKind, str]

_NOBODY: Trouble = (
    "temporary", "nothing answers at {address}; check model.api_base and that the server is running"
)
_NO_CREDIT: Trouble = ("setup", "its account has no credit left; add some or choose another model")
_NO_KEY: Trouble = ("setup", "its API key is blank; set the provider's *_API_KEY environment variable")
_REFUSED: Trouble = ("setup", "it refused the request; check the settings under model.*")
_FAILED: Trouble = ("temporary", "its server failed; try again later")

_BY_CLASS: dict[str, Trouble] = {
    "UnsupportedParamsError": ("setup", "it does not take these settings; change them under model.*"),
    "ContextWindowExceededError": ("setup", "the chat is too long for it; choose a model with a longer context"),
    "ContentPolicyViolationError": ("setup", "its provider refused the chat; choose another model or prompt"),
    "APITimeoutError": ("temporary", "it did not answer in time; raise model.timeout or try again later"),
}
_BY_STATUS: dict[int, Trouble] = {
    401: ("setup", "its API key was refused; check the provider's *_API_KEY environment variable"),
    402: _NO_CREDIT,
    403: ("setup", "its API key may not use this model; choose another model or key"),
    404: ("setup", "there is no such model or address; check model.name and model.api_base"),
    408: _BY_CLASS["APITimeoutError"],
    409: _FAILED,
    425: _FAILED,
    429: ("temporary", "its rate limit is reached; lower model.requests_per_minute or try again later"),
}

_SECRET_NAME = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)S?$", re.IGNORECASE)
_SHORTEST_SECRET = 6  # hiding every "none" or "1" would make messages unreadable and protects nothing
_SECRET_SHAPE = re.compile(r"\bsk-[\w.*-]+|(?<=://)[^/@\s]+(?=@)|(?<=Bearer )\S+", re.IGNORECASE)
_NUMBER = re.compile(r"\s*\d{1,9}(?:\.\d{0,9})?\s*")
_WRAPPERS = re.compile(r"^(?:litellm\.)?(?:\w*Error: |\w+Exception - |litellm\.)+")
_OTHER_ADVICE = re.compile(r"\s*(?:To drop unsupported|Handle with `litellm).*$")


def _utc_now() -> datetime:
    return datetime.now(UTC)


def model_error(
    error: Exception, name: str, address: str | None, now: Callable[[], datetime] = _utc_now
) -> ModelError:
    """Returns the ``ModelError`` for an exception that a call of the model ``name`` raised.

    ``address`` is where the model was called if not at its provider's; ``now`` returns the time in UTC, from which the
    seconds until a date are counted.
    """
    kind, words = _trouble(error)
    detail = _OTHER_ADVICE.sub("", _WRAPPERS.sub("", one_line(_detail(error))))[:DETAIL_LENGTH]
    message = f"{name}: {words.format(address=address or 'the address of its provider')}"
    line = one_line(f"{message} ({detail})" if detail else message)
    return ModelError(line, kind, name, retry_after=_retry_after(error, now()))


def _retry_after(error: Exception, now: datetime) -> float | None:
    """How many seconds the server asked to be left alone for, if it did; it says so in seconds or as a date."""
    headers = getattr(error, "litellm_response_headers", None) or {}
    asked = next((value for name, value in headers.items() if name.lower() == "retry-after"), "")
    try:
        seconds = float(asked) if _NUMBER.fullmatch(asked) else _seconds_until(asked, now)
    except ValueError:
        return None
    return max(seconds, 0.0)


def _seconds_until(date: str, now: datetime) -> float:
    # HTTP's dates are always in UTC, however they name it.
    return (parsedate_to_datetime(date).replace(tzinfo=UTC) - now).total_seconds()


def one_line(text: str) -> str:
    """Printable text without line breaks and without anything that is, or looks like, a secret."""
    for secret in sorted(_secrets(), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return " ".join("".join(c if c.isprintable() else " " for c in _SECRET_SHAPE.sub(HIDDEN, text)).split())


def _secrets() -> Iterator[str]:
    """The values of environment variables that are secrets by their names."""
    for variable, value in os.environ.items():
        if _SECRET_NAME.search(variable) and len(value) >= _SHORTEST_SECRET:
            yield value


def _trouble(error: Exception) -> Trouble:
    # litellm reports these three as a rate limit or as failures of the server.
    body = getattr(error, "body", None)
    if isinstance(body, dict) and body.get("code") == "insufficient_quota":
        return _NO_CREDIT
    if "Missing credentials" in str(error):
        return _NO_KEY
    if _found_nobody(error):
        return _NOBODY
    named = [_BY_CLASS[base.__name__] for base in type(error).__mro__ if base.__name__ in _BY_CLASS]
    status = getattr(error, "status_code", 500)
    return named[0] if named else _BY_STATUS.get(status, _REFUSED if 400 <= status < 500 else _FAILED)


def _detail(error: Exception) -> str:
    return str(_causes(error)[-1] if _found_nobody(error) else error)


def _found_nobody(error: Exception) -> bool:
    return any(type(cause).__name__ == "ConnectError" for cause in _causes(error))


def _causes(error: BaseException) -> list[BaseException]:
    """The exception and those it arose from, the first cause last."""
    cause = error.__cause__ or error.__context__
    return [error, *(_causes(cause) if cause else [])]
