import csv
from pathlib import Path

import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.records import TextRef
from gtarena.logs.writer import append_line
from gtarena.reports.label_sheets import COLUMNS, read_sheet, write_sheet
from tests.support.records import call, llm, record, seat, steps, write_log

LABELS = ("endgame", "factual")
SITUATION = 'Your turn, "x".\nLegal moves: 0 | 1'


def match(match_id, *calls, seats=None, **fields):
    return record(match_id, seats or [llm(), seat("mcts")], [1, -1], game="tic_tac_toe", calls=list(calls),
                  history=steps((0, 0), (1, 3), (0, 1)), **fields)


def asked(move_number=0, text=SITUATION, **fields):
    messages = [TextRef(role=role, sha256=sha256(text)) for role, text in (("system", "rules"), ("user", text))]
    return call(0, move_number, messages=messages, **fields)


def logged(folder: Path, *records, texts=(SITUATION,)) -> Path:
    write_log(folder / "matches.jsonl", *records)
    for text in texts:
        append_line(folder / "texts.jsonl", pd.Series({"sha256": sha256(text), "text": text}).to_json())
    return folder


def written(folder: Path, *records, sample=None, seed=0, **fields) -> list[dict[str, str]]:
    """Rows of a new sheet of these matches."""
    out = folder / "sheet.csv"
    write_sheet([logged(folder / "run", *records, **fields)], out, sample, seed)
    return rows(out)


def rows(sheet: Path) -> list[dict[str, str]]:
    with sheet.open(newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def filled(folder: Path, *labels: str, **columns: str) -> Path:
    """Sheet of turns in a row with these labels, as a spreadsheet saves it."""
    sheet = folder / "filled.csv"
    usual = {"match_id": "m", "seat": "0", "agent": "cot", "model": "a/b", **columns}
    with sheet.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows({"move_number": str(number), **usual, "labels": given} for number, given in enumerate(labels))
    return sheet


def test_a_turn_of_a_model_has_a_row_with_its_situation_or_that_it_is_missing_the_replies_and_the_move(tmp_path):
    reply = 'I take "0",\nand win. Answer: 0'
    assert written(tmp_path / "a", match("m", asked(reply=reply))) == [{
        "match_id": "m", "move_number": "0", "seat": "0", "game": "tic_tac_toe", "agent": "llm",
        "model": "offline/random", "settings": "", "opponents": "mcts", "situation": SITUATION, "reply": reply,
        "move": "C1R1", "labels": ""}]
    # The move at 2 was forced, and seat 1 has no model.
    matches = [match("a", asked()), match("b", seats=[seat("random"), seat("mcts")])]
    assert [(row["match_id"], row["move_number"]) for row in written(tmp_path / "b", *matches)] == [("a", "0")]
    (row,) = written(tmp_path / "c", match(
        "m", asked(reply="nine", failure="unparsable"), asked(reply="0", reasoning="Hm.", text="That was no move.")),
        texts=(SITUATION, "That was no move."))
    assert row["situation"] == SITUATION
    assert row["reply"] == "[1, unparsable]\nnine\n\n[2, move]\nHm.\n\n0"
    (row,) = written(tmp_path / "d", match("m", asked()), texts=())
    assert row["situation"] == "(not in the logs)"


def test_a_row_says_in_which_disguise_the_model_saw_the_game(tmp_path):
    (row,) = written(tmp_path, match("m", asked(), seats=[llm(disguise="story"), seat("mcts")]))
    assert row["game"] == "tic_tac_toe (disguise=story, whose words its replies use)"
    assert row["settings"] == ""


def test_a_sample_has_all_turns_of_matches_that_its_seed_decides_and_settings_tell_agents_apart(tmp_path):
    matches = [match(name, asked(), seats=[llm(temperature=value), seat("mcts")])
               for name, value in (("a", 0), ("b", 1))]
    (row,) = written(tmp_path / "a", *matches, sample=1)
    assert row["settings"] in ("temperature=0", "temperature=1")
    run = logged(tmp_path / "b" / "run", *(match(f"m{number:02}", asked(0), asked(2)) for number in range(20)))
    drawn = []
    for number, seed in enumerate([1, 1, 2]):
        out = tmp_path / "b" / f"{number}.csv"
        assert write_sheet([run], out, 5, seed) == (10, 5)
        drawn.append([row["match_id"] for row in rows(out)])
    assert drawn[0] == drawn[1] != drawn[2]
    assert (drawn[0], len(set(drawn[0]))) == (sorted(drawn[0]), 5)


@pytest.mark.parametrize("sample", [-1, 0, 2])
def test_no_more_matches_are_drawn_than_models_have_played(tmp_path, sample):
    matches = [match("a", asked()), match("b", seats=[seat("random"), seat("mcts")])]
    with pytest.raises(UsageError, match=rf"^{sample} matches cannot be drawn: 1 have turns of a model$"):
        written(tmp_path, *matches, sample=sample)


def test_a_sheet_that_may_hold_labels_is_never_overwritten(tmp_path):
    sheet = filled(tmp_path, "endgame")
    before = sheet.read_bytes()
    with pytest.raises(UsageError, match=r"filled\.csv exists, and may hold labels: choose another file"):
        write_sheet([logged(tmp_path / "run", match("m", asked()))], sheet)
    assert sheet.read_bytes() == before


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "\r\n=1", "'=1", "\ufeff=1"])
def test_no_cell_of_a_hostile_log_is_a_formula(tmp_path, text):
    hostile = [llm().model_copy(update={"agent": text, "model": text}), seat(text)]
    (row,) = written(tmp_path, match(text, asked(reply=text, text=text), seats=hostile), texts=(text,))
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for cell in row.values())
    assert [row[column] for column in ("match_id", "agent", "model", "situation", "reply")] == [row["reply"]] * 5


