"""All tables of a population, from a real run."""

import gtarena
from gtarena.game_theory.populations.tables import population_tables
from gtarena.logs.reader import read_records


def tables_of(folder, *words, population=None):
    gtarena.run(gtarena.compose_settings([*words]), folder)
    tables = population_tables(gtarena.load_records(folder), population)
    assert tables == population_tables(read_records(folder), population)
    return {table.name: table for table in tables}


def test_mixed_pairings_of_four_give_the_welfare_of_all_fifteen_compositions(tmp_path):
    tables = tables_of(tmp_path, "game=public_goods", "game.players=4", "pairings=mixed", "matches=4",
                       "agents=[always:0,always:20,random]")
    welfare = tables["welfare-public_goods(players=4)"]
    assert len(welfare.rows) == 15
    rows = dict(welfare.rows)
    # Nobody gives: all keep what they have, and whoever gives alone loses by it.
    assert rows["4 × always:0"][3].mean < 0
    assert rows["4 × always:20"][0].mean > rows["4 × always:0"][0].mean
    assert rows["4 × always:20"][3].mean > 0
    assert all(cell is not None for cells in rows.values() for cell in cells)


def test_rock_paper_scissors_is_cyclic_and_its_programs_exploit_each_other(tmp_path):
    tables = tables_of(
        tmp_path, "game=repeated_game", 'game.stage_game="matrix_rps()"', "game.num_repetitions=40", "matches=2",
        "agents=[always:Rock,always:Paper,always:Scissors,llm@offline/random]",
        population=["always:Rock", "always:Paper", "always:Scissors"])
    name = "repeated_game(num_repetitions=40,stage_game=matrix_rps())"
    rows = dict(tables[f"population-{name}"].rows)
    assert [rows["always:Rock"][number].mean for number in range(3)] == [0, 40, -40]
    shares = {agent: cells[1].mean for agent, cells in tables[f"empirical-game-{name}"].rows}
    assert sum(shares.values()) > 0.999


def test_a_duplicate_is_no_member_of_a_population(tmp_path):
    tables = tables_of(tmp_path, "game=kuhn_poker", "agents=[random,null:random,always:Bet,always:Pass]", "matches=2")
    assert sorted(dict(tables["population-kuhn_poker"].rows)) == ["always:Bet", "always:Pass", "random"]
    assert sorted(dict(tables["empirical-game-kuhn_poker"].rows)) == ["always:Bet", "always:Pass", "random"]
