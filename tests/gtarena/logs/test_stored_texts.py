from gtarena.logs import damage, writer
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.stored_texts import read_texts, text_hashes
from tests.support.records import record, seat


def test_damaged_texts_are_skipped(tmp_path):
    (tmp_path / "texts.jsonl").write_text("{}\n[1]\n" + writer.text_line("d", "text") + '\n{"sha256": 1, "text": 2}\n')
    assert text_hashes(tmp_path) == {"d"}
    assert damage.count(tmp_path) == 3


def test_texts_are_found_below_a_folder_and_beside_a_file_of_matches(tmp_path):
    path = tmp_path / "job" / "matches.jsonl"
    path.parent.mkdir()
    writer.append_line(path, record("a", [seat(), seat()], [1, -1]).line())
    kept, other = "You play.\n\u2028é", "another"
    for text in (kept, other):
        writer.append_line(tmp_path / "job" / "texts-0.jsonl", writer.text_line(sha256(text), text))
    wanted = {sha256(kept), sha256("never stored")}
    assert read_texts(wanted, tmp_path) == read_texts(wanted, path) == {sha256(kept): kept}
