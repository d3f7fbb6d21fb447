import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.errors import UsageError
from gtarena.metrics.columns import Column, batched, check_batches, chosen, picked, schema


def test_columns_are_chosen_in_the_order_asked_for_and_all_by_default():
    assert chosen(["b", "a"], ("a", "b", "c")) == ("b", "a")
    assert chosen("c", ("a", "b", "c")) == ("c",)
    assert chosen(None, ("a", "b")) == ("a", "b")


@pytest.mark.parametrize(("wanted", "message"), [
    (["cots"], r"there is no column 'cots'; did you mean cost\? \(columns: game, cost\)"),
    ([], r"columns=\[\] is not a list of different columns"),
    (["cost", "cost"], "is not a list of different columns"),
])
def test_columns_that_do_not_exist_are_refused_with_those_that_do(wanted, message):
    with pytest.raises(UsageError, match=message):
        chosen(wanted, ("game", "cost"))


@pytest.mark.parametrize("rows", [0, -1, 1.5, True, "10"])
def test_a_batch_has_a_whole_number_of_rows(rows):
    with pytest.raises(UsageError, match="is not a number of rows"):
        check_batches(rows)


@given(st.lists(st.integers()), st.integers(1, 5))
def test_batches_are_full_except_the_last_and_lose_nothing(items, size):
    parts = list(batched(items, size))
    assert [item for part in parts for item in part] == items
    assert all(len(part) == size for part in parts[:-1])
    assert all(parts)


def test_rows_keep_only_the_picked_columns():
    assert list(picked([{"a": 1, "b": 2}], ["b"])) == [{"b": 2}]


def test_a_schema_has_the_columns_in_their_order():
    kinds = schema([Column("id", "text", ""), Column("returns", "numbers", ""), Column("last", "truth", "")])
    assert [(field.name, str(field.type)) for field in kinds] == [
        ("id", "string"), ("returns", "list<item: double>"), ("last", "bool")]
