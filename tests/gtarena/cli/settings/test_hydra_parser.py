"""Hydra's parser is made whether or not this Python checks the helps of arguments."""

from argparse import ArgumentParser

import pytest

from gtarena.cli.settings.hydra_parser import make_parser


@pytest.fixture
def checking(monkeypatch):
    """Parsers as those of Python 3.14, which refuse a help that is no text."""
    def check(parser, action):
        if action.help and not isinstance(action.help, str):
            raise ValueError("badly formed help string")

    add = ArgumentParser.add_argument

    def add_checked(self, *names, **options):
        action = add(self, *names, **options)
        self._check_help(action)
        return action

    monkeypatch.setattr(ArgumentParser, "_check_help", check, raising=False)
    monkeypatch.setattr(ArgumentParser, "add_argument", add_checked)
    return check


def test_a_parser_is_made_and_the_check_stands_again_afterwards(checking):
    stated = make_parser().parse_args(["-m", "prompt=v1,v2"])
    assert (stated.multirun, stated.overrides) == (True, ["prompt=v1,v2"])
    assert ArgumentParser._check_help is checking
    with pytest.raises(ValueError, match="badly formed"):
        ArgumentParser().add_argument("--odd", help=1)


@pytest.mark.skipif(hasattr(ArgumentParser, "_check_help"), reason="parsers of this Python check their helps")
def test_nothing_is_added_to_parsers_that_check_nothing():
    assert make_parser().parse_args(["game=nim"]).overrides == ["game=nim"]
    assert not hasattr(ArgumentParser, "_check_help")
