import subprocess
import sys

import pytest

import gtarena
from gtarena.metrics.decisions import load_decisions
from gtarena.metrics.frames import load_records
from gtarena.metrics.ratings import public
from gtarena.runs.api import play
from gtarena.suites.scoring import score


def test_the_python_interface_is_at_the_top():
    offered = (gtarena.load_decisions, gtarena.load_records, gtarena.play, gtarena.score)
    assert offered == (load_decisions, load_records, play, score)
    assert sorted(gtarena.__all__) == sorted([*gtarena._MODULES, "ratings"])
    for name in gtarena.__all__:
        assert getattr(gtarena, name).__doc__, name


@pytest.mark.parametrize("code", [
    "import gtarena; print(gtarena.ratings.bradley_terry.__name__)",
    "import gtarena.ratings as ratings; print(ratings.bradley_terry.__name__)",
    "from gtarena.ratings import bradley_terry; print(bradley_terry.__name__)"])
def test_ratings_are_imported_like_a_module(code):
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "bradley_terry\n"


def test_ratings_list_their_names_other_names_are_errors_and_the_package_imports_nothing_of_itself():
    assert dir(gtarena.ratings) == sorted(public.__all__)
    code = "import sys, gtarena; print(*(name for name in sys.modules if name.startswith(('gtarena.', 'pyspiel'))))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed == "gtarena.ratings\n"
    with pytest.raises(AttributeError, match="module 'gtarena' has no attribute 'plya'"):
        _ = gtarena.plya
