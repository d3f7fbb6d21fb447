from gtarena.logs import damage


def test_a_line_is_told_once_and_counted_in_the_latest_reading_of_its_file(tmp_path, caplog):
    file = tmp_path / "matches.jsonl"
    for _ in range(2):
        damage.begin(file)
        damage.skip(file, 7, "not JSON", "play it again")
    assert caplog.messages == [f"{file}:7: the line is damaged and skipped (not JSON); play it again"]
    assert damage.summary(file) == "1 damaged record skipped"
    damage.begin(file)  # repaired since
    assert damage.summary(file) == ""


def test_files_below_a_folder_count_and_others_do_not(tmp_path):
    for name, number in (("a/deep/x", 1), ("a/y", 2), ("b/x", 1)):
        damage.begin(tmp_path / name)
        damage.skip(tmp_path / name, number, "torn", "wait")
    assert damage.count(tmp_path / "a") == 2
    assert damage.count(tmp_path / "a" / "y", tmp_path / "b") == 2
    assert damage.summary(tmp_path) == "3 damaged records skipped"


def test_a_file_full_of_damage_is_told_of_in_few_lines(tmp_path, caplog):
    damage.begin(tmp_path)
    for number in range(1, 1001):
        damage.skip(tmp_path, number, "torn", "wait")
    assert len(caplog.messages) == damage.SHOWN + 1
    assert caplog.messages[-1] == f"{tmp_path}: has further damaged lines, which are skipped and counted"
    assert damage.summary(tmp_path) == "1,000 damaged records skipped"


def test_both_kinds_are_told_and_counted_apart_and_few_versions_are_named(tmp_path, caplog):
    damage.begin(tmp_path)
    damage.skip(tmp_path, 1, "torn", "wait")
    for number, version in enumerate([99, 3, 10**30, 7, 5], start=2):
        damage.skip(tmp_path, number, "torn", "wait", version)
    assert caplog.messages[0] == f"{tmp_path}:1: the line is damaged and skipped (torn); wait"
    assert caplog.messages[1] == (
        f"{tmp_path}:2: the line is of a later schema (99) and skipped; update gtarena to read it")
    assert caplog.messages[3] == (
        f"{tmp_path}:4: the line is of a later schema (1000000000000000000…) and skipped; update gtarena to read it")
    assert damage.summary(tmp_path) == (
        "1 damaged record skipped; 5 records of a later schema (3, 5, 7, ...) skipped; update gtarena to read them")


def test_the_summary_is_told_only_if_there_is_one(tmp_path, caplog):
    damage.tell(tmp_path)
    damage.begin(tmp_path)
    damage.skip(tmp_path, 1, "torn", "wait")
    damage.tell(tmp_path)
    assert caplog.messages[1:] == ["1 damaged record skipped"]


def test_what_a_line_holds_cannot_act_on_the_terminal(tmp_path, caplog):
    damage.begin(tmp_path)
    damage.skip(tmp_path, 1, "\x1b[2J\n" * 1000, "wait")
    (told,) = caplog.messages
    assert "\x1b" not in told
    assert "\n" not in told
    assert len(told) < len(str(tmp_path)) + 300


def test_only_an_object_with_a_higher_whole_number_is_of_a_later_schema():
    assert damage.later(b'{"schema_version": 3, "match_id": "a"}') == damage.Later(3, "a")
    assert damage.later(b'{"schema_version": 3, "match_id": 5}') == damage.Later(3)
    for data in (b'{"schema_version": 2}', b'{"schema_version": true}', b'{"schema_version": 3.0}', b"[3]", b"{", b"",
                 b'{"row": {"schema_version": 3}}', b"\xff", b"[" * 100_000):
        assert damage.later(data) is None


def test_a_file_that_cannot_be_read_has_the_remedy_of_its_fault():
    assert damage.fault(b"{", "write it again") == "is damaged; write it again"
    assert damage.fault(b'{"schema_version": 9}', "write it again") == (
        "is of a later schema (9); update gtarena to read it")
