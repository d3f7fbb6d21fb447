import subprocess

import pytest

from gtarena.system.checkout import commit


def git(folder, *words):
    identity = ["-c", "user.name=N", "-c", "user.email=n@example.invalid", "-c", "commit.gpgsign=false"]
    return subprocess.run(
        ["git", "-C", str(folder), *identity, *words], check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / "file").write_text("1")
    git(tmp_path, "add", "file")
    git(tmp_path, "commit", "-q", "-m", "First")
    git(tmp_path, "tag", "-a", "v1", "-m", "A tag")
    commit.cache_clear()
    return tmp_path


def test_the_commit_of_a_checkout_is_its_full_hash_whatever_the_environment_says_marked_if_files_changed(
    checkout, monkeypatch
):
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    hashed = commit(checkout)
    monkeypatch.delenv("GIT_DIR")
    assert hashed == git(checkout, "rev-parse", "HEAD")
    (checkout / "file").write_text("2")
    commit.cache_clear()
    assert commit(checkout) == f"{git(checkout, 'rev-parse', 'HEAD')}-dirty"


def test_outside_of_a_checkout_or_in_a_broken_one_there_is_no_commit(tmp_path):
    assert commit(tmp_path) is None
    (tmp_path / ".git").mkdir()
    assert commit(tmp_path) is None
