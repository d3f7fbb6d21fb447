import csv

import pytest

RUN = ("game=kuhn_poker", "model.name=offline/flaky", "agents=[llm,random]", "matches=12")


def rows(file):
    with file.open() as lines:
        return list(csv.DictReader(lines))


def test_runs_and_a_study_make_a_page_a_table_and_the_numbers(command, tmp_path):
    for name, words in (("plain", ()), ("renamed", ("disguise=renamed",))):
        assert command(*RUN, *words, f"name={name}").code == 0
    assert command("policy", *(word.removeprefix("game=") for word in RUN[:3]), "--samples", "2").code == 0
    shown = command("profile", "results", "--out", "out")
    assert shown.code == 0
    assert "Effect of a disguise" in shown.out
    assert shown.out.endswith("1 agent with a model beside 1 other, from 24 matches and 48 answers to 1 study.\n"
                              "Profiles: out/profiles.html\n")
    measured = {(row["agent"], row["measure"], row["condition"]): row for row in rows(tmp_path / "out/profiles.csv")}
    assert {("llm offline/flaky", measure, condition) for measure, condition in (
        ("illegal_rate", ""), ("illegal_rate", "disguise=renamed"), ("disguise_effect", "disguise=renamed"),
        ("exploitability", ""))} < set(measured)
    (table,) = (tmp_path / "results" / "policy").glob("*/tables/*.csv")
    for row in rows(table):  # which the study itself has written
        found = measured[row["agent"], "exploitability", ""]
        assert [float(found[part]) for part in ("value", "low", "high")] == pytest.approx(
            [float(row[f"exploitability{part}"]) for part in ("", " low", " high")])
    assert (tmp_path / "out" / "profiles.html").exists()


def test_a_folder_without_matches_and_answers_is_refused_in_one_line(command, tmp_path):
    (tmp_path / "empty").mkdir()
    shown = command("profile", "empty", "--out", "out")
    assert shown.code == 2
    assert len(shown.err.splitlines()) == 1
    assert "neither matches nor whole studies below empty" in shown.err
    assert not (tmp_path / "out").exists()
