"""Errors of model calls in one line: the model, the cause and the remedy, without secrets.

The cause is that of the exchange, which knows what left and what came back; litellm's exceptions only tell why nothing
left, and which of the refusals were for the length of a chat or its content.
"""

import os
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple

from gtarena.models import exchange
from gtarena.models.base import ErrorKind, ModelError
from gtarena.models.exchange import FAILURES, Answer, ExchangeError, HttpExchange
from gtarena.models.raw_replies import as_json, holds_text
from gtarena.system.redaction import address_secrets, hide_outside_secrets, public_address, redact

DETAIL_LENGTH = 300
# Only the beginning of a longer text is searched for secrets, which takes time, and the end of that is not shown: it
# may hold the first half of a secret.
MOST_SEARCHED = 8000
NOT_SHOWN = 4000


class Cause(NamedTuple):
    """Kind of an error, and the text that states its cause and remedy; ``{address}`` stands for the server's."""

    kind: ErrorKind
    text: str


_NO_CREDIT = Cause("setup", "its account has no credit left; add some or choose another model")
_ANY_KEY = "the provider's *_API_KEY environment variable"
_NO_KEY = Cause("setup", f"its API key is blank; set {_ANY_KEY}")
_UNSENDABLE_KEY = "its API key holds a line break or another character that cannot be sent; set {keys} again without it"
_STOPPED = Cause(
    "setup", "its provider's client connects by itself, where redirects are followed and requests are not counted, so "
    "it was stopped; reach the model at an address with OpenAI's protocol (model.name=openai/NAME and model.api_base)")
_NOT_SENT = Cause("setup", "the request could not be made, and nothing was sent; check the settings under model.*")
_TOO_LONG = Cause("setup", "the chat is too long for it; choose a model with a longer context")
_CHAT_REFUSED = Cause("setup", "its provider refused the chat; choose another model or prompt")
_REFUSED = Cause("setup", "it refused the request; check the settings under model.*")
_NOT_FOUND = Cause("setup", "the model or the address does not exist; check model.name and model.api_base")
_UNSUPPORTED = Cause("setup", "it does not accept these settings; change them under model.*")
_SERVER_FAILED = Cause("temporary", "its server failed; try again later")
_TIMED_OUT = Cause("temporary", "it did not answer in time; raise model.timeout or try again later")
_UNREADABLE = Cause("temporary", "its server's answer cannot be read; try again later")

# By the name of the exception's class or of one of its bases.
_BY_CLASS = {
    "UnsupportedParamsError": _UNSUPPORTED,
    "ContextWindowExceededError": _TOO_LONG,
    "ContentPolicyViolationError": _CHAT_REFUSED,
}
_BY_FAULT: Mapping[type[ExchangeError], Cause] = {
    exchange.UnsendableError: _NOT_SENT,
    exchange.UnreachableError: Cause(
        "temporary", "nothing answers at {address}; check model.api_base and that the server is running"),
    exchange.BrokenOffError: Cause("temporary", "the connection to {address} broke off; try again later"),
    exchange.MalformedError: _UNREADABLE,
    exchange.ReplyTooLargeError: Cause(
        "temporary", "its server's answer is longer than model.max_tokens and model.logprobs can need"),
    exchange.RedirectedError: Cause(
        "setup", "{address} redirects to another address, and no redirect is followed; if that one is right, change "
        "model.api_base accordingly"),
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
    404: _NOT_FOUND,
    408: _TIMED_OUT,
    409: _SERVER_FAILED,
    425: _SERVER_FAILED,
    429: Cause("temporary", "its rate limit is reached; lower model.requests_per_minute or try again later"),
    501: _UNSUPPORTED,
}

# Of settings that some servers refuse as if the key were not allowed to use the model, or as a failure
_UNUSUAL = ("logprob", "response_format", "schema", "grammar")

_NUMBER = re.compile(r"\s*\d{1,9}(?:\.\d{0,9})?\s*")
_WRAPPERS = re.compile(r"^(?:litellm\.)?(?:\w*Error: |\w+Exception - |litellm\.)+")
_OTHER_ADVICE = re.compile(r"\s*(?:To drop (?:unsupported|these)|Handle with `litellm).*$")


def _utc_now() -> datetime:
    return datetime.now(UTC)


def model_error(
    error: Exception, met: HttpExchange, name: str, address: str | None, now: Callable[[], datetime] = _utc_now
) -> ModelError:
    """Returns the ``ModelError`` for an exception that a call of the model ``name`` raised, whose exchange ``met`` it.

    ``address`` is where the model was called if not at its provider's; ``now`` returns the time in UTC, from which the
    seconds until a date are counted.
    """
    cause, told = _explain(error, met)
    detail = _OTHER_ADVICE.sub("", without_wrappers(_redact_beginning(told, address)))[:DETAIL_LENGTH]
    called = public_address(address) if address else "the address of its provider"
    message = f"{name}: {cause.text.format(address=called)}"
    line = redact(f"{message} ({detail})" if detail else message)
    named = bool(_error_object(met.answer)) and any(word in detail.lower() for word in _UNUSUAL)
    refused = named or cause in (_REFUSED, _UNSUPPORTED, _NOT_FOUND)
    kind = "unreadable" if cause.kind == "temporary" and _probably_paid(met) else cause.kind
    retry_after = _retry_after(met.answer.headers, now()) if met.answer else None
    return ModelError(line, kind, name, retry_after=retry_after, refused=refused)


