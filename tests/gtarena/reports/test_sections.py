from matplotlib.figure import Figure as Drawing

from gtarena.reports.sections import (
    LONGEST_STEM,
    TABLES_SHOWN,
    Figure,
    Findings,
    with_file_names,
    write_section,
)
from gtarena.reports.tables import Cell, Table

GAMES = frozenset({"nim"})


def table(name, mean=0.5):
    return Table(name, f"Table {name}", ("column",), (("row", (Cell(mean),)),))


def drawn():
    drawing = Drawing()
    drawing.subplots().plot([1, 2, 3], label="line")
    return drawing


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_tables_are_written_by_scheme_and_pictures_once(tmp_path):
    findings = Findings({"usual": [table("a b", 1)], "other": [table("a b", 2)]}, [Figure("f", "A line", drawn)])
    section = write_section("bench", GAMES, findings, tmp_path / "bench")
    assert files(tmp_path / "bench") == [
        "figures/f.pdf", "figures/f.png", "figures/f.svg",
        "other/a-b.csv", "other/a-b.md", "other/a-b.tex", "other/tables.md",
        "usual/a-b.csv", "usual/a-b.md", "usual/a-b.tex", "usual/tables.md"]
    assert (tmp_path / "bench" / "other" / "a-b.csv").read_text() == "game,column\nrow,2\n"
    assert (section.name, section.games, section.folder) == ("bench", GAMES, tmp_path / "bench")
    assert section.tables == [table("a b", 1)]
    assert section.pictures == {"A line": tmp_path / "bench" / "figures" / "f.png"}
    assert section.pictures["A line"].read_bytes().startswith(b"\x89PNG")


def test_a_pdf_has_its_fonts_as_true_type_and_no_date(tmp_path):
    for folder in ("one", "two"):
        Figure("f", "A line", drawn).write(tmp_path / folder)
    pdf = (tmp_path / "one" / "f.pdf").read_bytes()
    assert pdf == (tmp_path / "two" / "f.pdf").read_bytes()
    assert (b"/FontFile2" in pdf, b"/Type3" in pdf, b"CreationDate" in pdf) == (True, False, False)


def test_one_markdown_file_has_all_tables_of_a_scheme_in_their_order(tmp_path):
    tables = [table("b", 1), table("a", 2)]
    write_section("bench", GAMES, Findings({"usual": tables}, []), tmp_path)
    assert (tmp_path / "usual" / "tables.md").read_text() == "\n".join(each.markdown() for each in tables)


def test_a_section_without_tables_or_pictures_writes_nothing(tmp_path):
    section = write_section("bench", GAMES, Findings({}, []), tmp_path)
    assert (list(section.tables), dict(section.pictures)) == ([], {})
    assert list(tmp_path.iterdir()) == []


def test_every_table_of_a_scheme_is_written_however_many_are_shown(tmp_path):
    tables = [table(str(number)) for number in range(TABLES_SHOWN + 1)]
    section = write_section("bench", GAMES, Findings({"usual": tables}, []), tmp_path)
    assert len(section.tables) == len(list((tmp_path / "usual").glob("*.csv"))) == TABLES_SHOWN + 1


def test_the_same_picture_is_the_same_file(tmp_path):
    for folder in ("one", "two"):
        Figure("f", "A line", drawn).write(tmp_path / folder)
    one, two = ((tmp_path / folder / "f.svg").read_bytes() for folder in ("one", "two"))
    assert one == two


def test_no_two_tables_have_the_same_file():
    names = ["a/b", "A b", "a-b", "x" * 300]
    stems = [each.stem for each in with_file_names(table(name) for name in names)]
    assert stems == ["a-b", "A-b-2", "a-b-3", "x" * LONGEST_STEM]


def test_a_name_that_another_was_given_to_tell_it_apart_is_not_given_twice():
    figures = [Figure(name, name, drawn) for name in ("a", "a-2", "a")]
    assert [figure.name for figure in with_file_names(figures)] == ["a", "a-2", "a-3"]
