"""Settings and fixtures for all tests."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.openai_server import OpenAIServer

pytest_plugins = ("tests.support.browser",)

# On a busy machine any example may be slow.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps test replies out of the user's response cache, in this process and in those that it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def openai_server() -> Iterator[OpenAIServer]:
    """Local server with OpenAI's protocol that answers with random legal moves."""
    server = OpenAIServer()
    yield server
    server.close()