def without_wrappers(text: str) -> str:
    """Returns a message of litellm's without the names of its exceptions in front."""
    return _WRAPPERS.sub("", text)


def _probably_paid(met: HttpExchange) -> bool:
    """Returns whether there was an answer that may be a success, even if nothing of it can be used."""
    if met.status is None:
        return isinstance(met.fault, exchange.MalformedError)
    return met.succeeded and (not _error_object(met.answer) or holds_text(met.answer.body if met.answer else b""))


def _explain(error: Exception, met: HttpExchange) -> tuple[Cause, str]:
    """Returns the cause of an error, and more in the words of whoever knows it best."""
    if isinstance(met.fault, ExchangeError):
        return _by_fault(met.fault), str(met.fault)
    if met.kept_back:
        return _STOPPED, met.stopped
    if met.answer is None:
        return _before_sending(error)
    stated = _error_object(met.answer)
    if met.succeeded and not stated:
        # Of JSON nothing is shown: it may be the token with which the next request would have been made.
        readable = as_json(met.answer.body) is not None
        return _UNREADABLE, "it holds no text" if readable else _beginning(met.answer) or "it is empty"
    named = [_BY_CODE[code] for field in ("code", "type") if (code := str(stated.get(field))) in _BY_CODE]
    message = stated.get("message")
    return (next(iter([*named, *_by_class(error)]), None) or _by_status(_status(met.answer, stated)),
            message if isinstance(message, str) and message else _beginning(met.answer))


def _by_fault(fault: ExchangeError) -> Cause:
    if isinstance(fault, exchange.UnsendableHeaderError):
        return _unsendable_key() or _NOT_SENT
    return _BY_FAULT[type(fault)]


def _before_sending(error: Exception) -> tuple[Cause, str]:
    """Returns the cause of an error of litellm's own, which sent nothing."""
    for cause in _by_class(error):
        return cause, str(error)
    if "Missing credentials" in str(error):
        return _NO_KEY, str(error)
    origin: BaseException = error
    while below := origin.__cause__ or origin.__context__:
        origin = below
    # A header that holds no ASCII
    unsendable = _unsendable_key() if isinstance(origin, UnicodeEncodeError) else None
    return unsendable or _NOT_SENT, str(origin)


def _by_class(error: Exception) -> list[Cause]:
    return [_BY_CLASS[base.__name__] for base in type(error).__mro__ if base.__name__ in _BY_CLASS]


def _unsendable_key() -> Cause | None:
    """Returns the cause that some keys hold what no header may hold; ``None`` if none does."""
    keys = ((name, value) for name, value in os.environ.items() if name.endswith("_API_KEY"))
    unsendable = sorted(name for name, value in keys if not (value.isascii() and value.isprintable()))
    return Cause("setup", _UNSENDABLE_KEY.format(keys=" and ".join(unsendable))) if unsendable else None


def _error_object(answer: Answer | None) -> Mapping[str, Any]:
    """Returns the error object in the body of an answer; empty if there is none."""
    body = as_json(answer.body) if answer else None
    if not isinstance(body, dict) or answer is None:
        return {}
    stated = body.get("error") or (body if answer.status in FAILURES else {})
    return stated if isinstance(stated, dict) else {"message": stated}


def _status(answer: Answer, stated: Mapping[str, Any]) -> int:
    """Returns the HTTP status, or the code of an error in a success; 500 if that is no error's number."""
    if answer.status in FAILURES:
        return answer.status
    code = stated.get("code")
    return code if isinstance(code, int) and code in FAILURES else 500


def _beginning(answer: Answer) -> str:
    return answer.body[:2 * MOST_SEARCHED].decode(errors="replace").strip()


def _by_status(status: int) -> Cause:
    return _BY_HTTP_STATUS.get(status, _REFUSED if 300 <= status < 500 else _SERVER_FAILED)


def _retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Returns the seconds of the Retry-After header, which holds a number or a date; ``None`` without one."""
    asked = headers.get("retry-after", "")
    try:
        seconds = float(asked) if _NUMBER.fullmatch(asked) else _seconds_until(asked, now)
    except (ValueError, OverflowError):
        return None
    return max(seconds, 0.0)


def _seconds_until(date: str, now: datetime) -> float:
    # HTTP's dates are always in UTC, whatever name they give it.
    return (parsedate_to_datetime(date).replace(tzinfo=UTC) - now).total_seconds()


def _redact_beginning(text: str, address: str | None) -> str:
    """Returns the redacted beginning of a text of any length."""
    found = redact(hide_outside_secrets(text[:MOST_SEARCHED], address_secrets(address)))
    return found if len(text) <= MOST_SEARCHED else found[:-NOT_SHOWN]
