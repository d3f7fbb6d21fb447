"""Calls to the offline models, which this process answers itself, without litellm."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import replace

from gtarena.models import offline, prices
from gtarena.models.base import CLOCK_DIGITS, Alternative, Meter, Reply, Request, TokenLogprob
from gtarena.models.settings import ModelSettings
from gtarena.models.vision import sent_form
from gtarena.seeds import derive


class OfflineModel:
    """Offline model with the name in ``settings``, whose other settings but the price do not matter to it.

    Before each reply ``leave`` is awaited, whose exceptions keep the request back; ``meter`` notes it then, and its
    reply.
    """

    def __init__(
        self, settings: ModelSettings, meter: Meter | None = None, leave: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        self._settings, self._meter, self._leave = settings, meter, leave

    async def complete(self, request: Request) -> Reply:
        await asyncio.sleep(0)  # other matches have their turn
        if self._leave:
            await self._leave()
        if self._meter:
            self._meter.request()
        clock = asyncio.get_running_loop().time
        started = clock()
        reply = self._reply(request)
        reply = replace(reply, seconds=round(clock() - started, CLOCK_DIGITS))
        if self._meter:
            self._meter.reply(reply)
        return reply

    def _reply(self, request: Request) -> Reply:
        """Returns the reply, with counts of words as token counts."""
        name, number = self._settings.name, request.logprobs
        asked = (name, [sent_form(message, name) for message in request.messages],
                 derive(request.seed, request.sample), request.form)
        found = offline.answer(*asked) if number is None else offline.first_word(*asked, number)
        words_in = sum(_words(message["content"]) for message in request.messages)
        words_out = _words(found.text)
        return Reply(
            text=found.text,
            truncated=found.finish_reason == "length",
            tokens_in=words_in,
            tokens_out=words_out,
            cost=prices.tokens_price(None, self._settings, words_in, words_out),
            logprobs=None if number is None else (_first_token(found),),
        )


def _first_token(reply: offline.OfflineReply) -> TokenLogprob:
    """Returns the only word of a reply as a token; its log-probability is that of one draw if it is not listed."""
    own = dict(reply.top).get(reply.text, math.log(1 / offline.DRAWS))
    return TokenLogprob(reply.text, own, tuple(Alternative(*other) for other in reply.top))


def _words(text: str) -> int:
    return len(text.split())
