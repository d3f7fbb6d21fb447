"""A release has one version, its wheel and sdist hold what git knows, and its metadata are the registry's."""

import re
import tarfile
import tomllib
import zipfile
from datetime import date

import pytest

from tests.support import ROOT
from tests.support.script_modules import load_script


@pytest.fixture(scope="module")
def script():
    return load_script("scripts/release.py")


@pytest.fixture(scope="module")
def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_all_files_state_the_version_of_the_project_and_one_date(script, project):
    stated = script.stated()
    assert list(stated) == ["pyproject.toml", "CITATION.cff", "CHANGELOG.md"]
    assert {version for version, *_ in stated.values()} == {project["version"]}
    (day,) = {day for _, *days in stated.values() for day in days}
    assert date.fromisoformat(day).isoformat() == day
    assert script.check_version(f"v{project['version']}") == project["version"]


def test_a_tag_of_another_version_is_refused(script):
    with pytest.raises(SystemExit, match=r"the tag is 'v9\.9\.9', but the version is"):
        script.check_version("v9.9.9")


@pytest.mark.parametrize(("file", "text", "complaint"), [
    ("CITATION.cff", "version: 1.2.3\ndate-released: 2026-01-03\n", "different versions or dates"),
    ("CITATION.cff", "version: 1.2.4\ndate-released: 2026-01-02\n", "different versions or dates"),
    ("CITATION.cff", "version: 1.2.3\n", "no version in CITATION.cff"),
    ("CHANGELOG.md", "# Changelog\n\n## 1.2.3 (unreleased)\n", "different versions or dates"),
])
def test_files_that_disagree_are_refused(script, monkeypatch, tmp_path, file, text, complaint):
    texts = {"pyproject.toml": '[project]\nversion = "1.2.3"\n',
             "CHANGELOG.md": "# Changelog\n\n## 1.2.3 (2026-01-02)\n",
             "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.3\ndate-released: 2026-01-02\n"}
    monkeypatch.setattr(script, "ROOT", tmp_path)
    for name, content in texts.items():
        (tmp_path / name).write_text(content)
    assert script.check_version("v1.2.3") == "1.2.3"
    (tmp_path / file).write_text(text)
    with pytest.raises(SystemExit, match=complaint):
        script.check_version(None)


def test_a_wheel_has_the_packages_and_the_settings_in_their_places(script):
    known = ["README.md", "conf/config.yaml", "gtarena/web/app.py", "gtarena_matches.py", "tests/test_web.py"]
    built = {"packages": ["gtarena"],
             "force-include": {"conf": "gtarena/conf", "gtarena_matches.py": "gtarena_matches.py"}}
    assert sorted(script.wheel_files(known, built)) == [
        "gtarena/conf/config.yaml", "gtarena/web/app.py", "gtarena_matches.py"]


def test_metadata_that_a_build_adds_are_no_files_of_the_package(script, tmp_path):
    wheel, sdist = tmp_path / "a-1-py3-none-any.whl", tmp_path / "a-1.tar.gz"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in ("a/__init__.py", "a-1.dist-info/METADATA"):
            archive.writestr(name, "")
    (tmp_path / "file").write_text("")
    with tarfile.open(sdist, "w:gz") as archive:
        for name in ("a-1/PKG-INFO", "a-1/a/__init__.py", "a-1/LICENSE"):
            archive.add(tmp_path / "file", name)
    assert script.packed(wheel) == {"a/__init__.py"}
    assert script.packed(sdist) == {"a/__init__.py", "LICENSE"}


@pytest.mark.parametrize(("names", "complaint"), [
    (("a/__init__.py",), r"a-1\.tar\.gz lacks pyproject\.toml \(1 files\)"),
    (("a/__init__.py", "pyproject.toml", "a/notes.txt"), r"has what git does not know: a/notes\.txt \(1 files\)"),
])
def test_an_sdist_that_differs_from_what_git_knows_is_refused(script, monkeypatch, tmp_path, names, complaint):
    settings = tmp_path / "pyproject.toml"
    settings.write_text('[tool.hatch.build.targets]\nsdist = {exclude = ["/.ci"]}\n')
    monkeypatch.setattr(script, "ROOT", tmp_path)
    monkeypatch.setattr(script, "run", lambda *command: ".ci/run\0a/__init__.py\0pyproject.toml\0")
    with tarfile.open(tmp_path / "a-1.tar.gz", "w:gz") as archive:
        for name in names:
            archive.add(settings, f"a-1/{name}")
    with pytest.raises(SystemExit, match=complaint):
        script.check_contents(tmp_path / "a-1.tar.gz")


def test_a_command_that_fails_ends_the_release_with_the_end_of_its_output(script, tmp_path):
    with pytest.raises(SystemExit, match=r"exit code 2\n.*unknown option"):
        script.run("sh", "-c", "echo unknown option; exit 2", folder=tmp_path)


def test_the_metadata_name_the_minors_of_python_from_the_first_that_is_allowed(project):
    prefix = "Programming Language :: Python :: 3."
    minors = [int(line.removeprefix(prefix)) for line in project["classifiers"] if line.startswith(prefix)]
    assert project["requires-python"] == f">=3.{minors[0]}"
    assert minors == list(range(minors[0], minors[-1] + 1))
    assert set(project["urls"]) == {"Homepage", "Documentation", "Source", "Changelog", "Issues"}


def test_on_the_page_of_a_registry_no_link_of_the_readme_is_relative():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["metadata"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for change in settings["hooks"]["fancy-pypi-readme"]["substitutions"]:
        readme = re.sub(change["pattern"], change["replacement"], readme)
    assert "](https://github.com/gtarena/gtarena/blob/v$HFPR_VERSION/docs/models.md)" in readme
    assert "](https://github.com/gtarena/gtarena/raw/v$HFPR_VERSION/docs/first_screen.png)" in readme
    assert re.findall(r"\]\((?!https://|#).*?\)|<img", readme, re.DOTALL) == []
