import subprocess
import sys
from typing import Any

import pyspiel
import pytest

from gtarena.agents import registry
from gtarena.agents.base import Agent, Seating
from gtarena.errors import UsageError


def seated(kind: str, **settings: Any) -> Agent:
    return registry.make_agent(kind, Seating(pyspiel.load_game("kuhn_poker"), 0, 1), settings)


@pytest.mark.parametrize(("kind", "settings"), [
    ("mcts", {"simulations": 1, "uct_c": 2, "solve": False}),
    ("ismcts", {"simulations": 3, "worlds": 2}),
    ("always", {"move": "Bet"}),
    ("always", {"move": 1}),
    ("fixed", {"moves": "Bet/Pass"}),
    ("fixed", {"moves": ["Bet", 0]}),
])
def test_settings_of_the_right_kind_are_taken(kind: str, settings: dict[str, Any]) -> None:
    assert isinstance(seated(kind, **settings), Agent)


@pytest.mark.parametrize(("kind", "settings", "message"), [
    ("mcts", {"simulations": "abc"}, r"^simulations=abc is not a whole number from 1 to 2147483647$"),
    ("mcts", {"simulations": 2.5}, r"^simulations=2.5 is not a whole number from 1 to 2147483647$"),
    ("mcts", {"simulations": True}, r"^simulations=True is not a whole number from 1 to 2147483647$"),
    ("mcts", {"uct_c": "x"}, r"^uct_c=x is not a number of at least 0$"),
    ("mcts", {"uct_c": float("nan")}, r"^uct_c=nan is not a number of at least 0$"),
    ("mcts", {"solve": 1}, r"^solve=1 is not true or false$"),
    ("always", {"move": None}, r"^move=None is not text or a whole number$"),
    ("fixed", {"moves": 3}, r"^moves=3 is not text"),
    ("mcts", {"simulation": 3}, r"^unknown setting 'simulation'; did you mean simulations\? \(mcts has: simulations, "),
    ("random", {"seed": 3}, r"^unknown setting 'seed' \(random has: none\)$"),
    ("mcts", {"texts": 0}, r"^texts=0 is not a whole number from 1"),
    ("ismcts", {"worlds": -2}, r"^worlds=-2 is not a whole number from 1"),
])
def test_other_settings_are_refused_with_what_is_allowed(kind: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        seated(kind, **settings)


@pytest.mark.parametrize(("kind", "setting"), [("always", "move"), ("fixed", "moves")])
def test_a_setting_without_a_default_has_to_be_stated(kind: str, setting: str) -> None:
    with pytest.raises(UsageError, match=rf"^{kind} needs its {setting}: add it, as \+agent\.NAME\.{setting}=VALUE$"):
        seated(kind)


def test_only_settings_that_came_later_are_not_always_logged() -> None:
    assert registry.rarer_settings("mcts") == {"texts": 8}
    assert registry.rarer_settings("random") == registry.rarer_settings("llm") == {}


def test_the_list_of_agents_is_quick_to_import() -> None:
    heavy = {"litellm", "pandas", "matplotlib"}
    code = f"import sys, gtarena.agents.registry; print(sorted({heavy!r} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