def test_cells_are_no_longer_than_spreadsheets_allow_and_numbers_are_read_as_numbers(tmp_path):
    written(tmp_path, match("m", asked(0, reply="=" * 50_000), asked(2)))
    reply = rows(tmp_path / "sheet.csv")[0]["reply"]
    assert (len(reply), reply[-2:]) == (32_001, "=…")
    frame = pd.read_csv(tmp_path / "sheet.csv")
    assert list(frame.columns) == list(COLUMNS)
    assert frame[["move_number", "seat"]].to_numpy().tolist() == [[0, 0], [2, 0]]


def test_a_filled_sheet_has_the_labels_of_the_turns_that_were_examined_by_names_without_apostrophes(tmp_path):
    judged = read_sheet(filled(tmp_path, "endgame", "", " Factual ;endgame; ", "none", ";"), LABELS)
    assert [(each.turn, each.agent, set(each.labels)) for each in judged] == [
        (("m", "0", "0"), "cot a/b", {"endgame"}), (("m", "2", "0"), "cot a/b", {"endgame", "factual"}),
        (("m", "3", "0"), "cot a/b", set())]
    (judged,) = read_sheet(filled(tmp_path, "none", match_id="'-m", agent="'=a", model="'@b"), LABELS)
    assert (judged.turn[0], judged.agent) == ("-m", "=a @b")


@pytest.mark.parametrize(("labels", "columns", "complaint"), [
    (["", "endgme"], {}, r"unknown label in .*filled\.csv, row 3: 'endgme'; did you mean endgame\? "
                         r"\(allowed: endgame, factual, none\)"),
    (["endgame, factual"], {}, r"row 2: 'endgame, factual'.*\(allowed: endgame, factual, none\)"),
    (["none; factual"], {}, r"filled\.csv, row 2: 'none' stands beside other labels"),
    (["none", "endgame"], {"move_number": "7"}, r"filled\.csv, row 3: the turn has a row before"),
    (["", ""], {}, r"filled\.csv has no labels yet")])
def test_a_sheet_that_is_filled_in_wrongly_or_not_at_all_is_refused_with_the_place(
    tmp_path, labels, columns, complaint
):
    with pytest.raises(UsageError, match=complaint):
        read_sheet(filled(tmp_path, *labels, **columns), LABELS)


@pytest.mark.parametrize(("content", "complaint"), [
    (b"", r"has no column 'match_id'"),
    (";".join(COLUMNS).encode(), r"has no column 'match_id': .* saved as CSV with commas"),
    (",".join(COLUMNS).encode() + b"\n\xff", r"is not UTF-8"),
    (",".join(COLUMNS).encode() + b'\n"m', r"is not a CSV file")])
def test_a_file_that_is_no_sheet_is_refused(tmp_path, content, complaint):
    file = tmp_path / "file.csv"
    file.write_bytes(content)
    with pytest.raises(UsageError, match=rf"file\.csv {complaint}"):
        read_sheet(file, LABELS)
