"""The functions here are made up; each is run as Python, too, and its macro renders what it returns."""

import pytest
from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from gtarena.suites.importing.text_functions import TextFunctions

SOURCE = '''
import os

TITLE = "The \\"Mill\\""
COUNT = 3


def _opening():
    # said first
    return 'Flour {{ 7 * 7 }} {% raw %} {# no #} é \\\\ "q"\\n' \\
           'and bread.'


def tell(things):
    """Tells."""
    names = things.get('names', [])
    sacks = things['sacks']
    assert len(names) >= 0
    if len(names) == 0 and sacks is None:
        said = ''
    elif names[0] != 'Ann' or sacks is not None:
        said = f'First {names[0]} of {len(names)}: {", ".join(names)}.'
        said += ' Then more.'
    else:
        raise ValueError
    told = ''
    for place, (self, other) in enumerate(zip(names, things['ages'])):
        if (place + 1) % 2 == 0:
            told += f'{place + 1}. {self}={other}; '
        for letter in self:
            told = told + letter
    most = sacks[0] if sacks is not None and 2 in sacks else 'none'
    kinds = {'a': 'rye', 'b': 'oats'}
    return _opening() + '\\n' + said + told + f'{most} {kinds[things["kind"]]} {names}' + text_of(sacks)


def text_of(value):
    return f'<{value}>'


def asked(things):
    form, stop = unread(things), 1
    return {'form': form, 'prompt': f'Reply in {form}!', 'rest': 2}


def choose(name):
    if name == 'rye':
        form = 'a loaf'
    elif name == 'oats':
        form = 'a {bowl}'
        form = form
    return form


def open_file(things):
    return os.environ["HOME"]


def no_text(things):
    pass


def while_true(things):
    while True:
        things = ""
    return things
'''
CASES = [
    {"names": ["Ann", "Bo", "Cy"], "ages": [1, 2.0], "sacks": [4, 2], "kind": "a"},
    {"names": [], "ages": [], "sacks": None, "kind": "b"},
    {"names": ["Bo"], "ages": [3], "sacks": None, "kind": "a"}]


def functions(**known: str) -> TextFunctions:
    return TextFunctions("mill.py", SOURCE, "mill_", known)


def rendered(read: TextFunctions, function: str, argument: object) -> str:
    environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    text = f"{read.write_macros(function)}{{{{ {read.write_call(function, 'things')} }}}}"
    return environment.from_string(text).render(things=argument)


@pytest.mark.parametrize("case", CASES)
def test_a_macro_renders_what_the_function_returns(case):
    names: dict = {}
    exec(compile(SOURCE, "mill.py", "exec"), names)
    assert rendered(functions(), "tell", case) == names["tell"](case)


def test_of_a_dictionary_the_text_is_taken_and_what_is_known_is_not_read():
    assert rendered(functions(form='"verse"', stop="none"), "asked", {}) == "Reply in verse!"


def test_texts_are_found_by_their_names_and_conditions():
    read = functions()
    assert read.find_text("TITLE") == r'"The \"Mill\""'
    assert read.find_text_where("name", "oats", "form") == '"a {bowl}"'
    with pytest.raises(ValueError, match=r"mill\.py assigns no text to COUNT"):
        read.find_text("COUNT")
    with pytest.raises(ValueError, match=r"mill\.py assigns no text to form where name is 'wheat'"):
        read.find_text_where("name", "wheat", "form")


@pytest.mark.parametrize(("function", "message"), [
    ("open_file", "os.environ"), ("no_text", "the function no_text does not end by returning a text"),
    ("while_true", "while True"), ("absent", "has no function absent"), ("asked", "form, stop = ")])
def test_what_is_not_supported_is_named(function, message):
    with pytest.raises(ValueError, match=rf"^mill\.py.* ?{message}"):
        functions().write_macros(function)


@pytest.mark.parametrize(("source", "message"), [
    ("def", "is not Python"), ("x = " + "-" * 100_000 + "1", "nested too deeply, or is too large")])
def test_a_module_that_cannot_be_read_is_named(source, message):
    with pytest.raises(ValueError, match=rf"mill\.py {message}|mill\.py is {message}"):
        TextFunctions("mill.py", source)


def test_a_function_that_calls_itself_is_refused():
    read = TextFunctions("mill.py", "def again(x):\n    return again(x)")
    with pytest.raises(ValueError, match="nested too deeply"):
        read.write_macros("again")
