import json
import threading

import pytest

from gtarena.logs.reader import read_records
from gtarena.runs import resume
from gtarena.runs.matches.workers import play_all
from tests.support.openai_server import random_move
from tests.support.runs import Forked, check_texts, kill_when, match_lines, play_here, untimed, whole


@pytest.mark.usefixtures("forked_workers", "without_report")
def test_a_run_that_is_killed_time_and_again_ends_like_one_that_never_was(tmp_path, monkeypatch, openai_server):
    words = ["game=kuhn_poker", "agents=[llm,cot,random]", "matches=12", "model.name=openai/any", "model.concurrency=4",
             f"model.api_base={openai_server.api_base}",
             "cache.enabled=false"]  # the log alone must do it
    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")
    assert play_here(tmp_path / "whole", *words) == 0
    expected = untimed(tmp_path / "whole")
    assert len(expected) == 36

    folder, before, logged = tmp_path / "killed", {}, [0]
    stuck, grown, all_dead = threading.Event(), threading.Event(), threading.Event()

    # First while processes wait for a reply, then wherever the run is when more lines are there.
    for workers, ready in [(2, stuck), (1, grown)]:
        answers = iter(range(15))

        def reply(payload, answers=answers, ready=ready):
            if ready is grown and len(list(match_lines(folder))) >= logged[-1] + 3:
                grown.set()
            # The run cannot come to its end, however late it is killed.
            if next(answers, None) is None:
                stuck.set()
                all_dead.wait(60)
            return random_move(payload)

        openai_server.reply = reply
        kill_when(ready, folder, *words, f"workers={workers}")
        logged.append(len(untimed(folder)))
        assert logged[-2] < logged[-1] < len(expected)
        assert all(whole(folder / name).startswith(lines) for name, lines in before.items())
        check_texts(folder)
        before = {path.name: whole(path) for path in folder.glob("*.jsonl")}
    all_dead.set()
    openai_server.reply = random_move

    assert (play_here(folder, *words), untimed(folder)) == (0, expected)
    assert all((folder / name).read_bytes().startswith(lines) for name, lines in before.items())
    check_texts(folder)


@pytest.mark.usefixtures("without_report")
def test_torn_last_lines_cost_the_torn_match_and_nothing_else(tmp_path, caplog):
    words = ["game=tic_tac_toe", "agents=[llm,random]", "matches=4", "model.concurrency=1"]
    assert play_here(tmp_path, *words) == 0
    matches, texts, expected = tmp_path / "matches.jsonl", tmp_path / "texts.jsonl", untimed(tmp_path)
    *kept, last = matches.read_text().splitlines(keepends=True)
    needed = {message["sha256"] for line in kept for each in json.loads(line)["calls"] for message in each["messages"]}
    lines = texts.read_text().splitlines(keepends=True)
    old = [line for line in lines if json.loads(line)["sha256"] in needed]
    torn = next(line for line in lines if line not in old)
    matches.write_text("".join(kept) + last[: len(last) // 2])
    texts.write_text("".join(old) + torn[: len(torn) // 2])

    assert play_here(tmp_path, *words) == 0
    assert any(line.startswith(f"{matches}:4: the line is damaged and skipped") for line in caplog.messages)
    assert untimed(tmp_path) == expected
    assert matches.read_text().startswith("".join(kept))
    assert texts.read_text().startswith("".join(old))
    assert sorted(texts.read_text().splitlines(keepends=True)) == sorted(lines)
    check_texts(tmp_path)


@pytest.mark.usefixtures("forked_workers")
@pytest.mark.parametrize("workers", [1, 2])
def test_damaged_records_are_played_again_and_stay_where_they_are(tmp_path, capfd, caplog, workers):
    words = ["game=nim", "agents=[random]", "matches=4", f"workers={workers}"]
    assert play_here(tmp_path, *words) == 0
    expected = [(each.match_id, each.history) for each in read_records(tmp_path)]
    path = min(tmp_path.glob("matches*.jsonl"))
    first, *others = path.read_text().splitlines()
    damaged = [json.dumps(json.loads(first) | {"returns": []}), "}{", *others]
    path.write_text("\n".join(damaged) + "\n")
    (tmp_path / "texts.jsonl").write_text("{}\n")
    capfd.readouterr()

    assert play_here(tmp_path, *words) == 0
    shown = capfd.readouterr().out
    assert "1 match played, 3 already there, 0 unfinished" in shown
    assert shown.endswith("3 damaged records skipped\n")
    assert [(each.match_id, each.history) for each in read_records(tmp_path)] == expected
    assert path.read_text().startswith("\n".join(damaged))
    assert sum("the line is damaged and skipped" in line for line in caplog.messages) == 3


def test_matches_that_a_later_gtarena_has_logged_are_neither_played_again_nor_changed(tmp_path, capfd, caplog):
    words = ["game=kuhn_poker", "agents=[llm,random]", "matches=4"]
    assert play_here(tmp_path, *words) == 0
    path = min(tmp_path.glob("matches*.jsonl"))
    first, second, *others = path.read_text().splitlines()
    later = [json.dumps(json.loads(line) | {"schema_version": 99, "calls": {"packed": ""}}) for line in (first, second)]
    path.write_text("\n".join([*others, *later]))  # also without the last line break
    before = {file: file.read_bytes() for file in tmp_path.glob("*.jsonl")}
    capfd.readouterr()

    assert play_here(tmp_path, *words) == 0
    shown = capfd.readouterr().out
    assert "0 matches played, 4 already there, 0 unfinished" in shown
    assert shown.endswith("2 records of a later schema (99) skipped; update gtarena to read them\n")
    assert {file: file.read_bytes() for file in tmp_path.glob("*.jsonl")} == before
    assert sum("is of a later schema (99) and skipped" in line for line in caplog.messages) == 2


@pytest.mark.usefixtures("without_report")
def test_a_second_run_in_the_same_folder_is_turned_away_and_does_not_disturb_the_first(tmp_path, monkeypatch):
    words = ["game=nim", "agents=[random]", "matches=3"]
    turned_away = []

    def play_beside_another(*arguments):
        turned_away.append(Forked(tmp_path, *words).finish())
        assert not list(match_lines(tmp_path))
        play_all(*arguments)

    monkeypatch.setattr(resume, "play_all", play_beside_another)
    assert play_here(tmp_path, *words) == 0
    assert turned_away == [(f"gtarena: another gtarena is writing to {tmp_path}\n", 2)]
    assert (len(untimed(tmp_path)), play_here(tmp_path, *words)) == (3, 0)
