import errno
import hashlib
import json
import os
import sys
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from gtarena.agents import registry
from gtarena.agents.base import Agent, Seating
from gtarena.agents.strategies import Strategy
from gtarena.logs import reader, writer
from gtarena.logs.records import Seat
from gtarena.models import offline
from gtarena.models.base import ModelError, Reply
from gtarena.models.budget import Account, Limits
from gtarena.models.settings import ModelSettings
from gtarena.reports.transcript import transcript
from gtarena.runs.matches import workers
from gtarena.runs.matches.workers import Job, play_all
from gtarena.runs.schedule import schedule
from gtarena.system.checkout import commit
from gtarena.system.exhaustion import ExhaustedError, Resource
from tests.support import ROOT
from tests.support.runs import check_texts, match_lines, play_here, untimed, whole

pytestmark = pytest.mark.usefixtures("without_report")
OFFLINE = ModelSettings()

RANDOM = Seat(agent="random", params={"kind": "random"})
MCTS = Seat(agent="mcts", params={"kind": "mcts", "simulations": 5})
ISMCTS = Seat(agent="ismcts", params={"kind": "ismcts", "simulations": 5})
TIT_FOR_TAT = Seat(agent="tit_for_tat", params={"kind": "tit_for_tat"})


def llm(model="offline/random"):
    illegal = {"policy": "forfeit", "retries": 2}
    settings = {"kind": "llm", "reasoning": "direct", "memory": "none", "prompt": "v1", "illegal": illegal}
    return Seat(agent="llm", model=model, params=settings)


def played(folder, specs, model=OFFLINE, workers=1):
    """Plays the matches and returns their errors by match id."""
    folder.mkdir(exist_ok=True)
    ended = []
    play_all(Job(tuple(specs), model, folder), workers, ended.append)
    assert len(ended) == len(specs)
    return {each.match_id: each.error for each in ended}


class Offline:
    """Offline model without litellm; ``fail`` is called with the number of each request, and may raise."""

    def __init__(self, name, fail=lambda number: None):
        self._name, self._fail = name, fail
        self.requests = 0

    async def complete(self, request):
        self.requests += 1
        self._fail(self.requests)
        return Reply(text=offline.answer(self._name, request.messages, request.seed, request.form).text)


def failing(kind, numbers=None):
    def fail(number):
        if numbers is None or number in numbers:
            raise ModelError("the model is out", kind, "offline/first")
    return fail


def test_a_worker_gets_its_share_of_the_matches_the_budget_and_the_requests_at_a_time(tmp_path):
    specs = tuple(schedule("kuhn_poker", {}, [RANDOM], matches=5, seed=0))
    model = ModelSettings(concurrency=5, requests_per_minute=61, tokens_per_minute=1)
    job = Job(specs, model, tmp_path, Limits(calls=7))
    first, second = (job.share(number, of=2) for number in (0, 1))
    assert ((first.specs, second.specs), (first.worker, second.worker)) == ((specs[::2], specs[1::2]), ("0", "1"))
    assert (second.model, second.budget) == (replace(model, concurrency=2), Limits(calls=3))
    assert job.share(0, of=9).model.concurrency == 1
    shared = replace(job, account=Account(tmp_path / "budgets.sqlite", "sweep")).share(0, of=2)
    assert (shared.budget, shared.account is None) == (job.budget, False)  # all workers take from the same account


@pytest.mark.parametrize(("second", "expected"), [("human", 1), ("random", 3)])
def test_a_person_is_asked_about_one_match_at_a_time(tmp_path, monkeypatch, second, expected):
    lanes = []

    async def lane(player, waiting, syncs, most):
        lanes.append(waiting)

    seats = [RANDOM, Seat(agent=second, params={"kind": second})]
    monkeypatch.setattr(workers.Worker, "_lane", lane)
    job = Job(tuple(schedule("kuhn_poker", {}, seats, matches=3, seed=0)), replace(OFFLINE, concurrency=9), tmp_path)
    play_all(job, 1, lambda ended: None)
    assert len(lanes) == expected


def test_once_the_disk_is_full_nothing_more_is_played(tmp_path, monkeypatch):
    specs = schedule("kuhn_poker", {}, [llm("offline/first"), RANDOM], matches=6, seed=0)
    model, append = Offline("offline/first"), writer.Lines.append
    monkeypatch.setattr(workers, "model_for", lambda settings, shared: model)

    def no_room_for_the_third(lines, line):
        if "match_id" in json.loads(line.split("\n")[0]) and len(list(match_lines(tmp_path))) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        append(lines, line)

    with monkeypatch.context() as full:
        full.setattr(writer.Lines, "append", no_room_for_the_third)
        ended = played(tmp_path, specs, ModelSettings(concurrency=1))
    reason = str(ExhaustedError(Resource.DISK, "No space left on device"))
    assert [ended[spec.match_id] for spec in specs] == ["", "", reason, reason, reason, reason]
    asked = model.requests
    played(tmp_path, [spec for spec in specs if ended[spec.match_id]], ModelSettings(concurrency=1))
    assert model.requests > asked
    assert set(untimed(tmp_path)) == set(ended)
    check_texts(tmp_path)


def explode(seating: Seating, move: str) -> Agent:
    return Strategy(lambda decision: [1 / 0])


