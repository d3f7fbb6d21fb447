import base64

import pytest

from adapters.images.drawing import Canvas
from gtarena.reports.png_texts import LARGEST_PICTURE, is_png

DRAWN = base64.b64encode(Canvas(8, 8).png()).decode()


def test_the_base64_of_a_png_file_is_one():
    assert is_png(DRAWN)


@pytest.mark.parametrize("text", [
    "", "<script>", DRAWN[1:], f"{DRAWN}\n", f"{DRAWN}\" onload=\"x", f"{DRAWN}===", DRAWN + "A" * LARGEST_PICTURE,
    base64.b64encode(b"GIF89a").decode()])
def test_other_texts_are_none(text):
    assert not is_png(text)
