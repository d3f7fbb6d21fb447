import random
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from gtarena.formatting import format_visible
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.records import TextRef
from gtarena.logs.writer import append_line, text_line
from gtarena.models.base import Alternative, TokenLogprob
from gtarena.reports.html import ReportContents
from gtarena.reports.leaderboard_rows import reported_boards
from gtarena.reports.match_browser.files import write_files
from gtarena.reports.match_browser.links import match_link, matches_link
from gtarena.reports.write import write_report
from tests.support.records import call, llm, record, seat, steps, write_log
from tests.support.reported_matches import HOSTILE, hostile
from tests.support.search_trees import SEARCHED
from tests.support.suite_matches import log_read

PIXEL = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=")
PROMPT = "Choose a cell. " * 60
RULES = "\n".join(f"Rule {number}." for number in range(1, 25))
TURNS = [f"{RULES}\nC{move}R1 is taken.\nReply in JSON." for move in (2, 3)]
SAID = "I\u202e\r\n😀 think.\r\nAnswer: C1R2\r\n" * 2
WON = ((0, 0), (1, 3), (0, 1), (1, 4), (0, 2))  # the first player has a row
TALK = "../../x javascript:alert(1) </script><script>alert(1)</script>" + HOSTILE
HOSTILE_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9" '
    'onload="alert(1)" style="fill:red"><script>alert(1)</script><foreignObject><p>x</p></foreignObject>'
    '<a xlink:href="javascript:alert(1)"><rect width="1"/></a><image href="http://evil/x.png"/>'
    '<use href="#y"/><rect width="5" fill="url(http://evil/y)" onclick="alert(1)"/><text x="1">&lt;b&gt;</text></svg>')


