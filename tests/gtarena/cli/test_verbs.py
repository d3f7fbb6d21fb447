import csv
import re
from pathlib import Path

import pandas as pd
import pytest

from gtarena.cli import verbs
from gtarena.cli.export import write_export
from gtarena.cli.verbs import VERBS
from gtarena.runs.sweeps.state import SweepState, write_sweep
from gtarena.suites.gtbench.labels import LABELS
from tests.support.records import call, llm, record, seat, steps, write_log
from tests.support.reported_matches import graded


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(command, verb):
    shown = command(verb, "--help")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(f"usage: gtarena {verb} ")


def test_the_help_of_a_verb_defines_its_options_and_labels_and_games_and_prompts_are_shown_by_name(command):
    assert "--match ID" in command("replay", "--help").out
    shown = command("labels", "--help").out
    assert all(f"  {label:18} {meaning}\n" in shown for label, meaning in LABELS.items())
    assert command("games", "nim").out.startswith("nim: Nim, 2 players\n")
    assert command("games").out.startswith("Games with prompts of their own (62):\n")
    shown = command("prompts", "nim", "v1").out
    assert "=== nim, v1: player 0, decision 1 of " in shown
    assert "nim, v2" not in shown
    assert "=== nim, v2: player 0, decision 1 of " in command("prompts", "nim").out


def test_matches_are_replayed_by_the_beginning_of_their_ids_or_all_of_a_folder(command, results):
    assert command("replay", "results/nim").out.count("\nreturns: ") == 2
    match_id = re.search(r'"match_id":\s*"(\w+)"', (results / "matches.jsonl").read_text())[1]
    shown = command("replay", str(results), "--match", match_id[:6])
    assert (shown.code, shown.out.count("\nreturns: ")) == (0, 1)
    assert shown.out.startswith(f"match {match_id}: nim")


def test_a_match_of_a_game_that_crashes_does_not_cost_the_others_their_replay_and_report(command, tmp_path, caplog):
    kuhn = {"seats": [seat("llm", "offline/random"), seat()], "suite": "gtbench"}
    write_log(tmp_path / "log" / "matches.jsonl",
              record("bad", returns=[1.0, -1.0], game="connect_four", params={"rows": 0}, **kuhn),
              record("good", returns=[1.0, -1.0], history=steps((-1, 2), (-1, 0), (0, 0), (1, 0)), **kuhn))
    refusal = "connect_four(rows=0) cannot be played: OpenSpiel itself crashed"
    shown = command("replay", "log")
    assert shown.code == 0
    assert "match good: kuhn_poker" in shown.out
    (line,) = caplog.messages
    assert line.startswith(f"match bad: {refusal}")
    assert line.endswith("; the match is skipped")
    assert command("report", "log", "--out", "out").code == 0
    assert (tmp_path / "out" / "report.html").exists()


def test_logs_are_merged_into_a_new_folder(command, results, tmp_path):
    shown = command("report", "results", "--out", "merged/here")
    assert shown.code == 0
    assert shown.out.rstrip().endswith("merged/here/report.html")
    assert {"leaderboard.csv", "leaderboard.parquet", "report.html"} <= {
        path.name for path in (tmp_path / "merged" / "here").iterdir()}


def test_a_sheet_is_written_filled_in_by_a_person_and_counted(command, tmp_path):
    command("game=tic_tac_toe", "agents=[llm]", "opponents=[random]", "matches=3", "model.name=offline/first",
            "hydra.run.dir=played")
    written = command("labels", "played", "--out", "sheet.csv", "--sample", "2", "--seed", "3")
    sheet = tmp_path / "sheet.csv"
    rows = list(csv.reader(sheet.open(encoding="utf-8-sig", newline="")))
    assert written.out == f"sheet.csv: {len(rows) - 1} turns of 2 matches\n"
    for row, labels in zip(rows[1:4], ["endgame; factual", "none", "Endgame"], strict=True):
        row[-1] = labels
    with sheet.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    shown = command("labels", "sheet.csv", "--out", "tables")
    assert "| llm offline/first | 100.00 | 0.00 | 0.00 | 0.00 | 50.00 | 2 | 3 |" in shown.out
    assert (tmp_path / "tables" / "labelled-mistakes.csv").read_text().endswith(
        "llm offline/first,100.0,0.0,0.0,0.0,50.0,2,3\n")


