"""Fixtures that tests of several packages share."""

from collections.abc import Iterator

import pytest

from tests.openai_server import OpenAIServer


@pytest.fixture
def openai_server() -> Iterator[OpenAIServer]:
    """A server on this machine that speaks OpenAI's protocol and answers with random legal moves."""
    server = OpenAIServer()
    yield server
    server.close()
