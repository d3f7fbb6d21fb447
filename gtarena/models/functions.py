"""Functions that reply in a model's place, which programs and plug-ins name."""

import inspect

from gtarena import plugins
from gtarena.models.base import Reply, Request
from gtarena.models.offline import is_offline


def is_function(name: str) -> bool:
    """Returns whether a function goes by the name of this model."""
    return name in plugins.added("models")


def is_local(name: str) -> bool:
    """Returns whether a model of this name is played by this process alone, without key, network and price."""
    return is_offline(name) or is_function(name)


class FunctionModel:
    """Model whose replies a function of the messages returns; they cost nothing, and have no counts of tokens."""

    def __init__(self, name: str) -> None:
        self._name, self._reply = name, plugins.added("models")[name]

    async def complete(self, request: Request) -> Reply:
        """Returns the function's reply.

        Raises:
            TypeError: it is no text.
        """
        text = self._reply([dict(message) for message in request.messages])
        if inspect.isawaitable(text):
            text = await text
        if not isinstance(text, str):
            raise TypeError(f"the function {self._name} replied with {text!r:.80}, not with text")
        return Reply(text=text, cost=0.0)
