"""The texts that gamma-Bench's code, not its template files, puts into prompts, as pieces of Jinja2 templates.

They are read off the syntax tree of a local copy of that code, of which nothing is ever run.
"""

import ast
from collections.abc import Iterator, Mapping

_COT = "explanation"  # the key that only the texts which ask for thinking aloud have


def escaped(text: str) -> str:
    """A text as a template that renders it as it is."""
    return text.replace("{", '{{ "{" }}')


def shown(expression: str) -> str:
    """A template that renders the value of an expression."""
    return f"{{{{ {expression} }}}}"


def either(condition: str, yes: str, no: str) -> str:
    """A template that renders one of two others and no blank space of its own."""
    return f"{{%+ if {condition} +%}}{yes}{{%+ else +%}}{no}{{%+ endif +%}}"


class Phrases:
    """The texts of one game's module, which ``name`` names in errors.

    ``values`` has the template for every Python expression that the texts show.

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
        """The texts that the code may give to a variable, in the order of the code; empty ones do not count.

        Raises:
            ValueError: there are not ``count`` of them, or one shows something unknown.
        """
        found = [text for value in self._assigned(variable) for text in _texts(value)
                 if _COT not in ast.unparse(text)]
        if len(found) != count:
            raise ValueError(f"{self._name} should give {variable} {count} texts, and it gives it {len(found)}")
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
            raise ValueError(f"{self._name} shows {ast.unparse(node)}, which has no meaning here") from None


def _texts(value: ast.expr) -> Iterator[ast.expr]:
    match value:
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _texts(body)
            yield from _texts(otherwise)
        case ast.Constant(value=str(text)) if text:
            yield value
        case ast.JoinedStr() | ast.Dict():
            yield value
