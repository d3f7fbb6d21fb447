import pytest

from gtarena.errors import UsageError
from gtarena.suites.published import PublishedSpec, require_replaceable
from tests.support.records import record, seat, write_log

SEATS = (seat("a"), seat("b"))


def test_matches_with_the_same_settings_stay_apart_by_their_place_and_their_file():
    def spec(source, sha256):
        return PublishedSpec("pit", {}, SEATS, 0, source=source, sha256=sha256)

    assert spec("entry 1", "0").match_id == spec("entry 1", "0").match_id
    assert len({spec("entry 1", "0").match_id, spec("entry 2", "0").match_id, spec("entry 1", "1").match_id}) == 3
    assert spec("entry 1", "0").key["source"] == "entry 1"


def test_a_free_place_and_an_earlier_import_may_be_written_and_other_files_and_folders_not(tmp_path):
    require_replaceable(tmp_path / "new.jsonl", "gamebench", "GameBench")
    earlier = record("m", SEATS, [1, 0], suite="gamebench", key={"source": "entry 1"})
    require_replaceable(write_log(tmp_path / "old.jsonl", earlier), "gamebench", "GameBench")
    (tmp_path / "notes.jsonl").write_text("notes\n")
    (tmp_path / "folder.jsonl").mkdir()
    for name in ("notes.jsonl", "folder.jsonl"):
        with pytest.raises(UsageError, match="pass another --out"):
            require_replaceable(tmp_path / name, "gamebench", "GameBench")
    with pytest.raises(UsageError, match=r"m\.json does not end in \.jsonl"):
        require_replaceable(tmp_path / "m.json", "gamebench", "GameBench")


@pytest.mark.parametrize("fields", [{"suite": "gamebench"}, {"suite": "gamma_bench", "key": {"source": "a.json"}}, {}])
def test_matches_that_were_played_and_those_of_other_benchmarks_are_not_replaced(tmp_path, fields):
    path = write_log(tmp_path / "m.jsonl", record("m", SEATS, [1, 0], **fields))
    with pytest.raises(UsageError, match=r"exists and is not a file of imported GameBench matches; pass another --out"):
        require_replaceable(path, "gamebench", "GameBench")
