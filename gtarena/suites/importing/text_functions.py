"""Functions of a published program that make texts, as Jinja2 macros.

They are read from the syntax tree of a local copy of that code, which is never run. A program's functions do little
more than Jinja2 can: assignments, conditions, loops, and texts put together with ``+``, ``join`` and f-strings.
"""

import ast
import json
from collections.abc import Iterable, Iterator, Mapping

TEXT = "prompt"  # of a dictionary that a function returns, the key of the text
_LOCALS = "own"  # the namespace that keeps a macro's variables, which Jinja2 would forget at the end of a loop
_METHODS = ("get", "join")
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in", ast.Is: "==",
    ast.IsNot: "!="}
_OPERATIONS: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Mod: "%"}


def write_literal(text: str) -> str:
    """Returns the expression of a text."""
    return json.dumps(text, ensure_ascii=False)


class TextFunctions:
    """Functions and texts in the source of a module.

    Args:
        name: the module's file name, for errors.
        source: its source code.
        prefix: what the names of its macros begin with, so that those of several modules differ.
        known: expressions of variables by their names; what the code assigns to these is not read.

    Raises:
        ValueError: ``source`` is not Python.
    """

    def __init__(self, name: str, source: str, prefix: str = "", known: Mapping[str, str] | None = None) -> None:
        try:
            self._tree = ast.parse(source)
        except (SyntaxError, ValueError) as error:
            raise ValueError(f"{name} is not Python: {error}") from error
        except (RecursionError, MemoryError):
            raise self._make_depth_error(name) from None
        self._name, self._prefix, self._known = name, prefix, known or {}
        self._made: dict[str, str] = {}
        self._functions = {node.name: node for node in self._tree.body if isinstance(node, ast.FunctionDef)}

    def find_text(self, variable: str) -> str:
        """Returns the text that the module assigns to a variable, as an expression.

        Raises:
            ValueError: it assigns none.
        """
        return self._find_assigned(self._tree.body, variable, variable)

    def find_text_where(self, name: str, value: str, variable: str) -> str:
        """Returns the text that the code assigns to a variable if a name has some value, as an expression.

        Raises:
            ValueError: it assigns none.
        """
        body: list[ast.stmt] = []
        for node in ast.walk(self._tree):
            match node:
                case ast.If(
                    test=ast.Compare(left=ast.Name(id=left), ops=[ast.Eq()], comparators=[ast.Constant(value=right)]),
                    body=then,
                ) if (left, right) == (name, value):
                    body += then
        return self._find_assigned(body, variable, f"{variable} where {name} is {value!r}")

    def _find_assigned(self, body: Iterable[ast.stmt], variable: str, described: str) -> str:
        for node in body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))) if name == variable:
                    return write_literal(text)
        raise ValueError(f"{self._name} assigns no text to {described}")

    def write_macros(self, function: str) -> str:
        """Returns a function that makes a text, and those that it calls, as macros.

        Raises:
            ValueError: there is no such function, or it does what is not supported.
        """
        self._made = {}
        try:
            self._make_macro(function)
        except (RecursionError, MemoryError):
            raise self._make_depth_error(self._name) from None
        return "".join(self._made.values())

    def write_call(self, function: str, argument: str) -> str:
        """Returns the call of a macro with an argument, as an expression."""
        return f"{self._prefix}{function}({argument})"

    @staticmethod
    def _make_depth_error(name: str) -> ValueError:
        return ValueError(f"{name} is nested too deeply, or is too large, to be read")

    def _make_macro(self, name: str) -> None:
        """Makes a macro, after those that it calls."""
        if name not in self._functions:
            raise ValueError(f"{self._name} has no function {name}")
        function = self._functions[name]
        match function.body:
            case [*body, ast.Return(value=ast.expr() as value)]:
                given = [argument.arg for argument in function.args.args]
                named = ", ".join(f"{argument}={argument}" for argument in given)
                opening = f"{{% macro {self._prefix}{name}({', '.join(given)}) %}}"
                variables = f"{{% set {_LOCALS} = namespace({named}) %}}"
                text = f"{{{{ {self._write(_find_text(value))} }}}}"
                self._made[name] = f"{opening}{variables}{self._write_statements(body)}{text}{{% endmacro %}}\n"
            case _:
                raise ValueError(f"{self._name}: the function {name} does not end by returning a text")

    def _write_statements(self, nodes: Iterable[ast.stmt]) -> str:
        return "".join(map(self._write_statement, nodes))

    def _write_statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Assert() | ast.Raise() | ast.Pass() | ast.Expr(value=ast.Constant()):
                return ""
            case ast.Assign(targets=[target]) if all(name in self._known for name in _list_names(target)):
                return ""
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return self._write_set(name, self._write(value))
            case ast.AugAssign(target=ast.Name(id=name), op=operation, value=value):
                return self._write_set(name, self._write(ast.BinOp(ast.Name(name), operation, value)))
            case ast.If(test=test, body=body, orelse=otherwise):
                return (f"{{% if {self._write(test)} %}}{self._write_statements(body)}"
                        f"{{% else %}}{self._write_statements(otherwise)}{{% endif %}}")
            case ast.For(target=target, iter=iterated, body=body, orelse=[]):
                return self._write_loop(target, iterated, body)
        raise self._make_refusal(node)

    def _write_loop(self, target: ast.expr, iterated: ast.expr, body: Iterable[ast.stmt]) -> str:
        """Returns a loop over the places of what is iterated, which gives each variable its value there."""
        values = dict(self._list_values(target, iterated))
        lengths = ", ".join(f"({value} | length)" for value in values.values() if value)
        given = [self._write_set(name, f"{value}[place]" if value else "place") for name, value in values.items()]
        inside = "".join(given) + self._write_statements(body)
        return f"{{% for place in range([{lengths}] | min) %}}{inside}{{% endfor %}}"

    def _list_values(self, target: ast.expr, iterated: ast.expr) -> Iterator[tuple[str, str]]:
        """Yields the variables of a loop with the sequences that they run over; with "" for one that counts."""
        match target, iterated:
            case ast.Tuple(elts=[ast.Name(id=name), inner]), ast.Call(func=ast.Name(id="enumerate"), args=[counted]):
                yield name, ""
                yield from self._list_values(inner, counted)
            case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="zip"), args=several):
                for each, sequence in zip(targets, several, strict=True):
                    yield from self._list_values(each, sequence)
            case ast.Name(id=name), _:
                yield name, f"({self._write(iterated)})"
            case _:
                raise self._make_refusal(iterated)

    def _write_set(self, name: str, expression: str) -> str:
        return f"{{% set {_LOCALS}.{name} = {expression} %}}"

    def _write(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=str(text)):
                return write_literal(text)
            case ast.Constant(value=bool() | int() | None as value):
                return str(value).lower()
            case ast.Name(id=name):
                return self._known.get(name, f"{_LOCALS}.{name}")
            case ast.JoinedStr(values=parts):
                return "(" + " ~ ".join([write_literal(""), *map(self._write, parts)]) + ")"
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return self._write(value)
            case ast.List(elts=entries):
                return f"[{', '.join(map(self._write, entries))}]"
            case ast.Dict(keys=keys, values=values):
                pairs = [f"{self._write(key)}: {self._write(value)}"
                         for key, value in zip(keys, values, strict=True) if key is not None]
                return f"{{{', '.join(pairs)}}}"
            case ast.Subscript(value=value, slice=place):
                return f"{self._write(value)}[{self._write(place)}]"
            case ast.Call():
                return self._write_called(node)
        return f"({self._write_operation(node)})"

    def _write_operation(self, node: ast.expr) -> str:
        match node:
            case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _OPERATIONS:
                return f"{self._write(left)} {_OPERATIONS[type(operation)]} {self._write(right)}"
            case ast.Compare(left=left, ops=[comparison], comparators=[right]) if type(comparison) in _COMPARISONS:
                return f"{self._write(left)} {_COMPARISONS[type(comparison)]} {self._write(right)}"
            case ast.BoolOp(op=operation, values=values):
                return (" and " if isinstance(operation, ast.And) else " or ").join(map(self._write, values))
            case ast.IfExp(test=test, body=yes, orelse=no):
                return f"{self._write(yes)} if {self._write(test)} else {self._write(no)}"
        raise self._make_refusal(node)

    def _write_called(self, node: ast.Call) -> str:
        arguments = ", ".join(map(self._write, node.args))
        match node.func:
            case ast.Name(id="len"):
                return f"({arguments} | length)"
            case ast.Name(id=name) if name in self._functions:
                if name not in self._made:
                    self._make_macro(name)
                return self.write_call(name, arguments)
            case ast.Attribute(value=value, attr=method) if method in _METHODS:
                return f"{self._write(value)}.{method}({arguments})"
        raise self._make_refusal(node)

    def _make_refusal(self, node: ast.AST) -> ValueError:
        return ValueError(f"{self._name} has {ast.unparse(node)[:80]} in a text, which is not supported")


def _find_text(value: ast.expr) -> ast.expr:
    """Returns what a function returns, or of a dictionary the entry that is the text."""
    match value:
        case ast.Dict(keys=keys, values=values):
            entries = zip(keys, values, strict=True)
            return next((each for key, each in entries if isinstance(key, ast.Constant) and key.value == TEXT), value)
    return value


def _list_names(target: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
