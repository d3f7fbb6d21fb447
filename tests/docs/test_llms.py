"""``llms.txt`` lists the pages of the site, each with its first sentence."""

import re

import pytest

from tests.support import ROOT
from tests.support.script_modules import load_script


@pytest.fixture(scope="module")
def script():
    return load_script("scripts/write_llms.py")


def test_the_list_is_that_of_the_pages(script):
    assert script.LIST.read_text(encoding="utf-8") == script.text(), "run python scripts/write_llms.py"


def test_every_link_leads_to_a_file_of_the_repository(script):
    links = re.findall(r"\]\(https://github\.com/gtarena/gtarena/raw/main/(.+?)\)", script.LIST.read_text("utf-8"))
    assert "docs/models.md" in links
    assert "README.md" in links
    assert all((ROOT / link).is_file() for link in links)
    assert len(links) == len(set(links)) == script.LIST.read_text("utf-8").count("\n- [")


@pytest.mark.parametrize(("page", "sentence"), [
    ("# Title\n\nOne run. And more.\n", "One run."),
    ("# Title\n\n![A picture](a.png)\n\nA [run](b.md) has\n`model.name`. More.", "A run has `model.name`."),
    ("# Title\n\n<!-- written by a\n\nscript -->\n```sh\ngtarena\n```\n\nPlayed with e.g. two seats in v1.2. No.",
     "Played with e.g. two seats in v1.2."),
    ("# Title\n\nThere are two:\n\n- one.\n", "There are two"),
    ("# Title\n\n| a | b |\n|---|---|\n", ""),
])
def test_the_first_sentence_of_a_page_is_told_as_plain_text(script, page, sentence):
    assert script.first_sentence(page) == sentence
