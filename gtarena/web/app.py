"""Application that serves the page of one match: its files, what it shows, and the answers that it posts."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route

from gtarena.system.redaction import hide_secrets
from gtarena.web.desk import Desk, StaleTurnError
from gtarena.web.guard import Guard

PAGE = Path(__file__).parent / "page"
FILES = ("page.css", "page.js", "board.js", "fields.js", "icon.svg")
WAIT = 20.0  # seconds that a request for news is kept
LARGEST = 100_000  # bytes of a posted answer

STALE = "This turn is over: its move was made before, perhaps in another tab."


def application(desk: Desk, token: str, port: int) -> Guard:
    """Returns the guarded application of a desk; its addresses begin with the token."""
    answers = _Answers(desk)
    routes = [
        Route("/", answers.file("index.html")),
        *(Route(f"/{name}", answers.file(name)) for name in FILES),
        Route("/state", answers.state), Route("/board", answers.board),
        Route("/check", answers.check, methods=["POST"]), Route("/move", answers.move, methods=["POST"]),
        Route("/leave", answers.leave, methods=["POST"]), Route("/seen", answers.seen, methods=["POST"]),
    ]
    app = Starlette(routes=[Mount("/{token}", routes=routes)], exception_handlers={Exception: _show_failure})
    return Guard(app, token, port)


def _show_failure(request: Request, error: Exception) -> Response:
    """Returns what the page shows when something is wrong in this program; the terminal is the match's."""
    return JSONResponse({"error": hide_secrets(f"{type(error).__name__}: {error}")}, status_code=500)


class _BadRequestError(Exception):
    """Request that the page never makes."""


class _Answers:
    """Answers of the application; those that read moves run in threads of their own."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def file(self, name: str) -> Callable[[Request], Response]:
        return lambda request: FileResponse(PAGE / name)

    async def state(self, request: Request) -> Response:
        seen = request.query_params.get("seen", "")
        known = seen.isdecimal() and len(seen) < 10
        return JSONResponse(await self._desk.news(int(seen) if known else -1, WAIT))

    def board(self, request: Request) -> Response:
        svg = self._desk.board()
        return Response(status_code=404) if svg is None else Response(svg, media_type="image/svg+xml")

    async def check(self, request: Request) -> Response:
        return await _answer_post(request, lambda body: self._desk.check(_number(body), _text(body)))

    async def move(self, request: Request) -> Response:
        return await _answer_post(request, lambda body: self._desk.answer(_number(body), _text(body)))

    async def leave(self, request: Request) -> Response:
        return await _answer_post(request, lambda body: self._desk.answer(_number(body), None))

    async def seen(self, request: Request) -> Response:
        return await _answer_post(request, lambda body: self._desk.note_end_seen())


async def _answer_post(request: Request, answer: Callable[[dict[str, Any]], Any]) -> Response:
    """Returns what a function returns for a posted JSON object, or why there is nothing."""
    try:
        return JSONResponse({"value": await run_in_threadpool(answer, await _body(request))})
    except StaleTurnError:
        return JSONResponse({"stale": STALE}, status_code=409)
    except _BadRequestError as error:
        return JSONResponse({"error": str(error)}, status_code=400)
    except ValueError as error:
        return JSONResponse({"error": str(error)}, status_code=422)


async def _body(request: Request) -> dict[str, Any]:
    # A form of another site cannot have this type without asking first, which is refused.
    if request.headers.get("content-type") != "application/json":
        raise _BadRequestError("the request must be of type application/json")
    received = bytearray()
    async for chunk in request.stream():
        received += chunk
        if len(received) > LARGEST:
            raise _BadRequestError(f"the answer is longer than {LARGEST} bytes")
    try:
        body = json.loads(received)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise _BadRequestError("the request must be a JSON object")
    return body


def _number(body: dict[str, Any]) -> int:
    number = body.get("number")
    if type(number) is not int:
        raise _BadRequestError('"number" must be the number of the turn')
    return number


def _text(body: dict[str, Any]) -> str:
    answer = body.get("answer")
    if not isinstance(answer, str):
        raise _BadRequestError('"answer" must be a text')
    # JSON can spell halves of characters, which no text may hold.
    return answer.encode(errors="replace").decode()
