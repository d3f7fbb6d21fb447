"""The registered suites, which mypy checks as implementations of the contract."""

import subprocess
import sys

import pytest

from gtarena.agents.presets import config_folder
from gtarena.errors import UsageError
from gtarena.suites import SUITES, importers, load_suite


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_is_loaded_by_the_name_that_its_records_have(name):
    suite = load_suite(name)
    assert name == suite.NAME
    assert len(set(suite.SCHEMES)) == len(suite.SCHEMES) > 0
    assert (config_folder() / "suite" / f"{name}.yaml").is_file()


def test_a_suite_that_does_not_exist_is_an_error_that_lists_those_that_do():
    with pytest.raises(UsageError, match=r"unknown suite 'gtbnch'; did you mean gtbench or gamebench\? .*: gamma_"):
        load_suite("gtbnch")


def test_published_data_of_gamma_bench_can_be_imported_and_no_two_importers_have_the_same_name():
    kinds = [importer.kind for importer in importers()]
    assert "gamabench" in kinds
    assert len(set(kinds)) == len(kinds)
    assert "prompts" not in kinds  # which is a word of the verb's own


def test_listing_importers_imports_neither_data_frames_nor_drawings():
    code = "import sys; from gtarena.suites import importers; print([*importers()] and [*sys.modules])"
    ended = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "'gtarena.suites.gamma_bench'" in ended.stdout
    assert not any(f"'{heavy}'" in ended.stdout for heavy in ("pandas", "matplotlib", "litellm"))
