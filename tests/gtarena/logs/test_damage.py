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
