from pathlib import Path

import pandas as pd
import pytest

from gtarena.cli.export import export
from tests.gtarena.cli.conftest import Refused
from tests.support.records import call, llm, record, seat, write_log

MISTAKES = [
    ("export decisions results", r"required: --out", 2),
    ("export pdf results --out a", r"invalid choice: 'pdf' \(choose from '?decisions'?, '?inspect'?\)", 2),
    ("export decisions nowhere --out a.parquet", r"nowhere does not exist", 2),
    ("export decisions results/nim --out a.parquet", r"nothing to write to a\.parquet: no match has a call", 2),
    ("export decisions results --out a.csv", r"--out a\.csv: .* ends in \.parquet", 2),
]


@pytest.mark.parametrize(("words", "message", "code"), MISTAKES, ids=[words for words, *_ in MISTAKES])
def test_a_mistake_is_answered_in_one_line(refused: Refused, words: str, message: str, code: int) -> None:
    refused(words, message, code)


def test_decisions_are_written_with_their_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_log(tmp_path / "matches.jsonl", record("a", [llm(), seat()], [1, -1], calls=[call()]))
    out = tmp_path / "new" / "d.parquet"
    assert export("decisions", [log], out) == 0
    assert capsys.readouterr().out == f"{out}: 1 row\n"
    assert len(pd.read_parquet(out)) == 1
