from gtarena.suites import gtbench
from tests.support.gtbench_matches import auction, deal, match, model
from tests.support.records import seat


def test_there_are_tables_by_every_scheme_and_figures_and_other_suites_are_left_out():
    seats = [model(), seat("mcts")]
    records = [auction("1", seats, (8, 10), (2, 6)), deal("2", seats[::-1], (5, 0, 5), (85, 50)),
               match("3", [model("stranger"), seat("mcts")], [1, -1], suite="arena")]
    found = gtbench.findings(records)
    assert tuple(found.tables) == gtbench.SCHEMES
    for tables in found.tables.values():
        names = [table.name for table in tables]
        assert names == ["nra against mcts", "completion", "regret", "agreements negotiation", *names[4:]]
        assert len(set(names)) == len(names)
    assert found.figures
    assert not any("stranger" in table.markdown() for tables in found.tables.values() for table in tables)
