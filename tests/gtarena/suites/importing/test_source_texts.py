import jinja2
import pytest

from custom_games import GAMES
from gtarena.suites.gamma_bench.importer.placeholders import PUBLISHED_GAMES, ROLE
from gtarena.suites.gamma_bench.scores import GAME_SCORES
from gtarena.suites.importing.source_texts import SourceTexts, either, escaped, printed

SOURCE = """
raise SystemExit("never run")
msg = f"You got {self.gold}."
msg += ""
other.msg = "not this one"
if cot:
    form = '{"explanation": "musings"}'
else:
    form = {"bid": f"up to {limit}"}
if cot:
    filled = '{{"explanation": {{"{limit}-th": "{limit}"}}}}'.format(limit=limit)
else:
    filled = f'{limit}'
if cot:
    thought = "explanation"
result = "won" if a else ("lost" if b else f"{unknown}")
"""
TEXTS = SourceTexts("game.py", SOURCE, {"self.gold": "[GOLD]", "limit": "[LIMIT]"})


def render(template, **values):
    return jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(template).render(values)


@pytest.mark.parametrize("text", ['{"bid": {"a": 1}}', "{{ 7 * 7 }}", "{% raw %}", "{# no #}", "}} é"])
def test_an_escaped_text_is_rendered_as_it_is(text):
    assert render(escaped(text)) == text


@pytest.mark.parametrize(("variable", "plain", "aloud"), [
    ("form", '{\n"bid": "up to [LIMIT]"\n}', '{"explanation": "musings"}'),
    ("filled", "[LIMIT]", '{"explanation": {"[LIMIT]-th": "[LIMIT]"}}')])
def test_a_text_with_a_counterpart_for_thinking_aloud_is_that_where_there_is_a_phrase(variable, plain, aloud):
    (text,) = TEXTS.of(variable, 1)
    assert [render(text, phrase=phrase) for phrase in ("", "Think.")] == [plain, aloud]


@pytest.mark.parametrize(("variable", "count", "error"), [
    ("msg", 2, r"^game\.py assigns 1 texts to msg instead of 2$"),
    ("thought", 1, r"^game\.py assigns 0 texts to thought instead of 1$"),
    ("thought", 0, r"^game\.py assigns 1 texts to thought instead of 0$"),
    ("nothing", 1, r"^game\.py assigns 0 texts to nothing instead of 1$"),
    ("result", 3, r"^game\.py has unknown in a text, which is not supported$")])
def test_other_numbers_of_texts_and_unknown_expressions_are_errors(variable, count, error):
    with pytest.raises(ValueError, match=error):
        TEXTS.of(variable, count)


@pytest.mark.parametrize("source", ["def", "a\0b", "x = 1 if", "("])
def test_what_is_not_python_is_an_error(source):
    with pytest.raises(ValueError, match=r"^game\.py is not Python: "):
        SourceTexts("game.py", source, {})


@pytest.mark.parametrize("source", [
    "x = " + "-" * 100_000 + "1", "x = " + "not " * 100_000 + "1", "x = " + "+".join(["1"] * 100_000),
    "x = " + "1 if a else " * 50_000 + "2", "x" + ".y" * 100_000, "msg = f'{" + "+".join(["1"] * 900) + "}'",
    "msg = f'{" + "-" * 700 + "1}'"], ids=lambda source: source[:12])
def test_code_that_is_nested_too_deeply_is_an_error(source):
    with pytest.raises(ValueError, match=r"^game\.py is nested too deeply, or is too large, to be read$"):
        SourceTexts("game.py", source, {}).of("msg", 1)


def test_expressions_alternatives_and_texts_of_a_variable_are_rendered_for_all_published_games():
    assert render(printed("gold * 2"), gold=3) == "6"
    template = either("won", "yes", printed("gold"))
    assert [render(f"<{template}>", won=won, gold=3) for won in (True, False)] == ["<yes>", "<3>"]
    assert TEXTS.of("msg", 1) == ["You got [GOLD]."]
    assert PUBLISHED_GAMES.keys() == GAME_SCORES.keys() <= GAMES.keys()


@pytest.mark.parametrize("game", PUBLISHED_GAMES)
def test_the_role_is_the_last_placeholder_of_the_rules(game):
    wording = PUBLISHED_GAMES[game].wording(lambda variable, count: [f"{variable} {number}" for number in range(count)])
    assert wording.rules.inputs[-1] == ROLE
    assert all(wording.rules.inputs[:-1])


def test_texts_of_the_module_are_put_where_the_published_code_puts_them_also_for_thinking_aloud():
    source = 'round_msg = "fits" if ok else "exceeds"\noutput_format = f"up to {self.golds}"\n'
    wording = PUBLISHED_GAMES["divide_dollar"].read(source)
    assert wording.requests[0].inputs[-1] == "up to {{ game.gold }}"
    assert wording.reports[0].inputs[3] == "{%+ if past.exceeded +%}exceeds{%+ else +%}fits{%+ endif +%}"
    with pytest.raises(ValueError, match=r"^divide_dollar\.py assigns 0 texts to output_format instead of 1$"):
        PUBLISHED_GAMES["divide_dollar"].read("")
    source = ("round_msg = 'fits' if ok else 'exceeds'\nif cot:\n    output_format = f'{cot_msg} (explanation)'\n"
              "else:\n    output_format = 'A number.'\n")
    template = jinja2.Template(PUBLISHED_GAMES["divide_dollar"].read(source).requests[0].inputs[-1])
    assert [template.render(phrase=phrase) for phrase in ("", "Muse.")] == ["A number.", " Muse. (explanation)"]
