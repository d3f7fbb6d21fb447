"""Air, Land & Sea: the three theaters with the piles of both players, and the player's own hand.

A pile grows away from the name of its theater, the opponent's upwards and the player's own downwards.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.boards._layout import BACK, LINE, MARGIN, SIZE, make_canvas
from adapters.images.captions import address
from adapters.images.drawing import LEVELS, WHITE, Canvas, ink, width_of
from adapters.images.shapes import Point

CARD = (176, 30)  # width and height
STEP = CARD[1] + 5
COLUMN = CARD[0] + 24
TITLE = 3.4 * LINE  # height of the name of a theater, with the totals


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    theaters, hand = obs["theaters"], [(card["card"], card["strength"], True) for card in obs["hand"]]
    above, below = (max(1, *(len(theater[side]["cards"]) for theater in theaters)) for side in ("opponent", "you"))
    own = address(obs, "you", "{}")
    middle = MARGIN + above * STEP + TITLE / 2
    piles = (above + below) * STEP + TITLE
    canvas = make_canvas(3 * COLUMN, piles + 2.4 * LINE + 2 * STEP, _write_lines(obs))
    for number, theater in enumerate(theaters):
        x = MARGIN + (number + 0.5) * COLUMN
        _draw_title(canvas, (x, middle), theater, own)
        for side, way in (("opponent", -1), ("you", 1)):
            cards = [(card["card"], card["strength"], card["up"]) for card in theater[side]["cards"]]
            _draw_cards(canvas, [(x, middle + way * (TITLE / 2 + (place + 0.5) * STEP)) for place in range(len(cards))],
                        cards)
    top = MARGIN + piles + LINE
    canvas.text((MARGIN, top), "Hand:" if hand else "Hand: empty", SIZE, anchor="lm")
    _draw_cards(canvas, [(MARGIN + (place % 3 + 0.5) * COLUMN, top + 1.4 * LINE + place // 3 * STEP)
                         for place in range(len(hand))], hand)
    return canvas


def _draw_title(canvas: Canvas, centre: Point, theater: Mapping[str, Any], own: str) -> None:
    """Draws a theater with the totals of both players; the one who controls it has a star."""
    canvas.rectangle(centre, CARD[0], TITLE - 8, LEVELS[-1])
    texts = _write_total(theater, "opponent", "opponent"), theater["theater"], _write_total(theater, "you", own)
    for line, text in enumerate(texts, start=-1):
        canvas.text((centre[0], centre[1] + line * 0.85 * LINE), text, SIZE, ink(LEVELS[-1]))


def _write_total(theater: Mapping[str, Any], side: str, name: str) -> str:
    return f"{name}: {theater[side]['total']}{' (controls)' if theater['controller'] == side else ''}"


def _draw_cards(canvas: Canvas, centres: Sequence[Point], cards: Sequence[tuple[str | None, int, bool]]) -> None:
    """Draws cards, each a name, its present strength, and whether it lies face up."""
    for centre, (name, strength, is_up) in zip(centres, cards, strict=True):
        canvas.rectangle(centre, *CARD, fill=WHITE if is_up else BACK)
        text = f"{strength}  {name or 'face down'}"
        canvas.text(centre, text, min(SIZE - 2, (SIZE - 2) * (CARD[0] - 12) / width_of([text], SIZE - 2)))


def _write_lines(obs: Mapping[str, Any]) -> list[str]:
    points, hands = obs["points"], obs["hands"]
    own = address(obs, "you", "{}")
    turn = {None: "The game is over.", "you": f"Turn of: {own}"}.get(obs["turn_of"], "Turn of: opponent")
    return [f"Battle {obs['battle']}. Victory points: {own} {points['you']}, opponent {points['opponent']}. {turn}",
            f"The opponent holds {hands['opponent']} cards; {obs['deck']} are in the deck."]
