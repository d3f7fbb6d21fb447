"""Rules sheets: each explains what prompts show, tells parameters that change the rules, and states the returns."""

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

import open_spiel.python.games  # noqa: F401  registers its games
import pyspiel
import pytest

from adapters.generic.sheets import FOLDER, HEADINGS, SEATS, has_sheet, read_sheet
from adapters.rendering import templates
from gtarena import games
from tests.support.named_games import loaded
from tests.support.parameter_changes import changes, other_rules, play
from tests.support.playouts import decision_points

SHEETS = [name for name in templates.list_versions(FOLDER) if not name.startswith("_")]
PLAYOUTS, DECISIONS = 3, 60
FEWEST_WORDS, MOST_WORDS = 60, 800
MOST_RETURNS = 4  # different ones, of which each is told

# Signs that part words and numbers in any text.
PUNCTUATION = set(":,;()[]=\"'")
WORD = re.compile(r"[^\W\d_]+")
SIGN = re.compile(r"[^\w\s]|_")
RANGE = re.compile(r"\b([A-Za-z]) to ([A-Za-z])\b")
QUOTED = re.compile(r"\"([^\"]*)\"|(?<!\S)[(]?([^\w\s]+)[.,;:)]*(?!\S)")

def sheet_of(name: str, parameters: Mapping[str, Any]) -> str:
    game = pyspiel.load_game(name, dict(parameters)) if parameters else pyspiel.load_game(name)
    return "\n".join([*read_sheet(game).seats, read_sheet(game).text()])


def told_words(text: str) -> tuple[set[str], set[str]]:
    """Returns the words of a text, and the signs that it quotes or has standing alone."""
    words = set(WORD.findall(text))
    for first, last in RANGE.findall(text):
        words |= {chr(code) for code in range(ord(first), ord(last) + 1)}
    signs = {sign for quoted in QUOTED.findall(text) for sign in SIGN.findall("".join(quoted))}
    return words | {word.lower() for word in words if len(word) > 2}, signs


def is_told(word: str, told: set[str]) -> bool:
    """Returns whether a word is told, or each letter of it: "CDDC" by "C" and "D"."""
    return word in told or word.lower() in told or set(word) <= told


def shown_texts(name: str) -> Iterator[str]:
    """Yields what random matches show to players: drawings, records and the names of legal moves."""
    for seed in range(PLAYOUTS):
        for state, player in itertools.islice(decision_points(name, seed), DECISIONS):
            seen = loaded(name).view.observe(state, player)
            yield seen["text"]
            yield seen["record"]
            yield "\n".join(name for entry in loaded(name).view.patterns(state, player) for name in entry.names())


@pytest.mark.parametrize("name", SHEETS)
def test_every_word_and_sign_that_is_drawn_or_names_a_move_is_explained(name):
    words, signs = told_words(sheet_of(name, {}))
    untold: dict[str, str] = {}
    for text in shown_texts(name):
        for line in text.splitlines():
            found = [word for word in WORD.findall(line) if not is_told(word, words)]
            found += [sign for sign in SIGN.findall(line) if sign not in signs | PUNCTUATION]
            untold |= {each: line for each in found if each not in untold}
    assert not untold, f"not in the sheet, with a line that shows it: {untold}"


@pytest.mark.parametrize("name", SHEETS)
def test_a_parameter_that_changes_moves_or_returns_changes_what_the_sheet_says(name):
    plain = sheet_of(name, {})
    for parameter, value, game in changes(name):
        told = "\n".join([*read_sheet(game).seats, read_sheet(game).text()])
        assert told != plain or not other_rules(name, parameter, value), f"{parameter}={value} is not told"


def returns_of_matches(name: str) -> set[float]:
    """Returns the different returns of random matches."""
    game, found = games.load(name, {}), set()
    for seed in range(20):
        if len(found) > MOST_RETURNS:
            break
        *_, (ended, returns) = play(game, seed)
        found |= {round(amount, 6) for amount in returns} if ended else set()
    return found


@pytest.mark.parametrize("name", SHEETS)
def test_a_few_different_returns_are_all_told_with_the_goal(name):
    goal = "\n".join(read_sheet(pyspiel.load_game(name)).parts[HEADINGS["goal"]])
    told = {float(number) for number in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", goal)}
    found = returns_of_matches(name)
    if len(found) <= MOST_RETURNS:
        assert found <= told | {0.0 if "nothing" in goal else None}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_goal_course_and_legend_in_fitting_length(name):
    game = pyspiel.load_game(name)
    sheet = read_sheet(game)
    assert {HEADINGS["goal"], HEADINGS["turn"], HEADINGS["move_names"]} <= set(sheet.parts)
    assert (HEADINGS["hidden"] in sheet.parts) or game.get_type().information != (
        pyspiel.GameType.Information.IMPERFECT_INFORMATION)
    assert FEWEST_WORDS <= len(sheet.text().split()) <= MOST_WORDS
    assert len(sheet.seats) in (0, game.num_players())
    assert not re.search(r"[{}<>]{2}|%}| {2}", sheet.text())
    assert all(line == line.strip() for line in sheet.text().splitlines())


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_no_part_that_prompts_do_not_tell(name):
    wording = templates.find(FOLDER, name)
    source = (templates.PROMPTS / FOLDER / f"{name}.jinja").read_text("utf-8")
    assert set(re.findall(r"{%-? block (\w+)", source)) <= {SEATS, *HEADINGS}
    assert wording.has_block("goal")


def test_sheets_are_of_games_that_exist():
    assert set(SHEETS) <= set(games.all_names())


def test_a_game_without_a_sheet_has_an_empty_one():
    game = pyspiel.load_game("misere(game=tic_tac_toe())")
    assert not has_sheet("misere")
    assert read_sheet(game).text() == ""
