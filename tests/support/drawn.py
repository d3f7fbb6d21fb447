"""Pictures as tests look at them."""

import io

from PIL import Image

from adapters.images.drawing import Canvas


def colour_at(canvas: Canvas, point: tuple[float, float]) -> str:
    """The colour of a picture at a point, as ``#rrggbb``."""
    x, y = map(round, point)
    return "#" + canvas.image.crop((x, y, x + 1, y + 1)).tobytes().hex()


def dark_pixels(canvas: Canvas) -> list[tuple[int, int]]:
    """The points of a picture that are darker than a medium grey."""
    shades = canvas.image.convert("L").tobytes()
    return [(at % canvas.image.width, at // canvas.image.width) for at, shade in enumerate(shades) if shade < 128]


def opened(png: bytes) -> Image.Image:
    """The picture in a PNG file."""
    return Image.open(io.BytesIO(png))
