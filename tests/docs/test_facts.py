"""The pages' tables of what models are told otherwise than in the papers are those of the suites' ``facts.yaml``."""


import pytest

from gtarena.suites.facts import facts_of
from tests.support.script_modules import load_script

SUITES = ("magic", "gamebench", "gtbench")


@pytest.fixture(scope="module")
def script():
    return load_script("scripts/write_facts.py")


def test_every_page_has_the_tables_of_its_suite(script):
    pages = list(script.pages())
    assert {page.stem for page, _ in pages} == set(SUITES)
    for page, text in pages:
        assert page.read_text(encoding="utf-8") == text, "run python scripts/write_facts.py"


def test_a_table_is_written_anew_between_its_two_comments_and_nothing_else_is(script):
    page = script.with_tables("magic", "a\n<!-- differences of v1, v2 -->\nold\n<!-- end -->\nb")
    head, rule, first = page.splitlines()[3:6]
    assert (head, rule) == ("| | published | `v1`, `v2` | why |", "|---|---|---|---|")
    row = facts_of("magic").differences[0].rows[0]
    assert first == f"| {row.about} | {row.published} | {row.ours} | {row.why} |"
    assert page.startswith("a\n<!--")
    assert page.endswith("|\n\n<!-- end -->\nb")
    assert script.with_tables("magic", page) == page


@pytest.mark.parametrize("page", ["none", "<!-- differences of v1, v2 -->\nits end is missing"])
def test_a_page_without_a_place_for_a_table_is_refused(script, page):
    with pytest.raises(ValueError, match=r"magic\.md needs one line <!-- differences of v1, v2 -->"):
        script.with_tables("magic", page)
