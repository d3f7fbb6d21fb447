from xml.etree import ElementTree

import pytest

from gtarena.suites.magic.figures import case_studies
from tests.support.drawn_figures import drawn
from tests.support.magic_figures import frame, row
from tests.support.magic_matches import aware, chameleon, cost_sharing, dilemma, secret_word
from tests.support.records import call
from tests.support.reported_matches import HOSTILE
from tests.support.suite_matches import matches_frame

# The first and the last matrix of Player 1 as Llama-2-70B in Figure 5.
FIRST = [[0.306, 0.337, 0.357], [0.332, 0.332, 0.336], [0.338, 0.324, 0.338]]
LAST = [[0.237, 0.372, 0.391], [0.333, 0.333, 0.333], [0.345, 0.322, 0.333]]


def analysis(player, move, reply="I think: Player 2 is more suspicious", beliefs=None):
    return call(player, move, purpose="belief", reply=reply, beliefs=beliefs)


def believed(*rounds, calls=(), **fields):
    """A dilemma of an agent with beliefs in the second seat, with these calls."""
    found = dilemma(*rounds, challenger=aware(), **({"challengers": [1]} | fields))
    return found.model_copy(update={"calls": list(calls)})


def told(record):
    """The lines of the blocks as text, an aside in parentheses."""
    return [[f"({line.who}: {line.words})" if line.aside else f"{line.who}: {line.words}".removeprefix(": ")
             for line in block.lines] for block in case_studies.blocks(record)]


def test_case_studies_tell_who_plays_what_was_said_and_done_and_the_outcome_with_a_legend_where_it_is_needed():
    record = believed("CCC", "DCD", "-DC", calls=[analysis(1, 3)])
    head, players, *moments, ending = told(record)
    assert head[0] == "three_player_prisoners_dilemma(rounds=3)"
    assert players == ["Player 1 (defender gpt-4)", "Player 2 (pgm m, challenger)", "Player 3 (defender gpt-4)"]
    assert moments == [
        ["Player 1: move: Cooperate", "Player 2: move: Cooperate", "Player 3: move: Cooperate"],
        ["Player 1: move: Defect", "(Player 2, analysis: I think: Player 2 is more suspicious)",
         "Player 2: move: Cooperate", "Player 3: move: Defect"],
        ["Player 1: no valid answer", "Player 2: move: Defect", "Player 3: move: Cooperate"]]
    assert ending == ["Outcome: returns: Player 1 13, Player 2 8, Player 3 8"]
    assert [block.secret for block in case_studies.blocks(record)] == [False, False, True, True, True, False]
    record = cost_sharing(([(40, 30, 30), None, (50, 25, 25)], [0, 0, 0]), challenger=aware())
    _, _, *moments, ending = told(record)
    assert moments == [
        ["Player 1: proposal: 40 / 30 / 30"], ["Player 2: no valid answer"], ["Player 3: proposal: 50 / 25 / 25"],
        ["Player 1: vote: Player 1"], ["Player 2: vote: Player 1"], ["Player 3: vote: Player 1"]]
    assert ending == ["Outcome: agreed; returns: Player 1 0.6, Player 2 0.7, Player 3 0.7"]
    assert not any(block.secret for block in case_studies.blocks(record))
    italic = "Italic: analyses, which nobody else sees."
    in_turn = cost_sharing(([(40, 30, 30), None, (50, 25, 25)], [0, 0, 0]), challenger=aware())
    at_once = believed("CCC", calls=[analysis(1, 0)])
    with_beliefs = believed("CCC", calls=[analysis(1, 0, beliefs=FIRST)])
    assert told(in_turn)[0][1] == italic
    assert told(at_once)[0][1].endswith(f"before all are given. {italic}")
    assert "Matrices: a row" in told(with_beliefs)[0][1]


