"""The gallery has the pictures that its script draws, and they are small; the script itself takes minutes."""


import pytest
from PIL import Image

from tests.support import ROOT
from tests.support.script_modules import load_script

SIZE = 3_000_000  # bytes


@pytest.fixture(scope="module")
def script():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "scripts")
        return load_script("scripts/draw_gallery.py")


def test_the_gallery_has_the_files_that_the_script_writes_and_a_page_that_shows_each(script):
    names = script.files()
    assert len(set(names)) == len(names)
    assert sorted(file.name for file in script.GALLERY.iterdir()) == sorted(names), "run python scripts/draw_gallery.py"
    page = (script.GALLERY / script.PAGE).read_text(encoding="utf-8")
    assert page == script.page(), "run python scripts/draw_gallery.py"
    assert [name for name in names if name != script.PAGE and f"]({name})" not in page] == []


def test_the_gallery_is_small_and_its_figures_have_no_date_and_white_paper(script):
    files = [script.GALLERY / name for name in script.files()]
    assert sum(file.stat().st_size for file in files) <= SIZE
    figures = [file.read_text(encoding="utf-8") for file in files if file.suffix == ".svg"]
    assert figures
    assert [figure for figure in figures if "dc:date" in figure or figure.count(script.PAPER) != 1] == []


def test_a_figure_is_given_white_paper_below_all_else(script):
    drawn = '<?xml version="1.0"?>\n<svg width="9">\n <g/>\n</svg>\n'
    assert script.on_paper(drawn) == f'<?xml version="1.0"?>\n<svg width="9">\n {script.PAPER}\n <g/>\n</svg>\n'


def test_pictures_differ_in_the_pixels_that_have_another_colour_or_in_all_if_their_sizes_differ(script):
    white, other = Image.new("RGB", (4, 3), "white"), Image.new("RGB", (4, 3), "white")
    other.putpixel((0, 0), (255, 255, 254))
    other.putpixel((3, 2), (0, 0, 0))
    assert script.differing_pixels(white, white) == 0
    assert script.differing_pixels(white, other) == 2
    assert script.differing_pixels(white, Image.new("RGB", (3, 4), "white")) == 12
