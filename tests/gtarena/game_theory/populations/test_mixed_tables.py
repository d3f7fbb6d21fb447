"""Tables of different agents."""

from gtarena.game_theory.populations.mixed_tables import best_gains, mixed_tables
from gtarena.metrics.compositions import table_returns
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.welfare import switches
from tests.support.records import record, seat

# A cooperator adds 2 to everybody's return and pays 3.
DILEMMA = (("ccc", 3, 3, 3), ("ccd", 1, 1, 4), ("ddc", 2, 2, -1), ("ddd", 0, 0, 0))


def frame(*matches):
    return seats_frame([record(f"m{number}", [seat(name) for name in names], returns, seed=number, game="el_farol",
                               params={"players": len(names)}) for number, (names, *returns) in enumerate(matches)])


def shown(table):
    return {label: [None if cell is None else str(cell) for cell in cells] for label, cells in table.rows}


def test_the_tables_of_a_prisoners_dilemma_are_those_by_hand():
    welfare, returns, gains, among_c, among_d = mixed_tables(frame(*DILEMMA))
    assert shown(welfare) == {
        "3 × c": ["9.00", "3.00", "1.000", "1.00", "1"], "2 × c + 1 × d": ["6.00", "2.00", "0.667", "1.00", "1"],
        "1 × c + 2 × d": ["3.00", "1.00", None, "1.00", "1"], "3 × d": ["0.00", "0.00", None, "-1.00", "1"]}
    assert welfare.notes[1:] == tuple(
        f"{name}: no equality, as 1 of 1 matches have a negative return, or none above 0."
        for name in ("1 × c + 2 × d", "3 × d"))
    assert shown(returns)["2 × c + 1 × d"] == ["1.00", "4.00"]
    assert shown(returns)["3 × d"] == [None, "0.00"]
    assert shown(gains) == {
        "3 × c: c to d": ["1.00"], "2 × c + 1 × d: c to d": ["1.00"], "2 × c + 1 × d: d to c": ["-1.00"],
        "1 × c + 2 × d: c to d": ["1.00"], "1 × c + 2 × d: d to c": ["-1.00"], "3 × d: d to c": ["-1.00"]}
    assert shown(among_c) == {"c": ["-1.00", "1.00", "3.00"], "d": ["0.00", "2.00", "4.00"]}
    assert shown(among_d) == {"c": ["3.00", "1.00", "-1.00"], "d": ["4.00", "2.00", "0.00"]}
    assert among_d.columns == ("0", "1", "2")


def test_a_group_without_the_matches_of_a_switch_has_no_gain():
    found = switches(table_returns(frame(*DILEMMA[:3])))
    gains = best_gains(found)
    assert gains["c", "c", "c"].mean == 1
    assert gains["c", "d", "d"] is None
    tables = mixed_tables(frame(*DILEMMA[:3]))
    assert shown(tables[0])["1 × c + 2 × d"][3] is None
    assert shown(tables[2])["1 × c + 2 × d: c to another"] == [None]


def test_in_games_of_two_agents_have_to_meet_themselves_and_others():
    assert mixed_tables(frame(("ab", 1, 2), ("ac", 1, 2), ("bc", 1, 2))) == []
    assert mixed_tables(frame(("aa", 1, 2))) == []
    assert mixed_tables(frame(("abc", 1, 2, 3))) == []
    both = mixed_tables(frame(("ab", 1, 2), ("aa", 3, 3), ("bb", 0, 0)))
    assert [table.name for table in both] == [
        f"{name}-el_farol(players=2)" for name in ("welfare", "returns", "switches")]
