"""Workflows and forms of the repository's host are valid YAML, and call what there is."""

import os
import re
import tomllib

import pytest
import yaml

from tests.support import ROOT

FOLDER = ROOT / ".github"
WORKFLOWS = sorted((FOLDER / "workflows").glob("*.yml"))
FORMS = sorted(set((FOLDER / "ISSUE_TEMPLATE").glob("*.yml")) - {FOLDER / "ISSUE_TEMPLATE" / "config.yml"})


def parsed(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(workflow):
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_scripts_that_exist_and_actions_of_a_stated_version(path):
    workflow = parsed(path)
    assert {"name", "permissions", "jobs"} < set(workflow)
    for step in steps(workflow):
        if "run" not in step:
            assert re.fullmatch(r"[\w.-]+/[\w.-]+@(v\d+|release/v\d+)", step["uses"]), step
            continue
        python, script = re.fullmatch(r"(python )?(scripts/\S+).*", step["run"]).groups()
        assert (ROOT / script).is_file(), step
        assert python or os.access(ROOT / script, os.X_OK), f"{script} cannot be executed"


def test_every_python_that_the_metadata_name_is_tested():
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    named = [found[1] for line in classifiers if (found := re.fullmatch(r".*:: Python :: (3\.\d+)", line))]
    assert parsed(FOLDER / "workflows" / "test.yml")["jobs"]["test"]["strategy"]["matrix"]["python"] == named


def test_only_the_job_that_publishes_may_speak_for_the_repository():
    workflow = parsed(FOLDER / "workflows" / "release.yml")
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert "permissions" not in workflow["jobs"]["build"]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_has_fields_with_names_of_their_own(path):
    form = parsed(path)
    assert {"name", "description", "body"} <= set(form)
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert all(field["attributes"]["label"] for field in fields)
    for names in ([field["id"] for field in fields], [field["attributes"]["label"] for field in fields]):
        assert len(names) == len(set(names))
    assert any(field["validations"]["required"] for field in fields if "validations" in field)


def test_there_are_forms_for_a_bug_a_feature_a_game_and_a_result():
    assert [path.stem for path in FORMS] == ["bug", "feature", "new_game", "paper_result"]


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_links_of_the_rules_of_the_house_lead_to_files(name):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / name).read_text(encoding="utf-8"))
    assert links
    assert all((ROOT / link).is_file() for link in links), links
