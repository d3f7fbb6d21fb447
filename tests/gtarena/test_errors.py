from gtarena.errors import UsageError, near, unknown


def test_names_that_come_near_are_suggested_best_first():
    assert near("kuhn_pokr", ["leduc_poker", "kuhn_poker", "chess"]) == "; did you mean kuhn_poker or leduc_poker?"


def test_nothing_is_suggested_where_nothing_comes_near():
    assert near("zzz", ["chess", "go"]) == ""


def test_capital_letters_do_not_matter_where_nothing_else_comes_near():
    assert near("NIM", ["nim", "pig"]) == "; did you mean nim?"


def test_a_name_of_any_length_is_refused_at_once_and_cut():
    error = unknown("model", "offline/" + "x" * 10**6, ["offline/random"], "(there is one)")
    assert str(error) == f"unknown model 'offline/{'x' * 192}...' (there is one)"
    assert near("random" * 1000, ["random" * 1000]) == ""


def test_an_unknown_name_is_refused_with_a_remedy():
    error = unknown("game", "nimm", ["nim"], "(there is one)")
    assert isinstance(error, UsageError)
    assert str(error) == "unknown game 'nimm'; did you mean nim? (there is one)"
