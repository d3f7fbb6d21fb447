"""Words of a server or the network about a failed call, taken from litellm's exceptions.

litellm wraps an exception in others and leaves out some of it, differently for every provider. The one that it all
arose from is the same for all of them.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from errno import EMFILE, ENFILE
from typing import Any

# The status that litellm gives to an error without a code, in an answer of status 200.
MADE_UP_STATUS = 422
MALFORMED = "Invalid response object"

# By the name of a class of httpx's or of ours: what broke in place of an answer.
BROKEN = ("ConnectError", "ReadError", "RemoteProtocolError", "DecodingError", "ReplyTooLargeError")


@dataclass(frozen=True)
class Failure:
    """Failure of a call, from the exception that litellm raised."""

    error: Exception

    @property
    def chain(self) -> list[BaseException]:
        """The exception and those that it arose from, the first one last."""
        chain: list[BaseException] = [self.error]
        while origin := chain[-1].__cause__ or chain[-1].__context__:
            chain.append(origin)
        return chain

    @property
    def broken(self) -> str | None:
        """The class, one of ``BROKEN``, of the exception that ended the exchange before there was an answer."""
        names = [type(each).__name__ for each in self.chain]
        return next((name for name in BROKEN if name in names), None)

    @property
    def out_of_files(self) -> bool:
        """True if this process, or its machine, may not open any more files or connections."""
        return any(isinstance(each, OSError) and each.errno in (EMFILE, ENFILE) for each in self.chain)

    @property
    def malformed(self) -> bool:
        """True if litellm could not read an answer that says it is a success."""
        return MALFORMED in str(self.error)

    @property
    def unsendable(self) -> bool:
        """True if a key holds a character that no header may hold."""
        origin = self.chain[-1]
        return isinstance(origin, ValueError) and any(
            sign in str(origin) for sign in ("in headers", "'ascii' codec can't encode"))

    @property
    def stated(self) -> Mapping[str, Any]:
        """The error object in the body of an answer with an error status; empty if there is none."""
        refused = next((each for each in self.chain if type(each).__name__ == "HTTPStatusError"), None)
        try:
            body = refused.response.json()  # type: ignore[union-attr]
        except (AttributeError, ValueError, RecursionError):
            return {}
        stated = body.get("error", body) if isinstance(body, dict) else {}
        return stated if isinstance(stated, dict) else {"message": stated}

    @property
    def status(self) -> int:
        """The HTTP status, or the code of an error in an answer of status 200; 500 if it is no error's number."""
        origin = self.chain[-1]
        # litellm reports an error in an answer of status 200 by a bare exception.
        within = type(origin) is Exception and hasattr(origin, "status_code")
        status = getattr(origin if within else self.error, "status_code", None)
        return status if isinstance(status, int) and not (within and status == MADE_UP_STATUS) else 500

    @property
    def detail(self) -> str:
        """The cause in the words of whoever knows it best."""
        origin, message = self.chain[-1], self.stated.get("message")
        if self.broken:
            return str(origin)
        if self.malformed:
            return repr(origin)
        return message if isinstance(message, str) and message else str(self.error)


def unsendable_keys() -> list[str]:
    """Returns the environment variables with an API key that holds a character that no header may hold."""
    keys = ((name, value) for name, value in os.environ.items() if name.endswith("_API_KEY"))
    return sorted(name for name, value in keys if not (value.isascii() and value.isprintable()))
