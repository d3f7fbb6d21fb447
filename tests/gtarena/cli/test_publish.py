from pathlib import Path

import pytest

from gtarena.cli.verbs import VERBS
from tests.gtarena.cli.conftest import Refused

MISTAKES = [
    ("publish results", r"required: --out", 2),
    ("publish nowhere --out public", r"nowhere does not exist", 2),
    ("publish results --out results/public", r"are in one another: choose a folder beside the logs", 2),
    ("publish empty --out public", r"no matches to publish", 2),
    ("publish results --out results2 --license", r"--license: expected one argument", 2),
]


@pytest.mark.parametrize(("words", "message", "code"), MISTAKES, ids=[words for words, *_ in MISTAKES])
def test_a_mistake_is_answered_in_one_line(refused: Refused, words: str, message: str, code: int) -> None:
    refused(words, message, code)


def test_a_folder_is_made_with_its_license(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "public"
    assert VERBS["publish"]([str(results), "--out", str(out), "--license", "cc-by-4.0"]) == 0
    assert capsys.readouterr().out.startswith(f"{out}: ")
    assert "license: cc-by-4.0\n" in (out / "README.md").read_text()
