import json

import pytest

from gtarena.cli import new
from tests.support.installed_packages import install, run_installed


@pytest.fixture
def package(command, tmp_path):
    """Folder of a package that the command has written."""
    assert command("new", "counting_race", "--out", "mine").code == 0
    return tmp_path / "mine" / "counting-race"


def test_a_package_has_a_file_for_every_template_and_its_name_in_place_of_the_placeholder(package):
    files = {str(path.relative_to(package)): path.read_text() for path in package.rglob("*") if path.is_file()}
    assert set(files) == {
        "README.md", "pyproject.toml", "counting_race/__init__.py", "counting_race/rules.py",
        "counting_race/prompts/counting_race/v1.jinja", "tests/test_counting_race.py"}
    assert [name for name, text in files.items() if new.PLACEHOLDER in text] == []


def test_the_commands_that_are_printed_install_and_play_the_game_and_its_own_tests_hold(command, tmp_path):
    install_it, play_it = command("new", "counting_race").out.splitlines()[1:]
    assert install_it.endswith(" -m pip install --editable counting-race")
    package = tmp_path / "counting-race"
    site = install(package, tmp_path / "site")
    played = run_installed(*play_it.split(), "matches=2", folder=tmp_path, site=site)
    assert (played.returncode, "2 matches played" in played.stdout) == (0, True), played.stderr
    log = (tmp_path / "results" / "counting_race" / "matches.jsonl").read_text()
    assert [json.loads(line)["versions"]["counting_race"] for line in log.splitlines()] == ["0.1"] * 2
    tested = run_installed("pytest", "-q", "-p", "no:cacheprovider", folder=package, site=site)
    assert "3 passed" in tested.stdout, tested.stdout


def test_a_folder_that_exists_is_left_as_it_is(command, package):
    (package / "README.md").write_text("mine")
    shown = command("new", "counting_race", "--out", "mine")
    assert (shown.code, shown.err) == (2, "gtarena: mine/counting-race exists already: choose another name, or another "
                                          "folder with --out DIR\n")
    assert (package / "README.md").read_text() == "mine"
