from gtarena.reports.provenance import Origins, provenance
from tests.support.records import llm, record, seat, write_log


def told(records, *logs):
    found = Origins()
    assert list(found.noting(records)) == records
    return dict(provenance(found, logs))


def test_the_lines_name_what_the_numbers_come_from(tmp_path):
    own = llm(kind="llm", prompt="v1", wording="abc123", temperature=0.5, scheme="single")
    other = llm(kind="llm", prompt="v1", wording="def456", temperature=1.0, scheme="single")
    records = [
        record("1", [own, seat("random")], [1, -1], seed=3,
               versions={"gtarena": "0.1.0", "litellm": "1.2", "commit": "c0ffee"}),
        record("2", [other, seat("random")], [1, -1], seed=4, game="nim", versions={"gtarena": "0.2.0"}),
        record("3", [seat("a"), seat("b")], [1, -1], seed=0, source="paper", versions={})]
    for number, each in enumerate(records):
        write_log(tmp_path / f"{number % 2}" / f"matches{number}.jsonl", each)
    found = told(records, tmp_path)
    assert found == {
        "Versions": "gtarena 0.1.0, gtarena 0.2.0, litellm 1.2",
        "Commit": "c0ffee (1 match)",
        "Logs": "3 files of matches in 2 folders",
        "Imported": "paper (1 match)",
        "Seeds": "kuhn_poker: 0, 3; nim: 4",
        "Settings of all models": "prompt=v1 scheme=single",
        "Wordings": "kuhn_poker v1 abc123 (llm); nim v1 def456 (llm)",
    }


def test_what_is_unknown_is_left_out_and_long_lists_are_counted():
    found = told([record(f"{seed}", [seat("a")], [1], seed=seed, versions={}) for seed in range(12)])
    assert found == {"Seeds": "kuhn_poker: 0, 1, 2, 3, 4, 5, 6, 7, ... (12)"}
