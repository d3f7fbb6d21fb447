"""Prompt texts that a published program keeps in its code, as pieces of Jinja2 templates.

They are read from the syntax tree of a local copy of that code, which is never run.
"""

import ast
import string
from collections.abc import Iterator, Mapping

PHRASE = "cot_msg"  # the expression for the phrase that asks a model to think, with a space in front of it
_COT = "explanation"  # key that only the forms for thinking aloud have


def escaped(text: str) -> str:
    """Returns a template that renders a text unchanged."""
    return text.replace("{", '{{ "{" }}')


def printed(expression: str) -> str:
    """Returns a template that renders the value of an expression."""
    return f"{{{{ {expression} }}}}"


def either(condition: str, yes: str, no: str) -> str:
    """Returns a template that renders one of two others, without blank space around it."""
    return f"{{%+ if {condition} +%}}{yes}{{%+ else +%}}{no}{{%+ endif +%}}"


def fill_format(file: str, text: str, values: Mapping[str, str]) -> str:
    """Returns a text of a file that the code fills in with ``str.format``, with the template of each field's name.

    Raises:
        ValueError: a field has no template, or the text is no format.
    """
    pieces = string.Formatter().parse(text)
    return "".join(escaped(before) + (_template_of(file, name, values) if name else "") for before, name, *_ in pieces)


def _template_of(file: str, expression: str, values: Mapping[str, str]) -> str:
    try:
        return values[expression]
    except KeyError:
        raise ValueError(f"{file} has {expression} in a text, which is not supported") from None


class SourceTexts:
    """Texts in the source of one game's module.

    Args:
        name: the module's file name, for errors.
        source: its source code.
        values: a template for every Python expression that the texts contain.

    Raises:
        ValueError: ``source`` is not Python.
    """

    def __init__(self, name: str, source: str, values: Mapping[str, str]) -> None:
        try:
            self._tree = ast.parse(source)
        except (SyntaxError, ValueError) as error:
            raise ValueError(f"{name} is not Python: {error}") from error
        except (RecursionError, MemoryError):
            raise _too_deep(name) from None
        self._name = name
        self._values = values

    def of(self, variable: str, count: int) -> list[str]:
        """Returns the texts that the code may assign to a variable, in the order of the code, without empty ones.

        A variable may also be a keyword argument, ``function.keyword``, or the result of a function, ``function()``.
        A text that differs where the model is asked to think aloud stands for both, by whether there is a ``phrase``.

        Raises:
            ValueError: their number is not ``count``, or one contains an expression without a template.
        """
        try:
            return self._found(variable, count)
        except (RecursionError, MemoryError):
            raise _too_deep(self._name) from None

    def has(self, variable: str) -> bool:
        """Returns whether the code assigns a variable anything but ``None``."""
        return any(ast.unparse(value) != "None" for value in self._assigned(variable))

    def entries(self, variable: str, count: int = 1) -> list[dict[str, str]]:
        """Returns the dictionaries that the code may assign to a variable, without empty ones: texts by their keys.

        Raises:
            ValueError: their number is not ``count``, a key is no text, or a text cannot be read.
        """
        found = [value for value in self._assigned(variable) if isinstance(value, ast.Dict) and value.keys]
        if len(found) != count:
            raise ValueError(f"{self._name} assigns {len(found)} dictionaries to {variable} instead of {count}")
        return [self._entries_of(value, variable) for value in found]

    def _entries_of(self, value: ast.Dict, variable: str) -> dict[str, str]:
        keys = [key.value if isinstance(key, ast.Constant) else None for key in value.keys]
        if not all(isinstance(key, str) for key in keys):
            raise ValueError(f"{self._name} has a key in {variable} that is no text")
        return {str(key): self._template(text) for key, text in zip(keys, value.values, strict=True)}

    def said(self, function: str, count: int, *places: int) -> list[str]:
        """Returns the texts at some places among those in the arguments of all calls of a function.

        They are counted from 0 in the order of the code.

        Raises:
            ValueError: their number is not ``count``, or one contains an expression without a template.
        """
        nodes = [node for node in ast.walk(self._tree) if isinstance(node, ast.Call)]
        calls = [node for node in nodes if ast.unparse(node.func) == function]
        found = [text for call in sorted(calls, key=_place) for value in call.args for text in _texts(value)]
        if len(found) != count:
            raise ValueError(f"{self._name} calls {function} with {len(found)} texts instead of {count}")
        return [self._template(found[place]) for place in places]

    def pattern(self, variable: str, key: str | None = None) -> str:
        """Returns a text that the code fills in with ``str.format``; the values are those of its fields' names.

        With a ``key`` it is the text under that key of a dictionary.

        Raises:
            ValueError: the variable does not have exactly one such text, or a field has no template.
        """
        values = self._assigned(variable)
        found = [text for value in values for text in (_entries(value, key) if key else [value])]
        match found:
            case [ast.Constant(value=str(text))]:
                return self._fill(text)
        where = f"{variable}[{key!r}]" if key else variable
        raise ValueError(f"{self._name} assigns no text, or several, to {where}")

    def _found(self, variable: str, count: int) -> list[str]:
        found = [text for value in self._assigned(variable) for text in _texts(value)]
        aloud = [text for text in found if _COT in ast.unparse(text)]
        plain = [text for text in found if text not in aloud]
        for texts, allowed in ((plain, {count}), (aloud, {0, count})):
            if len(texts) not in allowed:
                raise ValueError(f"{self._name} assigns {len(texts)} texts to {variable} instead of {count}")
        templates = [self._template(text) for text in plain]
        if not aloud:
            return templates
        return [either("phrase", self._template(text), other) for text, other in zip(aloud, templates, strict=True)]

    def _assigned(self, variable: str) -> list[ast.expr]:
        found = [(place, value) for node in ast.walk(self._tree) for place, value in _assignments(node)]
        return sorted((value for place, value in found if place == variable), key=_place)

    def _template(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=str(text)):
                return escaped(text)
            case ast.JoinedStr(values=parts):
                return "".join(map(self._template, parts))
            case ast.BinOp(left=left, op=ast.Add(), right=right) if ast.unparse(node) not in self._values:
                return self._template(left) + self._template(right)
            case ast.FormattedValue(value=inner, format_spec=None):
                return self._template(inner)
            case ast.Dict(keys=keys, values=values):
                entries = [f'"{self._template(key)}": "{self._template(value)}"'
                           for key, value in zip(keys, values, strict=True) if key is not None]
                return escaped("{\n") + ",\n".join(entries) + "\n}"
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
                return self._fill(text)
            case ast.IfExp(test=test, body=body, orelse=otherwise) if ast.unparse(node) not in self._values:
                return either(self._value(ast.unparse(test)), self._template(body), self._template(otherwise))
        return self._value(ast.unparse(node))

    def _fill(self, text: str) -> str:
        return fill_format(self._name, text, self._values)

    def _value(self, expression: str) -> str:
        return _template_of(self._name, expression, self._values)


