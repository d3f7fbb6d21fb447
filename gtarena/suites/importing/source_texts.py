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

        A text that differs where the model is asked to think aloud stands for both, by whether there is a ``phrase``.

        Raises:
            ValueError: their number is not ``count``, or one contains an expression without a template.
        """
        try:
            return self._found(variable, count)
        except (RecursionError, MemoryError):
            raise _too_deep(self._name) from None

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
        nodes = [node for node in ast.walk(self._tree) if isinstance(node, ast.Assign | ast.AugAssign)]
        return [node.value for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset))
                if variable in map(ast.unparse, node.targets if isinstance(node, ast.Assign) else [node.target])]

    def _template(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=str(text)):
                return escaped(text)
            case ast.JoinedStr(values=parts):
                return "".join(map(self._template, parts))
            case ast.FormattedValue(value=inner, format_spec=None):
                return self._template(inner)
            case ast.Dict(keys=keys, values=values):
                entries = [f'"{self._template(key)}": "{self._template(value)}"'
                           for key, value in zip(keys, values, strict=True) if key is not None]
                return escaped("{\n") + ",\n".join(entries) + "\n}"
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)))):
                pieces = string.Formatter().parse(text)
                return "".join(escaped(before) + (self._value(name) if name else "") for before, name, *_ in pieces)
        return self._value(ast.unparse(node))

    def _value(self, expression: str) -> str:
        try:
            return self._values[expression]
        except KeyError:
            raise ValueError(f"{self._name} has {expression} in a text, which is not supported") from None


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
