import pyspiel
import pytest

from gtarena.errors import UsageError, first_line, suggest_names, unknown


def test_of_openspiels_errors_the_first_line_without_the_place_in_its_source_is_told():
    with pytest.raises(pyspiel.SpielError) as raised:
        pyspiel.load_game("dots_and_boxes(num_rows=0)").new_initial_state()
    assert first_line(raised.value) == "num_rows_ >= 1"


@pytest.mark.parametrize(("error", "line"), [
    (ValueError("one\ntwo"), "one"), (ValueError("\n one\n"), "one"), (ValueError(), "ValueError"),
    (KeyError(), "KeyError"), (OSError("/a/b.py:12 is no source of OpenSpiel"), "/a/b.py:12 is no source of OpenSpiel"),
])
def test_an_errors_first_line_is_never_empty(error, line):
    assert first_line(error) == line


def test_unknown_names_of_any_length_are_refused_and_the_nearest_suggested_in_any_letter_case():
    known = ["leduc_poker", "kuhn_poker", "chess"]
    assert suggest_names("kuhn_pokr", known) == "; did you mean kuhn_poker or leduc_poker?"
    assert suggest_names("zzz", ["chess", "go"]) == ""
    assert suggest_names("NIM", ["nim", "pig"]) == "; did you mean nim?"
    error = unknown("model", "offline/" + "x" * 10**6, ["offline/random"], "(there is one)")
    assert str(error) == f"unknown model 'offline/{'x' * 192}...' (there is one)"
    assert suggest_names("random" * 1000, ["random" * 1000]) == ""
    error = unknown("game", "nimm", ["nim"], "(there is one)")
    assert isinstance(error, UsageError)
    assert str(error) == "unknown game 'nimm'; did you mean nim? (there is one)"
