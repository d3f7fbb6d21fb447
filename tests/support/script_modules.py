"""Modules of scripts and examples, which are in no package."""

import importlib.util
from types import ModuleType

from tests.support import ROOT


def load_script(path: str) -> ModuleType:
    """Returns the module in a file, named by its path from the repository's root."""
    file = ROOT / path
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
