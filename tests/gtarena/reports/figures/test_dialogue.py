from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from gtarena.reports.figures import dialogue
from gtarena.reports.figures.dialogue import Beliefs, Block, Spoken
from gtarena.reports.sections import Figure
from tests.support.drawn_figures import drawn
from tests.support.reported_matches import HOSTILE

PLAYERS = ["Player 1", "Player 2", "Player 3"]
# The first matrix of Llama-2-70B in Figure 5.
PUBLISHED = [[0.306, 0.337, 0.357], [0.332, 0.332, 0.336], [0.338, 0.324, 0.338]]


def draw(*blocks):
    return drawn(Figure("dialogue", "", lambda: dialogue.draw(blocks)))


def written(drawing):
    return [text.get_text() for text in drawing.texts]


def test_nothing_overlaps_and_secret_blocks_are_shaded_with_all_matrices_in_the_same_shades():
    blocks = [Block([Spoken("Ann", "word " * 300)] * count, [Beliefs("t", PUBLISHED, PLAYERS)] * matrices, secret=True)
              for count, matrices in ((1, 0), (0, 3), (3, 2), (1, 1))]
    drawing = draw(*blocks)
    renderer = drawing.canvas.get_renderer()
    page = drawing.bbox
    boxes = [text.get_window_extent(renderer) for text in drawing.texts]
    squares = [axes.get_tightbbox(renderer) for axes in drawing.axes]
    for place, box in enumerate([*boxes, *squares]):
        assert page.x0 <= box.x0 <= box.x1 <= page.x1
        assert page.y0 <= box.y0 <= box.y1 <= page.y1
        assert not any(box.overlaps(other) for other in [*boxes, *squares][place + 1:])
    drawing = draw(*(Block([Spoken("", text)], secret=text != "c") for text in "abc"))
    first, second = (artist for artist in drawing.artists if isinstance(artist, Rectangle))
    assert first.get_y() > second.get_y() + second.get_height()
    drawing = draw(Block([], [Beliefs("", [[0.2]], ["a"])]), Block([], [Beliefs("", [[0.6]], ["a"])]))
    assert [axes.images[0].get_clim() for axes in drawing.axes] == [(0.2, 0.6), (0.2, 0.6)]
    (axes,) = draw(Block([], [Beliefs("", [[0.5, 0.5], [0.5, 0.5]], ["a", "b"])])).axes
    assert (axes.images[0].get_clim(), {text.get_weight() for text in axes.texts}) == ((0.5, 1.5), {"normal"})


def test_words_stand_in_order_with_asides_in_italic_and_matrices_as_pictures_with_numbers():
    (axes,) = draw(Block([Spoken("", "x")], [Beliefs("beliefs of Player 1", PUBLISHED, PLAYERS)])).axes
    assert (axes.images[0].get_array().tolist(), axes.images[0].get_clim()) == (PUBLISHED, (0.306, 0.357))
    assert [text.get_text() for text in axes.texts][:3] == ["0.306", "0.337", "0.357"]
    assert [text.get_text() for text in axes.texts if text.get_weight() == "bold"] == [
        "0.357", "0.336", "0.338", "0.338"]
    assert [label.get_text() for label in axes.get_yticklabels()] == PLAYERS
    assert axes.get_title() == "beliefs of Player 1"
    (axes,) = draw(Block([], [Beliefs("", [[0.0, 1.0], [0.5, 0.49]], ["a", "b"])])).axes
    image = axes.images[0]
    for text, value in zip(axes.texts, (0.0, 1.0, 0.5, 0.49), strict=True):
        cell, words = image.to_rgba(value)[:3], to_rgb(text.get_color())
        assert abs(sum(cell) - sum(words)) > 1
    drawing = draw(Block([Spoken("Ann", "one"), Spoken("", "two", aside=True)]), Block([Spoken("Bob", "three")]))
    assert written(drawing) == ["Ann: one", "two", "Bob: three"]
    heights = [text.get_position()[1] for text in drawing.texts]
    assert heights == sorted(heights, reverse=True)
    assert [text.get_style() for text in drawing.texts] == ["normal", "italic", "normal"]
    drawing = draw(Block([
        Spoken("Ann", HOSTILE + r" $\frac{1}{2}$ $ {"), Spoken("Bob", "w" * 100_000), Spoken("", "")]))
    words = " ".join(map(str.strip, written(drawing)))
    for text in (r"$\frac{1}{2}$ $ {", "<script>alert(1)</script>", "<U+202E>gnp.exe"):
        assert text in words
    assert len(words) < 1200


@given(st.text(max_size=300))
def test_any_text_becomes_characters_of_the_font_on_one_line(text):
    shown = dialogue.drawable(text, 100)
    assert dialogue.drawable(shown, len(shown)) == shown
    assert shown.isprintable()
    assert dialogue.drawable("你 é ж 😀\ud800\n\x00", 100) == "<U+4F60> é ж <U+1F600><U+D800> <U+0000>"


@given(st.lists(st.text(max_size=60), max_size=3))
def test_any_words_can_be_drawn(words):
    assert draw(Block([Spoken(text, text) for text in words])).get_figheight() > 0
