"""SVG pictures as tests look at them."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pyspiel

import adapters

NAMESPACE = "{http://www.w3.org/2000/svg}"
# All that a picture is made of: nothing that loads, links, runs or styles.
TAGS = {"svg", "g", "title", "rect", "path", "circle", "text"}
ATTRIBUTES = {
    "width", "height", "viewBox", "role", "font-family", "text-anchor", "font-size", "fill", "stroke", "stroke-width",
    "d", "data-place", "x", "y", "cx", "cy", "r"}


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


def places(svg: str) -> dict[str, list[tuple[float, float]]]:
    """Returns the middles of the places of a board by name."""
    found: dict[str, list[tuple[float, float]]] = {}
    for element in parsed(svg).iter():
        if (name := element.get("data-place")) is not None:
            found.setdefault(name, []).extend(map(_middle, re.findall("M[^M]*", element.get("d", ""))))
    return found


def _middle(outline: str) -> tuple[float, float]:
    """Returns the middle of a path: a rectangle that is told as ``M10 20h5v8h-5z``, or the corners of a polygon."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", outline)]
    if "h" in outline:
        return numbers[0] + numbers[2] / 2, numbers[1] + numbers[3] / 2
    return sum(numbers[::2]) / len(numbers[::2]), sum(numbers[1::2]) / len(numbers[1::2])
