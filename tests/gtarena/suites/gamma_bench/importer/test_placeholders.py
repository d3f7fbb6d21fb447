import jinja2
import pytest

from custom_games import GAMES
from gtarena.suites.gamma_bench.importer.placeholders import PUBLISHED_GAMES, ROLE
from gtarena.suites.gamma_bench.scores import GAME_SCORES


def test_every_game_of_the_benchmark_has_its_published_files():
    assert PUBLISHED_GAMES.keys() == GAME_SCORES.keys() <= GAMES.keys()


@pytest.mark.parametrize("game", PUBLISHED_GAMES)
def test_the_role_is_the_last_placeholder_of_the_rules(game):
    wording = PUBLISHED_GAMES[game].wording(lambda variable, count: [f"{variable} {number}" for number in range(count)])
    assert wording.rules.inputs[-1] == ROLE
    assert all(wording.rules.inputs[:-1])


def test_texts_of_the_module_are_put_where_the_published_code_puts_them():
    source = 'round_msg = "fits" if ok else "exceeds"\noutput_format = f"up to {self.golds}"\n'
    wording = PUBLISHED_GAMES["divide_dollar"].read(source)
    assert wording.requests[0].inputs[-1] == "up to {{ game.gold }}"
    assert wording.reports[0].inputs[3] == "{%+ if past.exceeded +%}exceeds{%+ else +%}fits{%+ endif +%}"


def test_a_form_for_thinking_aloud_begins_with_the_phrase_after_a_space():
    source = ("round_msg = 'fits' if ok else 'exceeds'\nif cot:\n    output_format = f'{cot_msg} (explanation)'\n"
              "else:\n    output_format = 'A number.'\n")
    asked = PUBLISHED_GAMES["divide_dollar"].read(source).requests[0].inputs[-1]
    template = jinja2.Template(asked)
    assert [template.render(phrase=phrase) for phrase in ("", "Muse.")] == ["A number.", " Muse. (explanation)"]


def test_a_module_without_its_texts_is_an_error_that_names_it():
    with pytest.raises(ValueError, match=r"^divide_dollar\.py assigns 0 texts to output_format instead of 1$"):
        PUBLISHED_GAMES["divide_dollar"].read("")
