import re
from math import nan

import pytest

from gtarena.game_theory.profiles.collection import Profiles
from gtarena.game_theory.profiles.findings import Finding
from gtarena.game_theory.profiles.measures import MEASURES
from gtarena.game_theory.profiles.page import ROWS_SHOWN, render, state_sources, write_profiles
from tests.support.pages import Elements
from tests.support.reported_matches import HOSTILE

AGENTS = ["mcts", "llm m", "random"]


def found(agent, game="nim", measure="nra", value=0.5, condition="", note=""):
    return Finding(agent, game, measure, value, value - 0.25, value + 0.25, 12, "matches", condition, note)


def page_of(*findings, agents=AGENTS, models=("llm m",), **more):
    return render(Profiles(findings, agents, models, 12, **more), "A title")


def profile(page):
    return page.partition('class="profile"')[2].partition("</section>")[0]


def test_a_profile_has_the_number_its_interval_what_is_behind_it_the_ends_of_the_scale_and_its_limits():
    page = page_of(found("mcts", value=0.9), found("llm m", value=-0.25), found("random", value=-0.75))
    own = " ".join(Elements(profile(page)).texts).split()
    for words in ("−0.25", "[−0.50, +0.00]", "12 matches", "+0.90 mcts", "−0.75 random", MEASURES["nra"].limits):
        assert words in " ".join(own)
    assert page.count('class="profile"') == 1
    assert '<a href="#agent-2">llm m</a>' in page
    assert 'id="agent-2"' in page


def test_disguises_stand_in_profiles_and_what_they_change_or_hide_also_in_the_overview():
    page = page_of(found("llm m"), found("llm m", condition="disguise=a"),
                   found("llm m", measure="disguise_effect", condition="disguise=b"),
                   found("llm m", measure="recognition", condition="disguise=c"))
    overview = page.partition("Overview")[2].partition("</section>")[0]
    assert [f"disguise={name}" in overview for name in "abc"] == [False, True, True]
    assert "disguise=a" in profile(page)


def test_games_beyond_the_first_are_folded_in_the_overview():
    page = page_of(*(found("llm m", f"game{number}") for number in range(ROWS_SHOWN + 2)))
    assert "<summary>2 more</summary>" in page
    assert "<details" not in page_of(*(found("llm m", f"game{number}") for number in range(ROWS_SHOWN)))


def test_numbers_that_are_not_known_have_a_dash_and_the_reason():
    own = profile(page_of(found("llm m", measure="cost", value=nan, note="no price")))
    assert "<small>no price</small>" in own
    assert '<td class="axis"><span class="quiet">–</span></td>' in own


def test_the_page_runs_no_script_loads_nothing_and_shows_hostile_texts_as_texts():
    page = page_of(found(HOSTILE, HOSTILE, condition=f"disguise={HOSTILE}", note=HOSTILE), agents=[HOSTILE],
                   models=[HOSTILE], skipped=[HOSTILE])
    elements = Elements(page)
    assert not {"script", "img", "link", "iframe"} & elements.tags
    assert not {attribute for attribute in elements.attributes if attribute.startswith("on")}
    assert "\x1b" not in page
    assert "default-src &#39;none&#39;" in page or "default-src 'none'" in page
    assert not re.search(r"(?:src|href)=\"(?!#)", page)


@pytest.mark.parametrize(("profiles", "sentence"), [
    (Profiles([], ["a"], ["a"], 1), "1 agent with a model, from 1 match."),
    (Profiles([], ["a", "b", "c"], ["a", "b"], 0, 1, 1200),
     "2 agents with a model beside 1 other, from 1,200 answers to 1 study."),
    (Profiles([], ["a", "b", "c"], [], 5, 2, 1),
     "0 agents with a model beside 3 others, from 5 matches and 1 answer to 2 studies.")])
def test_the_first_sentence_says_what_the_page_is_about(profiles, sentence):
    assert state_sources(profiles) == sentence


def test_the_marks_of_many_agents_differ_and_the_page_says_from_which_on_they_come_again():
    def marks(count):
        names = [f"agent {number}" for number in range(count)]
        page = page_of(*(found(name) for name in names), agents=names, models=())
        legend = page.partition('<ul class="legend">')[2].partition("</ul>")[0]
        return re.findall(r'colour\d"><svg .*?href="#shape\d', legend), "come again" in page

    assert [(len(set(found)), told) for found, told in map(marks, (12, 35, 36))] == [
        (12, False), (35, False), (35, True)]


@pytest.mark.parametrize("width", [420, 1200])
def test_the_page_is_as_wide_as_the_screen_and_draws_every_dot_in_its_cell(tmp_path, browser, width):
    findings = [found(agent, game, measure, value) for measure in ("nra", "illegal_rate") for game in ("nim", "hex")
                for agent, value in zip(AGENTS, (0.9, 0.5, 0.25), strict=True)]
    path = write_profiles(Profiles(findings, AGENTS, ["llm m"], 12), tmp_path / "out")
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".axis use").count() == 2 * len(findings)
    outside = """() => [...document.querySelectorAll(".axis use")].filter(dot => {
      const cell = dot.closest("td").getBoundingClientRect(), own = dot.getBoundingClientRect();
      return own.left < cell.left || own.right > cell.right + 5 || own.top < cell.top || own.bottom > cell.bottom;
    }).length"""
    assert page.evaluate(outside) == 0
    page.close()