def test_beliefs_follow_their_analysis_and_in_word_games_clues_are_open_and_votes_shaded():
    record = chameleon((1, 0, 0), ("nothing",), challenger=aware(), challengers=(1, 2))
    first_clue = next(index for index, step in enumerate(record.history) if step.action is None)
    record = record.model_copy(update={"calls": [analysis(seat, first_clue + 1, beliefs=FIRST) for seat in (1, 2)]})
    _, players, roles, clue, beliefs, *_, votes, guess, ending = case_studies.blocks(record)
    assert players.lines[0].words.startswith("Player 1 (defender gpt-4): chameleon, topic: ")
    assert "word" not in players.lines[0].words
    assert players.lines[1].words.startswith("Player 2 (pgm m, challenger): non-chameleon, topic: ")
    assert players.lines[1].words.endswith(f", word: {secret_word()}")
    assert [line.words for line in roles.lines] == [
        f"name: Player {seat + 1}, role: {role}" for seat, role in enumerate(("chameleon", *["non-chameleon"] * 2))]
    assert [(line.who, line.words) for line in clue.lines] == [("Player 1", "clue: “One of many.”")]
    assert [line.who for line in beliefs.lines] == [
        "Player 1", "Player 2, analysis", "Player 2", "Player 3, analysis", "Player 3"]
    assert beliefs.lines[2].words == "suspect: Player 1, player 1 suspects: Player 2, player 3 suspects: Player 1"
    assert [matrix.title for matrix in beliefs.matrices] == ["beliefs of Player 2", "beliefs of Player 3"]
    assert [line.words for line in votes.lines] == ["vote: Player 2", "vote: Player 1", "vote: Player 1"]
    assert guess.lines[0].words == "guess: “nothing”"
    assert ending.lines[0].words == "caught; returns: Player 1 0, Player 2 2, Player 3 2"
    assert [block.secret for block in (roles, clue, beliefs, votes, guess)] == [True, False, True, True, False]
    record = believed("CCC", "DCD", "CDC", calls=[analysis(1, 3, beliefs=FIRST), call(1, 3), analysis(1, 6),
                                                  analysis(1, 6, beliefs=LAST)])
    (figure,) = case_studies.figures(matches_frame([record]), {record.match_id: record}.__getitem__)
    axes = drawn(figure).axes
    assert [each.images[0].get_array().tolist() for each in axes] == [FIRST, LAST]
    assert {each.get_title() for each in axes} == {"beliefs of Player 2"}
    assert [[matrix.numbers for matrix in block.matrices] for block in case_studies.blocks(record)] == [
        [], [], [], [FIRST], [LAST], []]


@pytest.mark.parametrize("beliefs", [[], [[]], [[1.0]], [[0.5, 0.5]] * 3, [[0.2] * 4] * 4, [[1.0, 0, 0], [1.0], []]])
def test_beliefs_of_another_shape_are_not_drawn(beliefs):
    record = believed("CCC", calls=[analysis(1, 0, beliefs=beliefs)])
    assert not any(block.matrices for block in case_studies.blocks(record))


def test_hostile_words_are_drawn(tmp_path):
    words = HOSTILE + r" $\frac{ $$ _x^ 你好 😀 " + "\ud800" + "ab " * 5000
    record = believed("CCC", calls=[analysis(1, 0, words, FIRST)], match_id=HOSTILE)
    (figure,) = case_studies.figures(matches_frame([record]), {record.match_id: record}.__getitem__)
    drawing = drawn(figure)
    assert any("<U+202E>" in text.get_text() for text in drawing.texts)
    assert drawing.get_figheight() < 10
    figure.write(tmp_path)
    (picture,) = tmp_path.glob("*.svg")
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_first_matches_of_each_role_with_logged_beliefs_are_chosen_and_shown_under_challenger_and_role():
    rows = [row(who, role, match_id, label=label, beliefs=kind) for who, role, match_id, label, kind in (
        ("a", "chameleon", "1", "chameleon(topic=2)", "text"), ("a", "chameleon", "2", "chameleon(topic=1)", "text"),
        ("a", "chameleon", "3", "chameleon(topic=1)", "text"), ("b", "chameleon", "4", "chameleon(topic=1)", "matrix"),
        ("c", "chameleon", "5", "chameleon(topic=1)", "text"), ("0", "chameleon", "6", "chameleon(topic=1)", "none"),
        ("c", "undercover", "7", "undercover(pair=1)", "text"), ("a", "civilian", "7", "undercover(pair=1)", "text"))]
    found = case_studies.choose_cases(frame(*rows))
    assert found == {"2": ("chameleon", "a"), "4": ("chameleon", "b"), "7": ("civilian", "a")}
    assert list(case_studies.choose_cases(frame(*reversed(rows)))) == list(found)
    plain = believed("CCC", calls=[call(1, 0)])
    assert list(case_studies.figures(matches_frame([plain]), {plain.match_id: plain}.__getitem__)) == []
    assert list(case_studies.figures(frame(), {}.__getitem__)) == []
    record = believed("CCC", calls=[analysis(1, 0)])
    (figure,) = case_studies.figures(matches_frame([record]), {record.match_id: record}.__getitem__)
    assert figure.title == "A match of pgm m: three player prisoners dilemma"
