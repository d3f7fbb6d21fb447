"""Guard in front of the page: whoever does not know the token, or comes from elsewhere, is refused.

The token is part of every address. A cookie would be sent to whatever else listens on this computer, because cookies do
not tell ports apart, and by pages of others that make the browser ask; an address that nobody knows is not.
"""

import secrets
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = "127.0.0.1"
NAMES = (LOOPBACK, "localhost")

_POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self'",
    "connect-src": "'self'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'",
    # The browser then refuses to make HTML of a text, even if the page's script should try.
    "require-trusted-types-for": "'script'", "trusted-types": "'none'",
}
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in _POLICY.items()),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def new_token() -> str:
    """Returns a token of 256 random bits, which an address can hold."""
    return secrets.token_urlsafe(32)


class Guard:
    """Application that lets through to another only requests for ``/TOKEN/...`` from its own page, under its own name.

    All answers get the headers that keep the page to itself. A Host header of another name is refused, or a page of
    another site could reach this one by pointing its own name at this computer (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app, self._start = app, f"/{token}/".encode()
        self._hosts = {f"{name}:{port}" for name in NAMES}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or refuses it with status 403."""
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if scope["type"] != "http":  # the server is told to offer nothing else
            raise ValueError(f"the page has no use for {scope['type']}")
        reason = self.refusal(str(scope["path"]), Headers(scope=scope))
        app = self._app if reason is None else PlainTextResponse(f"Refused: {reason}.\n", status_code=403)
        await app(scope, receive, send_guarded)

    def refusal(self, path: str, headers: Headers) -> str | None:
        """Returns why a request is refused; ``None`` if it is not."""
        if len(headers.getlist("host")) != 1 or headers["host"].lower() not in self._hosts:
            return "the page has another name"
        if not secrets.compare_digest(f"{path}/".encode()[:len(self._start)], self._start):
            return "open the address that the command printed"
        if any(origin not in {f"http://{host}" for host in self._hosts} for origin in headers.getlist("origin")):
            return "the request comes from another page"
        if any(site not in ("same-origin", "none") for site in headers.getlist("sec-fetch-site")):
            return "the request comes from another page; copy the address and open it in a new tab"
        return None