def matches():
    """60 matches of tic-tac-toe, two of them with rich calls, one of Kuhn poker, and one full of hostile text."""
    model, others = llm(prompt="v1"), [seat("random"), seat("mcts")]
    for number in range(60):
        seats = [model, others[number % 2]] if number < 50 else [others[1], model]
        calls = [call(seats.index(model), 0, cost=number / 64)]
        if number == 9:
            calls = [call(0, 2, reply="nonsense", failure="unparsable"),
                     call(0, 2, reply=TALK, reasoning="I think.", actions=[1], form="line", nudges=1,
                          tokens_reasoning=1, messages=[
                                    TextRef(role="system", sha256=sha256(PROMPT)),
                                    TextRef(role="user", sha256=sha256(TALK), image=sha256(PIXEL))])]
        if number == 10:
            refs = [TextRef(role="user", sha256=key, image=key) for key in ("__proto__", "toString")]
            calls = [call(0, 0, messages=refs)]
        if number == 12:
            asked = [[RULES, TURNS[0]], [RULES, TURNS[1]]]
            calls = [call(0, 2 * turn, cost=0.0, messages=[TextRef(role="user", sha256=sha256(text)) for text in texts])
                     for turn, texts in enumerate(asked)]
            calls.append(call(0, 4, cost=0.0, reply=SAID, actions=[2], form="line", answer_span=[14, 26]))
        if number == 11:
            logprobs = (TokenLogprob("yes", -0.5, (Alternative("no", -1.25),)),)
            calls = [call(0, 0, beliefs=[[0.0, 0.75], [0.5, 0.0]], logprobs=logprobs, tree=SEARCHED)]
        yield record(f"m{number:02}", seats, [1, -1], game="tic_tac_toe", history=steps(*WON), calls=calls, seed=number)
    yield record("odd", [model, others[0]], None, outcome="invalid", history=steps((7, 1)), calls=[
        call(7, 0, reply="x" * 60_000)])
    yield record("n", [seat("random"), seat("random")], [2, -2], history=steps((-1, 2), (-1, 0), (0, 1), (1, 1)))
    yield hostile()


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The address of a report."""
    folder = tmp_path_factory.mktemp("a run")
    write_log(folder / "matches.jsonl", *matches())
    for text in (PROMPT, TALK, PIXEL, HOSTILE, RULES, *TURNS):
        append_line(folder / "texts.jsonl", text_line(sha256(text), text))
    log = log_read(folder)
    boards = reported_boards(log.seats.frame())
    browser = write_files(log, boards.seats, folder, processes=1)
    return write_report(ReportContents(HOSTILE, log, boards, browser=browser), folder).page.as_uri()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script(
        "window.refused = []; addEventListener('securitypolicyviolation',"
        " ({effectiveDirective, blockedURI}) => refused.push([effectiveDirective, blockedURI]))")
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, report: str) -> Iterator[Page]:
    """A page in which nothing may go wrong, and that may load nothing but its files."""
    page, wrong = context.new_page(), []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    own = (report, report.replace("report.html", "report_files/"), "data:image/png;base64,")
    page.on("request", lambda request: None if request.url.startswith(own) else wrong.append(request.url))
    yield page
    assert page.evaluate("refused") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.close()
    assert wrong == []


def count(page, words):
    expect(page.locator(".count")).to_have_text(words)


def first(page):
    return page.locator(".matches tbody tr").first


def test_matches_are_found_by_words_filters_and_links_and_the_back_button_undoes_a_filter(page, report):
    page.goto(report)
    expect(page.get_by_role("heading", name="Overall")).to_be_visible()
    page.get_by_role("link", name="Browse all 63 matches").click()
    count(page, "63 matches")
    expect(page.get_by_role("heading", name="Overall")).to_be_hidden()
    assert page.locator(".matches tbody tr").count() == 50
    page.get_by_role("button", name="Next", exact=True).click()
    assert page.locator(".matches tbody tr").count() == 13
    page.get_by_label("Search").fill("MCTS tic")
    count(page, "35 of 63 matches")  # every second one of 50, and the last ten
    page.get_by_label("Search").fill("17")
    count(page, "2 of 63 matches")  # its number is 17, or its id m17
    page.get_by_label("Search").fill("mcts")
    page.locator("summary", has_text="Filters").click()
    page.get_by_label("Agent", exact=True).select_option("mcts")
    page.get_by_label("Result of the agent").select_option("win")
    count(page, "10 of 63 matches")
    assert page.url.endswith("#matches&q=mcts&agent=mcts&return=win")
    page.go_back()
    count(page, "35 of 63 matches")
    page.get_by_role("button", name="Clear all").click()
    count(page, "63 matches")
    page.get_by_role("button", name="Cost").click()
    page.get_by_role("button", name="Cost").click()
    expect(page.get_by_role("columnheader", name="Cost")).to_have_attribute("aria-sort", "descending")
    expect(first(page).locator("td").last).to_have_text("$1.00")  # the tenth, with two calls
    page.goto(report + matches_link("tic_tac_toe", "llm offline/random", "random", failure="unparsable"))
    count(page, "0 of 63 matches")  # m09 was played against mcts
    page.goto(report + matches_link(agent="mcts", failure="any"))
    count(page, "0 of 63 matches")  # the reply was its opponent's
    page.goto(report + matches_link(failure="unparsable"))
    count(page, "1 of 63 matches")
    page.get_by_role("link", name="Back to the report").click()
    expect(page.get_by_role("heading", name="Overall")).to_be_visible()


def test_a_link_opens_a_move_and_buttons_and_keys_step_on(page, report):
    page.goto(report + match_link("m09", 3))
    told = page.locator(".told")
    expect(told).to_have_text("Move 3 of 5. Player 0, llm offline/random: C2R1")
    expect(page.get_by_role("group", name="Position after 3 moves")).to_be_visible()
    rejected, answered = page.locator(".calls .call").all()
    expect(rejected).to_contain_text("unparsable")
    expect(answered.locator(".became")).to_have_text("Parsed moveC2R1FormlineAsked again1 time")
    expect(answered.locator(".reply")).to_have_text(format_visible(TALK))
    expect(answered.get_by_text("I think.")).to_be_visible()
    expect(answered.get_by_text("of them reasoning")).to_be_visible()
    expect(answered.get_by_alt_text("the picture in this message")).to_be_visible()
    expect(answered.get_by_text(PROMPT.strip())).to_be_hidden()  # long, so it is folded
    assert page.evaluate("document.querySelector('.drawn').naturalWidth") == 1
    page.get_by_role("button", name="Next move").click()
    expect(told).to_contain_text("Move 4 of 5. Player 1, mcts: C2R2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # there is no more
    expect(told).to_contain_text("Move 5 of 5")
    expect(page).to_have_url(report + "#match=m09&move=5")
    expect(page.get_by_label("Link to this move")).to_have_value(page.url)
    expect(page.get_by_label("At the terminal")).to_have_value("gtarena replay FILE --match m09")
    page.get_by_role("button", name="Copy").first.click()
    expect(page.locator(".copies [role=status]").first).to_have_text(re.compile("Copied|Press Ctrl"))
    page.keyboard.press("Home")
    expect(told).to_have_text("Start of 5 moves")
    page.get_by_label("Move", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("Move 1 of 5")
    page.get_by_role("button", name="4 Player 1").click()
    expect(page).to_have_url(report + "#match=m09&move=4")


def test_chance_moves_are_one_step_and_the_point_of_view_goes_with_the_moves_until_a_seat_is_chosen(page, report):
    page.goto(report + match_link("n"))
    expect(page.locator(".told")).to_have_text("Start of 4 moves")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told")).to_have_text("Move 2 of 4. Chance: move 0")  # both cards are dealt
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told")).to_have_text("Move 3 of 4. Player 0, random: Bet")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told")).to_have_text(re.compile(r"Move 4 of 4\..*\. The match is over: Player \d, .* won$"))
    page.keyboard.press("ArrowLeft")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".told")).to_have_text("Start of 4 moves")
    page.get_by_role("button", name="1 Chance").click()
    expect(page).to_have_url(re.compile("&move=1$"))
    seen = page.locator(".views [aria-current]")
    page.goto(report + match_link("n", 3))
    expect(seen).to_have_text("Player 0")
    page.keyboard.press("ArrowRight")
    expect(seen).to_have_text("Player 1")
    page.get_by_role("button", name="Player 0", exact=True).click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(seen).to_have_text("Player 0")
    expect(page.get_by_role("button", name="Who moves")).to_have_attribute("aria-pressed", "false")


def test_the_keyboard_alone_goes_through_the_matches_found(page, report):
    page.goto(report + matches_link(agent="mcts"))
    count(page, "35 of 63 matches")
    page.keyboard.press("/")
    page.keyboard.type("m0")
    count(page, "5 of 63 matches")  # m01, m03, m05, m07, m09
    page.keyboard.press("Escape")
    first(page).get_by_role("link").press("Enter")
    expect(page.get_by_text("1 of 5 found")).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("n")
    expect(page.get_by_text("3 of 5 found")).to_be_visible()
    page.keyboard.press("k")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(report + "#match=m03&move=1")
    page.go_back()
    expect(page).to_have_url(report + "#match=m05")
    expect(page.get_by_text("3 of 5 found")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    count(page, "5 of 63 matches")
    expect(page.locator("[data-row]:focus")).to_have_text("6")  # m05


def test_a_place_of_the_board_leads_to_the_latest_move_so_far_that_names_it_or_else_to_the_next_one(page, report):
    page.goto(report + match_link("m09", 4))
    told, board = page.locator(".told"), page.get_by_role("group", name="Position after")
    board.locator("[data-place=C2R1]").click()
    expect(told).to_contain_text("Move 3 of 5")
    board.locator("[data-place=C3R1]").click()
    expect(told).to_contain_text("Move 5 of 5")
    board.locator("[data-place=C3R3]").click()
    expect(told).to_have_text("No move names C3R3.")
    expect(page).to_have_url(re.compile("&move=5$"))


def test_places_are_announced_and_reached_by_arrows_from_one_stop_of_the_tab_key(page, report):
    page.goto(report + match_link("m09", 5))
    places = page.get_by_role("group", name="Position after").get_by_role("button")
    expect(places.first).to_be_visible()
    assert {each.get_attribute("aria-label") for each in places.all()} == {
        "C1R1: to move 1", "C2R1: to move 3", "C3R1: to move 5", "C1R2: to move 2", "C2R2: to move 4", "C3R2: no move",
        "C1R3: no move", "C2R3: no move", "C3R3: no move"}
    assert page.locator(".board [tabindex='0']").count() == 1
    page.get_by_role("button", name="C1R1: ").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".told")).to_contain_text("Move 4 of 5")
    expect(page.locator("[data-place]:focus")).to_have_attribute("aria-label", "C2R2: to move 4")


def test_a_place_is_named_by_moves_in_which_its_name_is_no_part_of_a_longer_number_or_word(page, report):
    page.goto(report + matches_link())
    named = page.evaluate("pairs => pairs.map(([place, move]) => namesPlace(place)({move}))", [
        ["f3", "Nf3"], ["b6", "a7b6*"], ["a1", "W a10"], ["C1", "C1"], ["7", "17"], ["ICE", "DICE"], ["ICE", "ICE, 2"],
        ["a.1", "ab1"], ["C2R2", "C2R2"]])
    assert named == [True, True, False, True, False, False, True, False, True]


def test_a_match_plays_at_the_chosen_speed_to_its_end_or_until_the_reader_steps(context, report):
    page = context.new_page()
    page.clock.install(time=0)
    page.goto(report + match_link("m09"))
    told = page.locator(".told")
    expect(told).to_have_text("Start of 5 moves")
    page.clock.pause_at(3600)
    page.clock.run_for(3000)
    expect(told).to_have_text("Start of 5 moves")  # nothing starts by itself
    page.keyboard.press("Space")
    expect(told).to_have_attribute("aria-live", "off")
    page.clock.run_for(1100)
    expect(told).to_contain_text("Move 1 of 5")
    page.get_by_label("Moves a second").select_option("4")
    page.clock.run_for(1000)  # the step that is waiting has the speed of before
    expect(told).to_contain_text("Move 2 of 5")
    page.clock.run_for(260)
    expect(told).to_contain_text("Move 3 of 5")
    page.get_by_role("button", name="Previous move").click()
    page.clock.run_for(3000)
    expect(told).to_contain_text("Move 2 of 5")
    expect(told).to_have_attribute("aria-live", "polite")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(3000)
    expect(told).to_contain_text("Move 5 of 5")
    page.get_by_role("button", name="Play", exact=True).click()  # from the start
    expect(told).to_have_text("Start of 5 moves")
    page.get_by_role("button", name="Pause", exact=True).press("Space")
    page.clock.run_for(3000)
    expect(told).to_have_text("Start of 5 moves")
    page.close()


def test_a_seat_has_one_colour_and_that_of_its_pieces_where_they_have_one(page, report):
    page.goto(report + match_link("m09", 2))
    expect(page.locator(".told")).to_contain_text("Move 2 of 5")
    colours = page.locator(".disc").evaluate_all("all => all.map(each => getComputedStyle(each).backgroundColor)")
    blue, orange = "rgb(46, 111, 183)", "rgb(205, 104, 40)"
    assert colours == [blue, orange, *[blue, orange] * 2, blue]  # in the list of players, and beside the moves
    drawn = page.locator("#browser .board circle").evaluate_all("all => all.map(each => getComputedStyle(each).fill)")
    assert drawn == [blue, orange]
    match = {"seats": [{"colour": "#ffffff"}, {"called": "Player 2"}]}
    assert page.evaluate("match => [seatColour(match, 0), seatColour(match, 1), called(match, 1), called(match, 7)]",
                         match) == ["#ffffff", "var(--seat1)", "Player 2", "Player 7"]


def test_a_prompt_shows_what_is_new_since_the_last_one_and_all_of_it_on_demand(page, report):
    page.goto(report + match_link("m12", 1))
    expect(page.locator(".message pre").last).to_have_text(TURNS[0])
    assert page.locator(".new, .asBefore, .whole").count() == 0
    page.goto(report + match_link("m12", 3))
    rules, turn = page.locator(".message").all()
    expect(rules.locator("summary")).to_have_text("Prompt: user (206 characters, as before)")
    expect(rules.locator("pre")).to_be_hidden()
    expect(turn.locator(".new")).to_have_text("C3R1 is taken.")
    expect(turn.locator(".asBefore")).to_have_text("Reply in JSON.")
    turn.get_by_role("button", name="… 24 lines as before").click()
    expect(turn.locator("pre")).to_have_text(TURNS[1])
    page.get_by_label("All of the prompt").check()
    expect(page.locator(".message pre").last).to_have_text(TURNS[1])
    assert page.locator(".new, .asBefore").count() == 0
    page.get_by_label("All of the prompt").uncheck()
    expect(page.locator(".new")).to_have_text("C3R1 is taken.")


def longest_common(old, lines):
    """Returns the length of the longest common subsequence, by its definition."""
    if not old or not lines:
        return 0
    if old[0] == lines[0]:
        return 1 + longest_common(old[1:], lines[1:])
    return max(longest_common(old[1:], lines), longest_common(old, lines[1:]))


def test_the_lines_that_stay_are_a_longest_common_subsequence(page, report):
    rng = random.Random(1)
    pairs = [["".join(rng.choices("ab c", k=rng.randint(0, 6))) for _ in "12"] for _ in range(300)]
    page.goto(report + matches_link())
    found = page.evaluate("pairs => pairs.map(([old, lines]) => keptLines([...old], [...lines]))", pairs)
    for (old, lines), kept in zip(pairs, found, strict=True):
        stayed = "".join(line for line, stays in zip(lines, kept, strict=True) if stays)
        left = iter(old)
        assert all(line in left for line in stayed)
        assert len(stayed) == longest_common(old, lines)


def test_the_answer_that_was_read_is_marked_in_the_reply_to_the_character(page, report):
    page.goto(report + match_link("m12", 5))
    expect(page.locator(".reply")).to_have_text(format_visible(SAID))
    assert page.locator("mark").text_content() == "Answer: C1R2"
    assert page.locator(".reply").evaluate("reply => reply.firstChild.data") == "I<U+202E>\n😀 think.\n"
    page.goto(report + match_link("m12", 1))
    expect(page.locator(".reply")).to_be_visible()
    assert page.locator("mark").count() == 0
    marked = "span => asText('x'.repeat(49_999) + 'answer', {}, span).querySelector('mark')?.textContent"
    assert page.evaluate(marked, [49_998, 50_005]) == "xa"  # of what is shown at once


def test_on_a_phone_outcome_and_returns_come_first_and_on_a_desk_nothing_scrolls_sideways(page, report):
    page.goto(report + matches_link())
    assert page.locator("thead th").all_inner_texts()[:3] == ["# ↑", "Outcome", "Returns"]
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("thead th").nth(1)).to_have_text("Game")
    scrolled = "([each]) => each.scrollWidth - each.clientWidth"
    assert page.locator("#browser .list .scroll").evaluate_all(scrolled) == 0
    page.set_viewport_size({"width": 360, "height": 740})


def test_what_a_call_knew_is_shown_with_it_and_a_very_long_reply_is_cut(page, report):
    page.goto(report + match_link("m11", 1))
    shown = page.locator(".calls .call")
    expect(shown.locator(".beliefs tbody tr").first).to_have_text("Player 0 suspects00.75")
    shown.get_by_text("1 token", exact=True).click()
    expect(shown.locator(".tokens tbody")).to_have_text("yes−0.5no −1.25")
    assert shown.locator(".tree .best > :first-child b").all_inner_texts() == ["The position", "B", "C"]
    page.goto(report + match_link("odd", 1))
    expect(page.locator(".told")).to_have_text("Move 1 of 1. Player 7: move 1. The match was not finished: invalid")
    assert len(page.locator(".reply").text_content()) == 50_000
    page.get_by_role("button", name="Show all 60,000 characters").click()
    assert len(page.locator(".reply").text_content()) == 60_000


def test_hostile_text_is_shown_as_it_stands_and_does_nothing(page, report):
    page.goto(report + matches_link() + f"&q={quote(format_visible(HOSTILE)[:30])}")
    count(page, "1 of 63 matches")
    first(page).get_by_role("link").click()
    expect(page.get_by_role("heading", level=2, name=format_visible(HOSTILE)[:30])).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".reply")).to_have_text(format_visible(HOSTILE))
    page.locator(".about summary").click()
    for each in page.locator(".calls summary").all():
        if each.is_visible():
            each.click()
    page.goto(report + match_link("m09", 3))
    expect(page.locator(".told")).to_contain_text("Move 3 of 5")
    said = {"start": None, "turns": [{"player": 0, "said": [TALK], "move": TALK, "shown": None}],
            "seats": [{"name": TALK}], "rounds": {"columns": [TALK], "rows": [{"until": 0, "cells": [TALK]}]}}
    page.evaluate("match => document.querySelector('.position').replaceChildren("
                  "...position({match, pictures: [], step: 1, seat: null}, {}))", said)
    expect(page.locator(".bubble p")).to_have_text(TALK)
    for address in ("matches&sort=constructor&least=x", "match=%E0%A4%A&__proto__=1", "matches&game=__proto__"):
        page.goto(f"{report}#{address}")
    count(page, "0 of 63 matches")
    page.goto(report + match_link("m10", 1))
    expect(page.locator(".message")).to_contain_text(["(SHA-256 __proto__…)", "(SHA-256 toString…)"])
    assert page.evaluate("asWord('a; `x` \\'b')") == "'a; `x` '\\''b'"
    assert page.locator("iframe, object, embed, script[src], img[src]:not([src^='data:image/png'])").count() == 0


def test_a_picture_is_copied_without_anything_that_could_act(context, report):
    page, dialogs = context.new_page(), []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    page.goto(report + match_link("m09"))
    expect(page.locator(".told")).to_be_visible()
    drawn = page.evaluate(
        "svg => { const copy = picture(svg, 'x'); document.body.append(copy); return copy.innerHTML; }", HOSTILE_SVG)
    assert drawn == '<rect width="5"></rect><text x="1">&lt;b&gt;</text>'
    assert page.evaluate("picture('<b>no picture', 'x')") is None
    assert dialogs == []
    page.close()


def test_what_cannot_be_shown_is_said_in_a_sentence(context, report, tmp_path):
    page = context.new_page()
    page.goto(report + "#match=m99&move=x")
    expect(page.get_by_role("alert")).to_have_text(
        "No match of this report has the id m99. It may be of another run. All matches")
    moved = tmp_path / "report.html"
    moved.write_bytes(Path(unquote(urlsplit(report).path)).read_bytes())
    page.goto(moved.as_uri() + "#match=m09")
    expect(page.get_by_role("alert")).to_contain_text("is not beside this page. Where the page goes, its folder")
    page.add_init_script("delete window.DecompressionStream")
    page.goto(report + "#matches")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("This browser is too old")
    page.emulate_media(media="print")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.get_by_role("heading", name="Overall")).to_be_visible()
    page.close()
