from gtarena.metrics.frames import seats_frame
from gtarena.metrics.leaderboard import overall
from gtarena.reports.replies_table import replies_table
from tests.support.records import call, llm, record, seat


def test_the_table_says_of_every_agent_with_a_model_why_moves_are_missing_and_how_the_others_were_stated():
    calls = [call(failure="ambiguous"), call(form="schema"), call(form="schema"), call(form="line")]
    table = replies_table(overall(seats_frame([record("m", [llm(), seat()], [1, -1], calls=calls)])))
    ((name, cells),) = table.rows
    assert name == "llm offline/random"
    assert {column: str(cell) for column, cell in zip(table.columns, cells, strict=True)} == {
        "no legal move": "25.0", "truncated": "0.0", "empty": "0.0", "unparsable": "0.0", "illegal": "0.0",
        "ambiguous": "25.0", "JSON": "0.0", "Line": "33.3", "Tags or box": "0.0", "Whole reply": "0.0",
        "JSON by schema": "66.7"}


def test_forms_that_no_log_tells_are_left_open_and_agents_without_a_model_are_left_out():
    table = replies_table(overall(seats_frame([record("m", [llm(), seat()], [1, -1], calls=[call()])])))
    ((_, cells),) = table.rows
    assert [str(cell) if cell else None for cell in cells] == [*["0.0"] * 6, *[None] * 5]
    assert not replies_table(overall(seats_frame([record("m", [seat(), seat("mcts")], [1, -1])]))).rows
