"""Settings and fixtures for all tests."""

import gc
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.openai_server import OpenAIServer

pytest_plugins = ("tests.support.browser",)

# On a busy machine any example may be slow.
_SUITE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=20)
settings.register_profile("suite", _SUITE)
settings.register_profile("thorough", _SUITE, max_examples=500)  # scripts/test --thorough
settings.load_profile("suite")
# Playouts make many objects at once, and hardly any cycles.
gc.set_threshold(50_000)


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
