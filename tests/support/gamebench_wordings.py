"""GameBench's wordings, imported for a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gtarena.suites.gamebench.importer.prompt_import import import_prompts
from tests.support.gamebench_checkout import make_checkout


@contextmanager
def gamebench_wordings(root: Path, checkout: str = "") -> Iterator[None]:
    """Imports the wordings of a checkout, by default a made-up one, into prompts of the user below ``root``."""
    prompts = root / "prompts"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GTARENA_PROMPTS", str(prompts))
        list(import_prompts(Path(checkout) if checkout else make_checkout(root / "checkout"), prompts))
        yield