def test_an_agent_that_raises_costs_its_own_matches_only_and_they_are_played_again(tmp_path, monkeypatch, capfd):
    words = ["game=kuhn_poker", "agents=[always:Bet,random,mcts]", "agent.mcts.simulations=10", "matches=4"]
    with monkeypatch.context() as broken:
        broken.setitem(registry.KINDS, "always", explode)
        assert play_here(tmp_path, *words) == 3
    finished = whole(tmp_path / "matches.jsonl")
    assert len(untimed(tmp_path)) == 4
    told = "8 matches could not be finished (8 x kuhn_poker: ZeroDivisionError: division by zero)"
    assert told in capfd.readouterr().err
    notes = (tmp_path / "errors.log").read_text()
    assert notes.count("Traceback (most recent call last)") == notes.count("\nZeroDivisionError") == 8
    assert not any(f"match {match_id} " in notes for match_id in untimed(tmp_path))

    assert (play_here(tmp_path, *words), len(untimed(tmp_path))) == (0, 12)
    assert whole(tmp_path / "matches.jsonl").startswith(finished)


def test_a_model_that_is_set_up_wrongly_is_called_once_in_each_game_and_costs_nobody_else_a_match(
    tmp_path, monkeypatch):
    models = {"offline/first": Offline("offline/first", failing("setup")), "offline/random": Offline("offline/random")}
    monkeypatch.setattr(workers, "model_for", lambda settings, shared: models[settings.name])
    seats = [llm("offline/first"), llm("offline/random"), RANDOM]
    specs = [spec for game in ("kuhn_poker", "nim") for spec in schedule(game, {}, seats, matches=4, seed=0)]
    ended = played(tmp_path, specs, ModelSettings(concurrency=1))
    concerned = {spec.match_id for spec in specs if seats[0] in spec.seats}
    assert {match_id for match_id, error in ended.items() if error} == concerned
    assert {ended[match_id] for match_id in concerned} == {"the model is out"}
    assert models["offline/first"].requests == 2
    assert set(untimed(tmp_path)) == set(ended) - concerned


def test_a_model_that_fails_for_a_while_leaves_one_match_for_the_next_time(tmp_path, monkeypatch, capfd):
    words = ["game=kuhn_poker", "agents=[llm,random]", "matches=6", "model.name=offline/first", "model.concurrency=1"]
    monkeypatch.setattr(workers, "model_for", lambda settings, shared: Offline(settings.name))
    assert play_here(tmp_path / "whole", *words) == 0
    folder = tmp_path / "interrupted"
    with monkeypatch.context() as shaky:
        fail = failing("temporary", {3})
        shaky.setattr(workers, "model_for", lambda settings, shared: Offline(settings.name, fail))
        assert play_here(folder, *words) == 3
    assert "gtarena: 1 match could not be finished (1 x the model is out)." in capfd.readouterr().err
    assert len(untimed(folder)) == 5
    assert "the model is out" not in (folder / "matches.jsonl").read_text()
    assert (play_here(folder, *words), untimed(folder)) == (0, untimed(tmp_path / "whole"))


@pytest.fixture(scope="module")
def varied():
    """Matches with every kind of search, with models, chance, hidden information and simultaneous moves."""
    return [*schedule("kuhn_poker", {}, [llm("offline/flaky"), ISMCTS, MCTS], matches=2, seed=1),
            *schedule("liars_dice", {}, [ISMCTS, RANDOM], matches=2, seed=1),
            *schedule("negotiation", {}, [MCTS, RANDOM], matches=2, seed=1),
            *schedule("pig", {"winscore": 10}, [MCTS, llm()], matches=2, seed=1),
            *schedule("iterated_prisoners_dilemma", {"max_rounds": 4}, [MCTS, llm(), TIT_FOR_TAT], matches=2, seed=1),
            *schedule("el_farol", {"players": 3, "rounds": 2}, [MCTS, llm("offline/flaky"), RANDOM], matches=1, seed=1)]


@pytest.fixture(scope="module")
def reference(varied, tmp_path_factory):
    folder = tmp_path_factory.mktemp("reference")
    assert set(played(folder, varied).values()) == {""}
    return folder


@pytest.mark.usefixtures("forked_workers")
@pytest.mark.parametrize(("workers", "concurrency"), [(1, 1), (2, 16)])
def test_the_same_matches_come_out_however_many_are_played_at_a_time(tmp_path, varied, reference, workers, concurrency):
    played(tmp_path, varied, ModelSettings(concurrency=concurrency), workers)
    assert untimed(tmp_path) == untimed(reference)
    check_texts(tmp_path)


def test_a_match_is_known_by_what_decides_it_replayed_to_its_returns_and_names_no_place(reference, varied):
    records = reader.read_records(reference)
    assert len(records) == len(varied)
    for each in records:
        canonical = json.dumps(each.key, sort_keys=True, separators=(",", ":"))
        assert hashlib.sha256(canonical.encode()).hexdigest()[:16] == each.match_id
        assert each.key == {"schema": 1, "game": each.game, "params": each.params, "seed": each.seed,
                            "seats": [seat.model_dump() for seat in each.seats]}
    finished = [each for each in records if each.outcome == "finished"]
    assert {each.game for each in finished} == {
        "kuhn_poker", "liars_dice", "negotiation", "pig", "iterated_prisoners_dilemma", "el_farol"}
    for each in finished:
        assert list(transcript(each))[-1].startswith("returns: ")
    checkout = {"commit": commit()} if commit() else {}  # a copy of the files without git has none
    installed = {name: version(name) for name in ("gtarena", "open_spiel", "litellm")} | checkout
    places = [str(place) for place in (ROOT, Path.home(), sys.prefix, reference, os.uname().nodename)]
    for line in match_lines(reference):
        assert json.loads(line)["versions"] == installed
        assert not any(place in line for place in places)
    check_texts(reference)
