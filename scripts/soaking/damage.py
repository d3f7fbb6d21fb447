"""Damaged files: caches, logs, plans and texts in which bytes were cut off, changed, added or replaced."""

import json
import random
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from soaking.trial import Fault, Finding, Trial, whole_lines

Damage = Callable[[Path, random.Random], None]


def _cut(path: Path, rng: random.Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:rng.randrange(len(data))])


def _flip(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(1 + len(data) // 500):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(bytes(data))


def _empty(path: Path, rng: random.Random) -> None:
    path.write_bytes(b"")


def _noise(path: Path, rng: random.Random) -> None:
    path.write_bytes(rng.randbytes(5_000))


def _folder(path: Path, rng: random.Random) -> None:
    path.unlink()
    path.mkdir()


def _other_json(path: Path, rng: random.Random) -> None:
    path.write_text('[1, {"a": null}]\n')


def _other_database(path: Path, rng: random.Random) -> None:
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE replies (something INTEGER)")
        database.execute("INSERT INTO replies VALUES (1)")


def _changed_replies(path: Path, rng: random.Random) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE replies SET reply = replace(reply, '\"text\"', '\"texte\"') WHERE random() % 2")


def _changed_line(change: Callable[[dict[str, Any]], Any]) -> Damage:
    def damage(path: Path, rng: random.Random) -> None:
        lines = path.read_text().splitlines()
        place = rng.randrange(len(lines) - 1)  # not the last line, which a crash may damage
        row = json.loads(lines[place])
        change(row)
        lines[place] = json.dumps(row)
        path.write_text("\n".join(lines) + "\n")

    return damage


def _torn_line(path: Path, rng: random.Random) -> None:
    lines = path.read_bytes().splitlines()
    place = rng.randrange(len(lines) - 1)
    lines[place] = lines[place][: rng.randrange(1, len(lines[place]))]
    path.write_bytes(b"\n".join(lines) + b"\n")


def _huge_usage(row: dict[str, Any]) -> None:
    for call in row["calls"]:
        call["tokens_in"] = 10**400


ANY_FILE: Mapping[str, Damage] = {
    "cut off": _cut, "with changed bits": _flip, "empty": _empty, "noise": _noise, "a folder": _folder,
    "other JSON": _other_json,
}
CACHE: Mapping[str, Damage] = {"another database": _other_database, "with changed replies": _changed_replies}
MATCHES: Mapping[str, Damage] = {
    "with a torn line": _torn_line,
    "with usage of 10^400 tokens": _changed_line(_huge_usage),
    "without returns": _changed_line(lambda row: row.update(returns=[])),
    "with text for a number": _changed_line(lambda row: row.update(seconds="soon")),
    "with another game": _changed_line(lambda row: row.update(game="no_such_game")),
    "with a game that crashes OpenSpiel": _changed_line(
        lambda row: row.update(game="connect_four", params={"rows": 0})),
    "with an illegal action": _changed_line(lambda row: row["history"][-1].update(action=10**6)),
    "with a seat too few": _changed_line(lambda row: row["seats"].pop()),
    "with a lone surrogate": _changed_line(lambda row: row["calls"] and row["calls"][0].update(reply="\ud800")),
    "with unknown fields": _changed_line(lambda row: row.update(more=1)),
}


def faults(rng: random.Random, expected: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields all faults of this kind."""
    for name, damage in (ANY_FILE | CACHE).items():
        yield _fault(f"cache {name}", "cache", damage, rng.random(), expected)
    for file in ("matches.jsonl", "texts.jsonl", "plan.json"):
        more = MATCHES if file == "matches.jsonl" else {}
        for name, damage in (ANY_FILE | more).items():
            yield _fault(f"{file} {name}", file, damage, rng.random(), expected)


def _fault(name: str, file: str, damage: Damage, seed: float, expected: Mapping[str, Any]) -> Fault:
    return Fault(name, lambda trial: _attempt(name, file, damage, random.Random(seed), trial, expected))


def _attempt(
    name: str, file: str, damage: Damage, rng: random.Random, trial: Trial, expected: Mapping[str, Any]
) -> Finding:
    ended = trial.run()
    path = trial.cache if file == "cache" else trial.results / file
    before = dict(whole_lines(trial.results))
    damage(path, rng)
    forged = {record.match_id for line, record in whole_lines(trial.results) if line not in before}
    trial.forged = {record.match_id: len(record.calls) for record in before.values() if record.match_id in forged}
    trouble = ended.trouble or _commands(trial)
    if path.is_dir():
        path.rmdir()
    elif file == "cache" and trial.run().code:
        path.unlink()  # as the message says
    finding = Finding(name, trouble)
    # What damage destroyed is played again; what it left whole must stay.
    trial.in_flight += 10**6 if file == "cache" else 0
    return trial.settle(finding, expected)


def _commands(trial: Trial) -> str:
    """Returns the first command that cannot cope with the damage."""
    report = ("report", str(trial.results), "--out", str(trial.folder / "again"))
    for arguments in (("status", str(trial.results)), ("replay", str(trial.results)), report, ()):
        ended = trial.run(*arguments)
        if ended.trouble:
            return f"{arguments[0] if arguments else 'run'}: {ended.trouble}"
    return ""
