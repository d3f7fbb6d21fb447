import re
import shlex
from pathlib import Path

import pytest

LONGEST = 400  # characters of a line
INTERNAL = re.compile(
    r"NoneType|has no attribute|Exception|incompatible function|Traceback|pybind|<class |object at 0x|BRACKET_OPEN")


def rows() -> list[tuple[str, list[str]]]:
    """Returns the commands of ``mistakes.txt`` with the texts that their lines of error hold."""
    lines = Path(__file__).with_name("mistakes.txt").read_text(encoding="utf-8").splitlines()
    stated = (line.rpartition(" | ") for line in lines if line and not line.startswith("#"))
    return [(words, texts.split(" ;; ")) for words, _, texts in stated]


def below(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


@pytest.mark.parametrize(("words", "texts"), [pytest.param(*row, id=row[0][:80]) for row in rows()])
@pytest.mark.usefixtures("results")
def test_a_mistake_is_answered_in_one_line_and_writes_nothing(command, tmp_path, words, texts):
    before = below(tmp_path)
    shown = command(*shlex.split(words))
    (line,) = shown.err.splitlines()
    assert line.startswith("gtarena: ")
    assert [text for text in texts if text not in line] == []
    assert not INTERNAL.search(line)
    assert len(line) <= LONGEST
    assert (shown.code, shown.out) == (2, "")
    assert below(tmp_path) == before


def test_the_table_holds_every_verb_and_at_least_400_commands():
    from gtarena.cli.verbs import VERBS

    commands = [words for words, _ in rows()]
    assert len(commands) == len(set(commands)) >= 400
    assert {*VERBS, "-m"} <= {words.split()[0] for words in commands}
