"""The page on data: every block of it runs, and its answers are those that the lines of the logs give."""

import json
import math
import re
import shlex
import statistics
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import gtarena
from gtarena.cli import hydra_app
from gtarena.metrics.seat_table import KINDS
from tests.support import ROOT
from tests.support.commands import run_command

PAGE = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
MOST_LINES = 5
TYPES = {"text": "text", "whole": "int64", "number": "float64", "truth": "bool"}
KINDS_OF_FAILURES = ("truncated", "empty", "unparsable", "illegal", "ambiguous")

Seat = Mapping[str, Any]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Iterator[Path]:
    """The folder in which the commands of the page have run, but for the report of the sweep, which takes long."""
    place = tmp_path_factory.mktemp("page")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        patch.setattr(hydra_app, "report_run", lambda *_, **__: None)
        for command in re.sub(r"\\\n", "", "".join(blocks("sh"))).splitlines():
            if command.startswith("scripts/gtarena "):
                assert run_command(*shlex.split(command)[1:]) == 0
            else:
                subprocess.run(command, shell=True, check=True)
        yield place


@pytest.fixture(scope="module")
def names(folder) -> dict[str, Any]:
    """Names that the blocks of Python define, run in their order."""
    found: dict[str, Any] = {}
    for block in blocks("python"):
        exec(compile(block, "docs/data.md", "exec"), found)
    return found


@pytest.fixture(scope="module")
def seats(folder) -> list[Seat]:
    """Seats of the models, read from the lines of the logs and the names of their folders alone."""
    return list(read_seats(folder / "results" / "data"))


def read_seats(folder: Path) -> Iterator[Seat]:
    for log in sorted(folder.rglob("matches*.jsonl")):
        swept = re.search(r"seed=(\d+)", str(log.parent))
        assert swept
        for line in log.read_text(encoding="utf-8").splitlines():
            match = json.loads(line)
            for place, seat in enumerate(match["seats"]):
                calls = [call for call in match["calls"] if call["player"] == place]
                yield {"game": match["game"], "deal": match["seed"], "seed": int(swept[1]), "seat": place,
                       "calls": calls,
                       "agent": seat["agent"], "model": seat["model"], "forfeited": match["offender"] == place,
                       "temperature": seat["params"].get("temperature"), "prompt": seat["params"].get("prompt"),
                       "return": None if match["returns"] is None else match["returns"][place],
                       "won": won(match, place)}


def won(match: Mapping[str, Any], place: int) -> bool:
    """Returns whether a seat of two has won; who forfeits has lost, and the other one has won."""
    if match["outcome"] == "forfeit":
        return match["offender"] != place
    return match["returns"][place] > match["returns"][1 - place]


def grouped(seats: Sequence[Seat], *keys: str) -> dict[Any, list[Seat]]:
    found = defaultdict(list)
    for seat in seats:
        found[tuple(seat[key] for key in keys) if len(keys) > 1 else seat[keys[0]]].append(seat)
    return dict(found)


def models_of(seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in seats if seat["agent"] == "llm"]


def returns_of(seats: Sequence[Seat]) -> list[float]:
    return [seat["return"] for seat in seats if seat["return"] is not None]


def mean_return(seats: Sequence[Seat]) -> float:
    return statistics.fmean(returns_of(seats))


def by(seats: Sequence[Seat], key: str, value: Callable[[Sequence[Seat]], float]) -> dict[Any, float]:
    return {name: value(group) for name, group in grouped(seats, key).items()}


def total(seats: Sequence[Seat], field: str) -> float:
    return sum(call[field] for seat in seats for call in seat["calls"])


def decisions(seats: Sequence[Seat]) -> int:
    return sum(len({call["move_number"] for call in seat["calls"]}) for seat in seats)


def cells(frame: pd.DataFrame) -> dict[Any, float]:
    """Returns the numbers of a table by row and column."""
    return {(row, column): frame.loc[row, column] for row in frame.index for column in frame}


def test_a_block_of_python_has_few_lines():
    assert [block for block in blocks("python") if len(block.splitlines()) > MOST_LINES] == []


def test_the_sweep_has_what_the_questions_ask_for(seats):
    llm = models_of(seats)
    assert len(seats) == 2 * len(llm) == 2 * 2**5 * 4  # matches of 32 jobs
    assert {len(grouped(llm, key)) for key in ("game", "temperature", "prompt", "seed", "model", "seat")} == {2}
    assert any(seat["forfeited"] for seat in llm)


def test_returns_by_temperature_and_the_interaction_with_the_prompt_are_those_of_the_logs(names, seats):
    llm, told = models_of(seats), names["by_temperature"]
    assert told["mean"].to_dict() == pytest.approx(by(llm, "temperature", mean_return))
    assert told["count"].to_dict() == by(llm, "temperature", lambda group: len(returns_of(group)))
    assert told["sem"].to_dict() == pytest.approx(by(llm, "temperature", lambda group: (
        statistics.stdev(returns_of(group)) / math.sqrt(len(returns_of(group))))))
    means = {key: mean_return(group) for key, group in grouped(llm, "temperature", "prompt").items()}
    assert names["interaction"] == pytest.approx(
        means[1.0, "v2"] - means[0.0, "v2"] - means[1.0, "v1"] + means[0.0, "v1"])
    assert names["interaction"] != 0


