import math

import numpy as np
import pytest

from gtarena.game_theory.policies import equilibria
from gtarena.game_theory.policies.measures import measure_policy
from gtarena.game_theory.policies.tables import policy_table
from gtarena.game_theory.policies.tabular import TabularAnswers, frequencies, sampled_policy, stated_policy
from tests.support.small_policies import betting, form_of, sample_counts


@pytest.fixture(scope="module")
def kuhn():
    return form_of("kuhn_poker")


def test_a_row_has_an_agents_values_with_their_intervals(kuhn):
    counts = sample_counts(kuhn, betting(kuhn, 1), 20, np.random.default_rng(0))
    table = policy_table("kuhn_poker", {
        "bold": measure_policy(TabularAnswers(kuhn, frequencies(kuhn, counts), counts, ())),
        "vague": measure_policy(stated_policy(kuhn, dict.fromkeys(kuhn.states, (0.5, 0.5))))})
    bold, vague = (dict(zip(table.columns, cells, strict=True)) for _, cells in table.rows)
    assert [label for label, _ in table.rows] == ["bold", "vague"]
    assert bold["NashConv"].mean == pytest.approx(2 / 3)
    assert bold["NashConv"].low < 2 / 3 < bold["NashConv"].high
    assert bold["exploitability"].high == pytest.approx(bold["NashConv"].high / 2)
    assert (bold["answered"].mean, bold["answered"].count, bold["moves"].mean) == (12, 12, 240)
    assert vague["best response of player 0"].mean == pytest.approx(1 / 2)
    assert vague["value, player 1"].mean == pytest.approx(-1 / 8)
    assert (vague["NashConv"].low, vague["moves"].mean) == (None, 0)
    assert table.notes == ("vague: no interval: the probabilities were stated",)
    assert "| bold | 0.667 [" in table.markdown()


def test_notes_name_information_states_without_an_answer(kuhn):
    moves = {state: {0: 2} for state in kuhn.states if state.key in ("0", "1", "2")}
    table = policy_table("kuhn_poker", {"shy": measure_policy(sampled_policy(kuhn, moves))})
    (note,) = table.notes
    asked = [state for state in kuhn.states if state not in moves]
    assert note.startswith(f"shy: no answer at {asked[0].key!r} of player {asked[0].player}, {asked[1].key!r}")
    assert note.endswith("and 6 more; its moves there count as random")
    assert str(dict(zip(table.columns, table.rows[0][1], strict=True))["answered"]) == "3 of 12"


def test_notes_tell_what_is_known_of_equilibria(monkeypatch):
    form = form_of("matrix_pd")
    uniform = TabularAnswers(form, form.uniform(), None, ())
    (note,) = policy_table("matrix_pd", {"a": measure_policy(uniform)}).notes[1:]
    assert note == "a: the distance is to the nearest equilibrium that was found, and there may be nearer ones"
    monkeypatch.setattr(equilibria, "ITERATIONS", 1)
    form = form_of("kuhn_poker(players=3)")
    table = policy_table("kuhn_poker", {"a": measure_policy(TabularAnswers(form, form.uniform(), None, ()))})
    cells = dict(zip(table.columns, table.rows[0][1], strict=True))
    assert math.isnan(cells["distance, player 2"].mean)
    assert "a: no equilibrium was found, so its distance is not known" in table.notes
