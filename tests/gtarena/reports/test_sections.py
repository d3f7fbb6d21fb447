from gtarena.reports.sections import LONGEST_STEM, named
from gtarena.reports.tables import Table


def test_no_two_tables_have_the_same_file():
    names = ["a/b", "A b", "a-b", "x" * 300]
    stems = [table.stem for table in named(Table(name, name, (), ()) for name in names)]
    assert stems == ["a-b", "A-b-2", "a-b-3", "x" * LONGEST_STEM]