def test_the_report_shows_all_tables_puts_an_anchor_at_0_and_names_the_agents_if_there_is_none_of_it(command, tmp_path):
    write_log(tmp_path / "log" / "matches.jsonl", *graded())
    shown = command("report", "log", "--out", "out", "--anchor", "even", "--tables")
    assert (shown.code, shown.out.count("\n Agent ")) == (0, 3)
    board = pd.read_csv(tmp_path / "out" / "overall.csv").set_index("agent")
    assert (board.loc["even", "rating"], board.loc["best", "low_95"] > 0) == (0, True)
    told = command("report", "log", "--out", "out", "--anchor", "evn")
    assert (told.code, "unknown agent 'evn'; did you mean even?" in told.err) == (2, True)


READERS = ["replay log", "report log --out out", "labels log --out sheet.csv", "export decisions log --out d.parquet",
           "publish log --out public --logs", "status log"]


def with_later_ones(folder: Path, sound: int) -> Path:
    """Writes a run of which some matches are sound, two of a later schema, and one is damaged; returns its log."""
    seats = [seat("llm", "offline/random"), seat()]
    matches = [record(name, seats, [1.0, -1.0], history=steps((-1, 2), (-1, 0), (0, 0), (1, 0)), calls=[call(0, 2)])
               for name in ("x", "y", "a", "b")][:2 + sound]
    lines = [each.line().replace('"schema_version":2', '"schema_version":99') for each in matches[:2]]
    (folder / "log").mkdir()
    (folder / "log" / "plan.json").write_text('{"x":"kuhn_poker","a":"kuhn_poker"}')
    log = folder / "log" / "matches.jsonl"
    log.write_text("\n".join([*lines, '{"torn', *(each.line() for each in matches[2:])]) + "\n")
    return log


@pytest.mark.parametrize("words", READERS)
def test_records_of_a_later_schema_are_named_counted_and_skipped_by_every_verb(command, tmp_path, caplog, words):
    log = with_later_ones(tmp_path, sound=2)
    before = log.read_bytes()
    shown = command(*words.split())
    assert shown.code == 0
    told = "\n".join(caplog.messages)
    for number in (1, 2):
        assert f"matches.jsonl:{number}: the line is of a later schema (99) and skipped; update gtarena" in told
    assert "matches.jsonl:3: the line is damaged and skipped" in told
    assert ("1 damaged record skipped; 2 records of a later schema (99) skipped; update gtarena to read them"
            in told + shown.out)
    assert log.read_bytes() == before


@pytest.mark.parametrize("words", READERS[:-1])
def test_where_nothing_but_later_and_damaged_records_is_left_a_verb_says_so_in_one_line(command, tmp_path, words):
    with_later_ones(tmp_path, sound=0)
    shown = command(*words.split())
    assert shown.code == 2
    assert re.fullmatch(r"gtarena: no matches to \w+: 1 damaged record skipped; 2 records of a later schema \(99\) "
                        r"skipped; update gtarena to read them\n", shown.err)
    assert not {path.name for path in tmp_path.iterdir()} - {"log"}


def test_the_status_is_shown_once_or_again_until_it_is_interrupted(tmp_path, capsys):
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise KeyboardInterrupt

    write_sweep(tmp_path, SweepState(command="now", started=0.0, jobs=("seed=1",)))
    assert verbs.print_status(str(tmp_path), 2.5, pause) == 0
    assert pauses == [2.5] * 3
    assert capsys.readouterr().out.count("sweep of 1 jobs: 1 not started") == 3
    assert verbs.print_status(str(tmp_path), None) == 0
    assert capsys.readouterr().out.count("sweep of") == 1


def test_folders_are_made_for_what_is_published_with_its_license_and_exported(results, tmp_path, capsys):
    out = tmp_path / "public"
    assert VERBS["publish"]([str(results), "--out", str(out), "--license", "cc-by-4.0"]) == 0
    assert capsys.readouterr().out.startswith(f"{out}: ")
    assert "license: cc-by-4.0\n" in (out / "README.md").read_text()
    log = write_log(tmp_path / "matches.jsonl", record("a", [llm(), seat()], [1, -1], calls=[call()]))
    out = tmp_path / "new" / "d.parquet"
    assert write_export("decisions", [log], out) == 0
    assert capsys.readouterr().out == f"{out}: 1 row\n"
    assert len(pd.read_parquet(out)) == 1
