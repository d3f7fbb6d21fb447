from urllib.parse import parse_qs, unquote

from hypothesis import given
from hypothesis import strategies as st

from gtarena.formatting import visible
from gtarena.reports.match_browser.links import match_link, matches_link
from tests.support.reported_matches import HOSTILE


def test_a_match_is_addressed_by_its_id_and_the_number_of_turns():
    assert match_link("11b63e918acb49a7") == "#match=11b63e918acb49a7"
    assert match_link("11b63e918acb49a7", 17) == "#match=11b63e918acb49a7&move=17"


def test_a_search_names_only_what_is_asked_for():
    assert matches_link() == "#matches"
    assert matches_link(game="pig(winscore=20)", agent="llm offline/random", failure="illegal") == (
        "#matches&game=pig%28winscore%3D20%29&agent=llm%20offline%2Frandom&failure=illegal")
    assert matches_link(agent="a&against=b", against="c") == "#matches&agent=a%26against%3Db&against=c"
    assert matches_link(outcome="forfeit") == "#matches&outcome=forfeit"


@given(st.text(st.characters()), st.just(HOSTILE))
def test_any_name_comes_back_as_the_page_shows_it(name, hostile):
    for each in (name, hostile, name + hostile):
        link = matches_link(agent=each, against=each)
        assert link.isascii()
        assert not set(link) & set("<>\"' \n")
        read = parse_qs(link.removeprefix("#matches&"), keep_blank_values=True, errors="strict")
        assert read == {"agent": [visible(each)], "against": [visible(each)]}
        assert unquote(match_link(each, 3), errors="strict") == f"#match={visible(each)}&move=3"
