from gtarena.reports.provenance import Origins, provenance
from tests.support.records import call, llm, record, seat, write_log
from tests.support.reported_matches import RANDOM, SWEPT
from tests.support.suite_matches import HeldLog


def test_a_sample_is_a_finished_match_with_model_calls_if_a_game_and_its_parameters_have_one():
    duel, calls = [SWEPT[0], RANDOM], [call(0, 0)]
    forfeited = record("a", duel, None, outcome="forfeit", offender=0, calls=calls)
    without_model = record("b", [RANDOM, RANDOM], [1, -1])
    finished, later = record("c", duel, [1, -1], calls=calls), record("d", duel, [1, -1], calls=calls)
    other = record("e", [RANDOM, RANDOM], [1, -1], game="nim")
    matches = [other, later, forfeited, without_model, finished]
    assert [each.match_id for each in HeldLog(matches).samples] == ["c", "e"]
    assert [each.match_id for each in HeldLog([without_model, forfeited]).samples] == ["a"]
    matches = [record(str(winscore), [RANDOM] * 2, [1, -1], game="pig", params={"winscore": winscore})
               for winscore in (10, 20)]
    assert [each.match_id for each in HeldLog(matches).samples] == ["10", "20"]


def told(records, *logs):
    found = Origins()
    for each in records:
        found.add(each)
    return dict(provenance(found, logs))


def test_the_lines_name_what_the_numbers_come_from_and_leave_out_or_count_the_rest(tmp_path):
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
    assert found == {"Versions": "gtarena 0.1.0, gtarena 0.2.0, litellm 1.2", "Commit": "c0ffee (1 match)",
                     "Logs": "3 files of matches in 2 folders", "Imported": "paper (1 match)",
                     "Seeds": "kuhn_poker: 0, 3; nim: 4", "Settings of all models": "prompt=v1 scheme=single",
                     "Wordings": "kuhn_poker v1 abc123 (llm); nim v1 def456 (llm)"}
    found = told([record(f"{seed}", [seat("a")], [1], seed=seed, versions={}) for seed in range(12)])
    assert found == {"Seeds": "kuhn_poker: 0, 1, 2, 3, 4, 5, 6, 7, ... (12)"}