def _assignments(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yields what a node assigns, with the value.

    It is a variable, a keyword argument as "function.keyword", or the result of a function as "function()".
    """
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from ((ast.unparse(target), value) for target in targets)
        case ast.AugAssign(target=target, value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
            yield ast.unparse(target), value
        case ast.FunctionDef(name=name):
            results = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
            yield from ((f"{name}()", result) for result in results if result)
        case ast.Call(func=function, keywords=keywords):
            yield from ((f"{ast.unparse(function)}.{each.arg}", each.value) for each in keywords)


def _place(node: ast.stmt | ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _entries(value: ast.expr, key: str) -> list[ast.expr]:
    """Returns the values under a key of a dictionary."""
    if not isinstance(value, ast.Dict):
        return []
    keys = [each.value if isinstance(each, ast.Constant) else None for each in value.keys]
    return [entry for own, entry in zip(keys, value.values, strict=True) if own == key]


def _too_deep(name: str) -> ValueError:
    return ValueError(f"{name} is nested too deeply, or is too large, to be read")


def _texts(value: ast.expr) -> Iterator[ast.expr]:
    match value:
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _texts(body)
            yield from _texts(otherwise)
        case ast.Constant(value=str(text)) if text:
            yield value
        case ast.JoinedStr() | ast.Dict():
            yield value
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format")):
            yield value
        case ast.Call(
                func=ast.Attribute(value=ast.Constant(value=str()), attr="join"), args=[ast.GeneratorExp(elt=each)]):
            yield from _texts(each)
        case ast.BinOp(left=left, op=ast.Add(), right=right) if [*_texts(left), *_texts(right)]:
            yield value
        case ast.Tuple(elts=parts):
            for part in parts:
                yield from _texts(part)
