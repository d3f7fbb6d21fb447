"""Extension of griffe for the site's page on Python: names in docstrings read as code, not as roles of Sphinx."""

import re
from typing import Any

import griffe

_ROLE = re.compile(r":[a-z]+:`(~?)([^`]+)`")


def without_roles(text: str) -> str:
    """Returns a docstring with ``b`` in place of its role of ``~a.b``, and ``a.b`` in place of that of ``a.b``."""
    return _ROLE.sub(lambda role: f"`{role[2].rpartition('.')[2] if role[1] else role[2]}`", text)


class DocstringRoles(griffe.Extension):
    """Rewrites the docstring of every object that is read."""

    def on_instance(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring:
            obj.docstring.value = without_roles(obj.docstring.value)
