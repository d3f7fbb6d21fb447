import pytest

import gtarena
from gtarena.errors import UsageError


def test_words_are_those_of_a_command_line():
    settings = gtarena.compose_settings(["game=pig(winscore=10,players=2)", "agents=[llm,random*2]", "seed=3"])
    assert settings.game.name == "pig"
    assert (settings.game.params["winscore"], settings.seed) == (10, 3)
    assert gtarena.compose_settings(["game=2048"]).game.name == "2048"


@pytest.mark.parametrize(("word", "message"), [
    ("agnets=[llm]", "unknown setting 'agnets'; did you mean agents"),
    ("agents=[llm", r"its \] is missing"),
    ("seed=much", "seed"),
    ("game=nosuch", "unknown game 'nosuch'"),
    ("plugins=no_such_module", "is not a list"),
])
def test_a_mistake_is_one_line(word, message):
    with pytest.raises(UsageError, match=message) as told:
        gtarena.compose_settings(["game=nim", word] if not word.startswith("game") else [word])
    assert "\n" not in str(told.value)