def test_wins_have_wilson_intervals_and_a_price(names, seats):
    groups = grouped(models_of(seats), "model")
    for model, group in groups.items():
        wins, matches = sum(seat["won"] for seat in group), len(group)
        assert names["wins"].loc[model].tolist() == [wins, matches]
        share, z = wins / matches, statistics.NormalDist().inv_cdf(0.975)
        middle = (share + z**2 / (2 * matches)) / (1 + z**2 / matches)
        half = z * math.sqrt(share * (1 - share) / matches + z**2 / (4 * matches**2)) / (1 + z**2 / matches)
        assert list(names["intervals"][model]) == pytest.approx([middle - half, middle + half])
        assert names["cost_per_win"][model] == pytest.approx(total(group, "cost") / wins)
    assert names["cost_per_win"]["offline/random"] == 0 < names["cost_per_win"]["offline/flaky"]


def test_failures_by_prompt_are_shares_of_the_replies_by_kind(names, seats):
    for prompt, group in grouped(models_of(seats), "prompt").items():
        failures = [call["failure"] for seat in group for call in seat["calls"]]
        rates = {kind: failures.count(kind) / len(failures) for kind in KINDS_OF_FAILURES}
        rates["failures"] = 1 - failures.count(None) / len(failures)
        assert names["failure_rates"].loc[prompt].to_dict() == pytest.approx(rates)
        assert rates["failures"] > 0


def test_the_spread_over_seeds_and_the_difference_on_equal_deals_are_those_of_the_logs(names, seats):
    llm = models_of(seats)
    for temperature, group in grouped(llm, "temperature").items():
        assert names["spread"][temperature] == pytest.approx(statistics.stdev(by(group, "seed", mean_return).values()))
    pairs = defaultdict(list)
    for (game, deal, *_), group in grouped(llm, "game", "deal", "seat", "model", "prompt").items():
        found = by([seat for seat in group if seat["return"] is not None], "temperature", mean_return)
        if len(found) == 2:
            pairs[game, deal].append(found[1.0] - found[0.0])
    deals = [statistics.fmean(listed) for listed in pairs.values()]
    assert len(deals) > 4
    assert names["difference"].to_dict() == pytest.approx({
        "mean": statistics.fmean(deals), "sem": statistics.stdev(deals) / math.sqrt(len(deals))})


def test_tables_of_forfeits_seats_games_and_tokens_are_those_of_the_logs(names, seats):
    llm = models_of(seats)
    assert cells(names["forfeits"]) == pytest.approx({
        key: statistics.fmean(seat["forfeited"] for seat in group)
        for key, group in grouped(llm, "model", "game").items()})
    assert cells(names["seat_advantage"]) == pytest.approx({
        key: mean_return(group) for key, group in grouped(seats, "game", "seat").items()})
    assert cells(names["table"]) == pytest.approx({
        key: mean_return(group) for key, group in grouped(llm, "model", "game").items()})
    assert cells(names["tokens_per_decision"]) == pytest.approx({
        (model, field): total(group, field) / decisions(group)
        for model, group in grouped(llm, "model").items() for field in ("tokens_in", "tokens_out")})


def test_a_swept_setting_is_a_typed_column_that_tells_the_jobs_apart(names, folder):
    frame = names["seats"]
    types = {"temperature": "float64", "prompt": "category", "illegal.retries": "Int64", "game.players": "Int64",
             "game.is_misere": "boolean", "seed": "Int64", "run.model.temperature": "float64",
             "run.prompt": "category", "run.cache.enabled": "boolean"}
    assert {name: str(frame[name].dtype) for name in types} == types
    swept = ["seed", "run.model.temperature", "run.prompt", "run.model.name", "game"]
    assert frame["job"].nunique() == len(frame[[*swept, "job"]].drop_duplicates()) == 32
    for job, seed in set(zip(frame["job"], frame["seed"], strict=True)):
        assert f"seed={seed}" in job
        assert (folder / "results" / "data" / job / "matches.jsonl").is_file()
    asked = gtarena.load_seats(folder / "results" / "data", columns=["seed", "temperature"])
    pd.testing.assert_frame_equal(asked, frame[["seed", "temperature"]])


def test_the_table_of_columns_has_all_with_their_types():
    rows = [line.split("|")[1:3] for line in PAGE.partition("## Columns")[2].splitlines() if line.startswith("| `")]
    told = {name: kind.strip() for listed, kind in rows for name in re.findall(r"`(\w+)`", listed)}
    assert told == {name: TYPES[kind] for name, kind in KINDS.items()}
