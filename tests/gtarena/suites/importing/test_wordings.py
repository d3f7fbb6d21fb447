import pytest

from gtarena.suites.importing.wordings import MOST_BYTES, read_published, write_wording


def test_a_wording_is_written_with_its_source_and_replaces_only_one_that_was_imported(tmp_path):
    target = tmp_path / "nim" / "published.jinja"
    write_wording(target, "GTBench", "one")
    assert target.read_text() == "{# Made from a checkout of GTBench by gtarena import prompts. #}\none"
    write_wording(target, "GTBench", "two")
    assert target.read_text().endswith("two")
    target.write_text("my own")
    with pytest.raises(ValueError, match=r"published.jinja was not made by gtarena import prompts and is kept"):
        write_wording(target, "GTBench", "three")
    assert target.read_text() == "my own"


def test_a_published_file_that_is_missing_too_large_or_no_text_is_named(tmp_path):
    for name, content, message in [("large.py", b"a" * (MOST_BYTES + 1), "larger than 1,000,000 bytes"),
                                   ("bytes.py", b"\xff", "is not UTF-8")]:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ValueError, match=f"{name}.*{message}"):
            read_published(tmp_path / name)
    with pytest.raises(ValueError, match=r"gone.py cannot be read: No such file"):
        read_published(tmp_path / "gone.py")
