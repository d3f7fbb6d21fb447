"""The Dockerfile copies what there is, installs the tested versions, and runs as a user without rights."""

import tomllib

import pytest

from tests.support import ROOT


@pytest.fixture(scope="module")
def instructions():
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
    return [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def copied(instructions):
    return [source for word, rest in instructions if word == "COPY" and not rest.startswith("--from=")
            for source in rest.split()[:-1]]


def test_the_image_gets_exactly_the_files_and_folders_that_it_copies(copied):
    assert all((ROOT / source).exists() for source in copied)
    let_in = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert sorted(copied) == sorted(let_in)


def test_the_image_has_all_that_a_wheel_is_built_from(copied):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {*wheel["packages"], *wheel["force-include"], *project["project"]["license-files"]} <= set(copied)


def test_the_tested_versions_are_installed_with_an_extra_that_exists(instructions):
    install = next(rest for word, rest in instructions if word == "RUN" and "pip install" in rest)
    assert "--no-cache-dir --constraint constraints.txt '.[all]'" in install
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert "all" in extras


def test_the_default_arena_is_played_by_a_user_without_rights_in_a_volume(instructions):
    last = dict(instructions)
    assert last["USER"] == "player"
    assert last["WORKDIR"] == last["VOLUME"] == "/work"
    assert last["ENTRYPOINT"] == '["gtarena"]'
    assert {rest.split()[0] for word, rest in instructions if word == "FROM"} == {"python:3.13-slim"}
