import pytest

from gtarena.cli.error_messages import error_line, exit_code
from gtarena.errors import UnfinishedError, UsageError


@pytest.mark.parametrize(("error", "line", "code"), [
    (UsageError("x=1 is\n  too small"), "x=1 is too small", 2),
    (ValueError("line 3 is damaged"), "line 3 is damaged", 2),
    (UnfinishedError("2 matches could not be finished"), "2 matches could not be finished", 3),
    (FileNotFoundError(2, "No such file or directory", "x.json"), "x.json: No such file or directory", 2),
    (OSError(28, "No space left on device"), "No space left on device", 2),
    (OSError("no room"), "OSError: no room (--debug shows where)", 2),
    (KeyError("kind"), "KeyError: 'kind' (--debug shows where)", 3),
])
def test_every_error_is_one_line_and_one_exit_code(error, line, code):
    assert (error_line(error), exit_code(error)) == (line, code)
