"""Hydra's parser of the command line, made in newer Pythons too."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager

from hydra._internal.utils import get_args_parser

_CHECK = "_check_help"  # a method of parsers from Python 3.14 on


@contextmanager
def _unchecked_helps() -> Iterator[None]:
    """Lets arguments have a help that is no text: one of Hydra's is made only when it is shown."""
    check = getattr(ArgumentParser, _CHECK, None)
    if check is None:
        yield
        return
    setattr(ArgumentParser, _CHECK, lambda parser, action: None)
    try:
        yield
    finally:
        setattr(ArgumentParser, _CHECK, check)


def make_parser() -> ArgumentParser:
    """Returns Hydra's parser of the command line."""
    with _unchecked_helps():
        parser: ArgumentParser = get_args_parser()
        return parser
