from gtarena.seeds import SEED_LIMIT, derive


def test_a_seed_follows_from_its_parts_and_from_nothing_else():
    assert derive(1, "chance") == derive(1, "chance") == 253022800
    assert len({derive(1, "chance"), derive(2, "chance"), derive(1, "agent"), derive(1, "chance", 0)}) == 4


def test_parts_do_not_run_into_one_another():
    assert len({derive("a", "b"), derive("ab"), derive(12), derive(1, 2), derive("12")}) == 5


def test_seeds_fit_into_a_signed_32_bit_integer():
    assert all(0 <= derive(number) < SEED_LIMIT == 2**31 for number in range(1000))
