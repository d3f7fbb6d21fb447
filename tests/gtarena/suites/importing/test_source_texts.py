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


SAID = SourceTexts("game.py", '''
def speak(self, text): "The text."
self.speak(f"Round {number}.", visible_to="all")
self.speak(self.topic)
self.speak(("System", f"{unknown}"))
self.speak(f"{number} left")
ask = "{name}, {{not a field}}, {number}?"
asks = {"one": "{number}!", "other": f"{number}"}
''', {"number": "[NUMBER]", "name": "[NAME]"})


def test_texts_that_are_handed_to_a_function_are_counted_in_the_order_of_the_code():
    assert SAID.said("self.speak", 4, 0, 3) == ["Round [NUMBER].", "[NUMBER] left"]
    with pytest.raises(ValueError, match=r"^game\.py calls self\.speak with 4 texts instead of 3$"):
        SAID.said("self.speak", 3, 0)
    with pytest.raises(ValueError, match=r"^game\.py has unknown in a text, which is not supported$"):
        SAID.said("self.speak", 4, 2)


def test_a_text_that_is_filled_in_later_has_the_values_of_its_fields():
    assert render(SAID.pattern("ask")) == "[NAME], {not a field}, [NUMBER]?"
    assert SAID.pattern("asks", "one") == "[NUMBER]!"
    for variable, key, named in (("asks", "none", r"asks\['none'\]"), ("asks", "other", r"asks\['other'\]"),
                                 ("ask", "one", r"ask\['one'\]"), ("nothing", None, "nothing")):
        with pytest.raises(ValueError, match=rf"^game\.py assigns no text, or several, to {named}$"):
            SAID.pattern(variable, key)


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


class TestOtherPlaces:
    """Keyword arguments, results of functions, declarations, and dictionaries."""

    texts = SourceTexts("game.py", """
rules: Rules = Rules(title="Chess", details={"One": "Of " + name, "Two": f"{2 if many else 'two'}."}, image=None)
size: int
def describe(self):
    if known:
        return f"{name}!"
    return
hand = ", ".join(f"{count} x {card}" for card, count in held)
other = Rules(title=("Go " f"to {i + 1}"), details={})
""", {"name": "[NAME]", "many": "many", "2": "[MANY]", "count": "[COUNT]", "card": "[CARD]", "i + 1": "[NEXT]"})

    @pytest.mark.parametrize(("place", "found"), [
        ("Rules.title", ["Chess", "Go to [NEXT]"]), ("describe()", ["[NAME]!"]), ("hand", ["[COUNT] x [CARD]"])])
    def test_texts_are_found_there(self, place, found):
        assert self.texts.of(place, len(found)) == found

    def test_dictionaries_are_texts_by_their_keys(self):
        (found,) = self.texts.entries("Rules.details")
        assert found["One"] == "Of [NAME]"
        assert [render(found["Two"], many=many) for many in (True, False)] == ["[MANY].", "two."]
        with pytest.raises(ValueError, match=r"^game\.py assigns 1 dictionaries to Rules\.details instead of 2$"):
            self.texts.entries("Rules.details", 2)
        with pytest.raises(ValueError, match=r"^game\.py has a key in a that is no text$"):
            SourceTexts("game.py", "a = {1: 'one'}", {}).entries("a")

    def test_none_is_nothing(self):
        places = ("Rules.title", "Rules.image", "Rules.sound")
        assert list(map(self.texts.has, places)) == [True, False, False]
