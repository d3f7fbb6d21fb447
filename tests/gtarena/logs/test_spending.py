from gtarena.logs.records import Attempt
from gtarena.logs.spending import Spending, of_attempts
from tests.support.records import call, llm, record


def attempt(**fields):
    return Attempt(match_id="m", error="", at="", **fields)


def test_a_record_is_the_sum_of_its_calls_and_those_from_the_cache_are_free():
    spent = Spending()
    spent.add_record(record("m", [llm()], None, calls=[call(retries=2), call(cached=True), call(tokens_in=None)]))
    assert spent == Spending(requests=4, cached=1, tokens_in=10, tokens_out=4, cost=1.0)


def test_attempts_count_too():
    spent = of_attempts([attempt(requests=2, tokens_in=5, cost=0.25), attempt(requests=1, tokens_out=3, cost=0.5)])
    assert spent == Spending(requests=3, tokens_in=5, tokens_out=3, cost=0.75)


def test_an_unknown_price_makes_the_sum_unknown_for_good():
    spent = of_attempts([attempt(cost=None), attempt(cost=0.5)])
    assert spent.cost is None
    both = Spending(requests=1, cached=2, cost=0.5)
    both.add(spent)
    assert both == Spending(requests=1, cached=2, cost=None)


def test_a_sum_reads_as_a_sentence():
    assert Spending(1234, 5, 20_000, 300, 0.5).text() == (
        "1,234 requests (5 more replies came from the cache), 20.0k tokens in, 300 out, cost $0.5000")
    assert Spending(cost=None).text().endswith("cost unknown")


def test_what_was_spent_beyond_is_the_difference_and_never_below_nothing():
    less, more = Spending(3, 1, 10, 5, 0.5), Spending(5, 0, 30, 5, 0.75)
    assert more.beyond(less) == Spending(2, 0, 20, 0, 0.25)
    assert less.beyond(more) == Spending()


def test_an_unknown_cost_is_unknown_in_what_is_missing_and_tells_of_nothing_missing():
    known, unknown = Spending(requests=2, cost=0.5), Spending(requests=2, cost=None)
    assert unknown.beyond(known) == unknown.beyond(unknown) == Spending()
    assert Spending(requests=3, cost=None).beyond(known) == Spending(requests=1, cost=None)
