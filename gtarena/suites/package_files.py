"""Files of data in the packages of gtarena's suites."""

from importlib import resources

from gtarena.suites import SUITES


def read_file(suite: str, name: str) -> str | None:
    """Returns the text of a file in a suite's package; ``None`` if it has none, as a plug-in's suite."""
    file = resources.files(f"gtarena.suites.{suite}") / name if suite in SUITES else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else None
