from pathlib import Path

import pytest

from adapters.rendering import guides, templates


def test_guides_are_those_of_the_package_and_of_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(templates.FOLDER_VARIABLE, str(tmp_path))
    (tmp_path / "pit" / "guides").mkdir(parents=True)
    (tmp_path / "pit" / "guides" / "aggressive.jinja").write_text("Trade a lot.")
    assert guides.names("pit") == ["aggressive", "basics"]
    assert guides.names("el_farol") == []
    assert len({guides.digest("pit", name) for name in guides.names("pit")}) == 2
    assert guides.digest("pit", "basics") != guides.digest("santorini", "basics")
    with pytest.raises(ValueError, match="'bold' does not exist for pit/guides"):
        guides.digest("pit", "bold")


def test_a_guide_is_no_prompt_version_and_changes_the_digest_of_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = templates.prompt_digest("pit", "v1"), templates.versions("pit")
    monkeypatch.setenv(templates.FOLDER_VARIABLE, str(tmp_path))
    (tmp_path / "pit" / "guides").mkdir(parents=True)
    (tmp_path / "pit" / "guides" / "basics.jinja").write_text("Trade a lot.")
    assert (templates.prompt_digest("pit", "v1"), templates.versions("pit")) == plain
