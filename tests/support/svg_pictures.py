"""SVG pictures as tests look at them."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pyspiel

import adapters

NAMESPACE = "{http://www.w3.org/2000/svg}"
# All that a picture is made of: nothing that loads, links, runs or styles.
TAGS = {"svg", "title", "rect", "path", "circle", "text"}
ATTRIBUTES = {
    "width", "height", "viewBox", "role", "font-family", "text-anchor", "font-size", "fill", "stroke", "stroke-width",
    "d", "x", "y", "cx", "cy", "r"}


def parsed(svg: str) -> ElementTree.Element:
    """Returns the root of a picture, after a check of its elements and attributes."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        assert element.tag.removeprefix(NAMESPACE) in TAGS
        assert set(element.keys()) <= ATTRIBUTES
    return root


def texts(svg: str) -> list[str]:
    """Returns the lines of text of a picture in order, without its title."""
    return [element.text or "" for element in parsed(svg).iter(f"{NAMESPACE}text")]


def fills(svg: str, tag: str = "circle") -> list[str | None]:
    """Returns the colours of all elements of one kind in order, ``None`` for black."""
    return [element.get("fill") for element in parsed(svg).iter(f"{NAMESPACE}{tag}")]


def played(game_string: str, moves: Sequence[int | str] = ()) -> pyspiel.State:
    """Returns the state after moves by their names, and outcomes of chance by their numbers."""
    state = pyspiel.load_game(game_string).new_initial_state()
    for move in moves:
        state.apply_action(move if isinstance(move, int) else state.string_to_action(move))
    return state


def board(state: pyspiel.State, player: int = 0) -> str:
    """Returns a player's board of a state."""
    svg = adapters.for_game(state.get_game()).board(state, player)
    assert svg is not None
    return svg
