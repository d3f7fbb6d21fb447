"""Fixtures that tests of several packages share."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.openai_server import OpenAIServer

# Examples may take any time, as on a busy machine.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps replies of test models out of the user's response cache, in this process and in those it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def openai_server() -> Iterator[OpenAIServer]:
    """A server on this machine that speaks OpenAI's protocol and answers with random legal moves."""
    server = OpenAIServer()
    yield server
    server.close()
