import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters import suspicions
from tests.support.analyses import ANALYSES

MORE_ANALYSES = json.loads(Path(__file__).with_name("analyses.json").read_text(encoding="utf-8"))
NAMES = ["Player 1", "Player 2", "Player 3"]
LABELS = {1: "more suspicious", -1: "less suspicious", 0: "no change"}
CULPRITS, INNOCENTS = ["chameleon", "undercover"], ["civilian"]
LONG = 300_000  # characters
SIGNS = {"+": 1, "-": -1, ".": 0}


def changes_in(text, names, owner):
    return suspicions.changes_in(text, names, owner, CULPRITS, INNOCENTS)


def matrix(shown: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(SIGNS[sign] for sign in row) for row in shown.split())


@pytest.mark.parametrize(
    ("owner", "text", "expected"), [case[1:] for case in (*ANALYSES, *MORE_ANALYSES)],
    ids=[case[0] for case in (*ANALYSES, *MORE_ANALYSES)])
def test_analyses_as_models_write_them_are_read_as_a_person_would(owner, text, expected):
    assert changes_in(text, NAMES, owner) == matrix(expected)


def test_there_are_enough_analyses_to_speak_of_models_in_general():
    texts = [text for _, _, text, _ in (*ANALYSES, *MORE_ANALYSES)]
    assert len(texts) >= 120
    assert len(set(texts)) == len(texts)


players = st.integers(2, 6)


@st.composite
def matrices(draw):
    """An owner, and a matrix in which nobody judges the one whose view it is."""
    size = draw(players)
    rows = [[0 if row == column else draw(st.sampled_from((1, 0, -1))) for column in range(size)]
            for row in range(size)]
    return draw(st.integers(0, size - 1)), rows


@st.composite
def styles(draw):
    """The marks around a name and a label, the bullet before a line, and what comes between the two."""
    bold, bullet = draw(st.sampled_from(["", "**", "_", "`"])), draw(st.sampled_from(["", "- ", "* ", "1. ", "> "]))
    between = draw(st.sampled_from([" is ", ": ", " - ", " seems ", " is now "]))
    reason = draw(st.sampled_from(["", ", because it copied the others", ", since Player 1 is less suspicious", "."]))
    return bold, bullet, between, reason


@given(matrices(), styles())
def test_the_template_is_read_back_for_any_number_of_players(stated, style):
    owner, rows = stated
    bold, bullet, between, reason = style
    names = [f"Player {number}" for number in range(1, len(rows) + 1)]
    lines = []
    for seat in [owner, *(other for other in range(len(rows)) if other != owner)]:
        lines.append(f"As {names[owner]}, I think:" if seat == owner else f"I think now {names[seat]} thinks:")
        lines += [f"{bullet}{bold}{names[other]}{bold}{between}{bold}{LABELS[rows[seat][other]]}{bold}{reason}"
                  for other in range(len(rows)) if other != seat]
    assert changes_in("\n".join(lines), names, owner) == tuple(map(tuple, rows))


@given(players.flatmap(lambda size: st.tuples(
    st.lists(st.integers(0, size - 1), min_size=size, max_size=size), st.integers(0, size - 1))))
def test_whoever_is_said_to_be_the_undercover_is_more_suspicious_to_that_player(stated):
    suspects, owner = stated
    names = [f"Player {number}" for number in range(1, len(suspects) + 1)]
    lines = [f"I think {names[suspect]} is undercover, because its clue does not fit." if seat == owner else
             f"I think {names[seat]} thinks {names[suspect]} is undercover." for seat, suspect in enumerate(suspects)]
    assert changes_in("\n".join(lines), names, owner) == tuple(
        tuple(int(seat == suspect) for seat in range(len(suspects))) for suspect in suspects)


@given(st.text(), st.integers(0, 2))
def test_any_text_is_read_as_changes(text, owner):
    read = changes_in(text, NAMES, owner)
    assert [len(row) for row in read] == [3, 3, 3]
    assert {change for row in read for change in row} <= {1, 0, -1}


def test_names_that_begin_alike_are_told_apart():
    names = [f"Player {number}" for number in range(1, 12)]
    read = changes_in("Player 11 is more suspicious. Player 1 is less suspicious.", names, 4)
    assert read[4] == (-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)


def test_roles_have_the_words_of_the_game():
    said = "Player 2 is the Mole. Player 3 is a loyal friend."
    assert suspicions.changes_in(said, NAMES, 0, ["mole"], ["loyal friend"])[0] == (0, 1, -1)
    assert suspicions.changes_in(said, NAMES, 0)[0] == (0, 0, 0)


def test_names_are_those_of_the_games_prompts():
    assert changes_in("Anna is more suspicious. I trust Bob Lee.", ["Anna", "Bob Lee", "Carla"], 2)[2] == (1, -1, 0)


@pytest.mark.parametrize("piece", [
    "Player 1, ", "now ", "I now now now now ", "Player 1 and ", "is ", "because ", "not ", '"', "suspicious ",
    "I think ", "would be ", ", who ", "than Player 1 ", "if ", "as Player 1, ", " ", "Player 1's ", "no change / ",
    "[", "- "])
def test_a_hostile_text_takes_linear_time(piece, monkeypatch):
    # So long that anything but linear time would not end.
    monkeypatch.setattr(suspicions, "MAX_LENGTH", LONG)
    read = changes_in(piece * (LONG // len(piece)) + "Player 2 is suspicious", NAMES, 0)
    assert read[0][1] == read[1][1] == 0
