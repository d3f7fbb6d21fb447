"""Prompt texts that gamma-Bench keeps in its code instead of in template files, as pieces of Jinja2 templates.

They are read from the syntax tree of a local copy of that code, which is never run.
"""

import ast
from collections.abc import Iterator, Mapping

_COT = "explanation"  # key that only the prompts for thinking aloud have


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
        except (SyntaxError, RecursionError) as error:
            raise ValueError(f"{name} is not Python: {error}") from error
        self._name = name
        self._values = values

    def of(self, variable: str, count: int) -> list[str]:
        """Returns the texts that the code may assign to a variable, in the order of the code, without empty ones.

        Raises:
            ValueError: their number is not ``count``, or one contains an expression without a template.
        """
        found = [text for value in self._assigned(variable) for text in _texts(value)
                 if _COT not in ast.unparse(text)]
        if len(found) != count:
            raise ValueError(f"{self._name} assigns {len(found)} texts to {variable} instead of {count}")
        return [self._template(text) for text in found]

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
        try:
            return self._values[ast.unparse(node)]
        except KeyError:
            raise ValueError(f"{self._name} has {ast.unparse(node)} in a text, which is not supported") from None


def _texts(value: ast.expr) -> Iterator[ast.expr]:
    match value:
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _texts(body)
            yield from _texts(otherwise)
        case ast.Constant(value=str(text)) if text:
            yield value
        case ast.JoinedStr() | ast.Dict():
            yield value
