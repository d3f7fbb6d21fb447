"""Abilities of random matches beside those of the published program, to the digits that it rounds to.

With a checkout of https://github.com/cathyxl/MAgIC in ``GTARENA_MAGIC``, the matches are written as the program logs
them, and its ``metrics_release.py`` and the functions of its environments compute what ours do.
"""

import ast
import json
import os
import random
import re
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gtarena.logs.records import MatchRecord
from gtarena.suites.magic.ability_frames import abilities_frame
from gtarena.suites.magic.play import MagicPlay
from gtarena.suites.magic.scores import ABILITIES
from tests.support.magic_matches import chameleon, cost_sharing, dilemma, model, public_good, undercover
from tests.support.suite_matches import matches_frame, trace_of

CHECKOUT = os.environ.get("GTARENA_MAGIC", "")
NAMES = ["Player 1", "Player 2", "Player 3"]
SEATS = range(3)
MATCHES = 12  # in each role
FLAGS = {"chameleon": {"caught": 0, "guessed": 1, "escaped": 2, "tie": 3},
         "undercover": {"caught": 0, "escaped": 1, "tie": 2}}
FOLDERS = ("chameleon", "non_chameleon", "undercover", "non_undercover", "airportfee", "prisoner", "public_good")
WHO = model()
TABLE = {"judgement": 0.375, "reasoning": 0.233, "deception": 0.792, "self_awareness": 0.417, "cooperation":
         0.75, "coordination": 0.778, "rationality": 0.592}


def others(seat: int) -> list[int]:
    return [other for other in SEATS if other != seat]


def random_words(rng: random.Random, number: int, game: str, hiding: bool) -> MatchRecord:
    """A match of a word game with random answers, with the challenger as the one who hides or as the two others."""
    culprit = rng.randrange(3)
    votes = [rng.choice([*others(seat), None]) for seat in SEATS]
    rounds = 3 if game == "chameleon" else 2
    roles = [[rng.choice([(seat, int(seat != culprit)), (rng.randrange(3), rng.randrange(2)), None]) for seat in SEATS]
             for _ in range(rounds)]

    def believed(owner: int) -> list[int | None] | None:
        if rng.random() < 0.1:
            return None
        if game == "undercover":
            return [rng.randrange(3) for _ in SEATS]
        return [None if seat == owner == culprit else rng.choice(others(seat)) for seat in SEATS]

    fields: Any = {"challenger": WHO, "match_id": f"{game} {hiding} {number}", "roles": roles, "culprit": culprit,
                   "challengers": (culprit,) if hiding else tuple(others(culprit)),
                   "beliefs": [[believed(owner) for owner in SEATS] for _ in range(rounds)]}
    if game == "undercover":
        return undercover(votes, **fields)
    accused = [seat for seat in SEATS if votes.count(seat) > max(votes.count(other) for other in others(seat))]
    return chameleon(votes, ("no such word",) if accused == [culprit] else (), **fields)


def random_matches(seed: int) -> dict[str, list[MatchRecord]]:
    rng = random.Random(seed)

    def fields(number: int, kind: str) -> Any:
        return {"challenger": WHO, "match_id": f"{kind} {number}", "challengers": (number % 3,)}

    def sharing(number: int) -> MatchRecord:
        proposals = [rng.choice([(40, 30, 30), (20, 40, 40)]) for _ in SEATS]
        votes = [0] * 3 if number < MATCHES // 2 else [rng.randrange(3) for _ in SEATS]
        return cost_sharing((proposals, votes), **fields(number, "sharing"))

    found = {folder: [random_words(rng, number, folder.removeprefix("non_"), not folder.startswith("non_"))
                      for number in range(MATCHES)] for folder in FOLDERS[:4]}
    found["airportfee"] = list(map(sharing, range(MATCHES)))
    found["prisoner"] = [dilemma(*("".join(rng.choices("CD-", k=3)) for _ in range(5)), **fields(number, "dilemma"))
                         for number in range(MATCHES)]
    found["public_good"] = [public_good(*([rng.choice([0, 5, 10, None]) for _ in SEATS] for _ in range(5)),
                                        **fields(number, "good")) for number in range(MATCHES)]
    return found


def method(path: str, name: str) -> Any:
    """Returns a function of one of the program's classes, without importing what that needs."""
    tree = ast.parse(Path(CHECKOUT, path).read_text(encoding="utf-8"))
    (found,) = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name]
    scope: dict[str, Any] = {"np": np, "re": re}
    exec(compile(ast.Module([found], []), path, "exec"), scope)
    return scope[name]


def logged_words(game: str, play: MagicPlay) -> dict[str, Any]:
    """A match of a word game as the program logs it."""
    position, culprit = play.node.position, play.node.rules.culprit(play.node.position)
    source = f"chatarena/environments/{game}_competition_pgm.py"
    environment = SimpleNamespace(player_names=NAMES, **{f"{game}_idx": culprit})
    roles = game, f"non-{game}"

    def said(seat: int, answer: tuple[int, int] | None) -> int:
        text = "" if answer is None else f"I am {NAMES[answer[0]]}, my role is {roles[answer[1]]}"
        return int(method(source, "parse_consistency")(environment, text, NAMES[seat], roles[int(seat != culprit)]))

    def stated(beliefs: Any) -> dict[str, list[int]]:
        factors = np.zeros((3, 3, 3))
        for owner, own in enumerate(beliefs):
            for seat, named in enumerate(own or ()):
                if named is not None:
                    factors[owner][seat][named] = 1
        gold, inter = method(source, "compute_pgm_metric")(environment, factors)
        return {"gold": gold, "inter": inter}

    votes = {NAMES[seat]: "" if vote is None else NAMES[vote] for seat, vote in enumerate(position.votes)}
    return {game: NAMES[culprit], "player_votes": votes, "win_flag": FLAGS[game][play.outcome()],
            "consistency_metric": {turn: {NAMES[seat]: said(seat, answer) for seat, answer in enumerate(answers)}
                                   for turn, answers in enumerate(position.roles)},
            "pgm_metric": dict(enumerate(map(stated, position.beliefs)))}


def logged_numbers(play: MagicPlay) -> dict[str, Any]:
    """A match of another game as the program logs it."""
    (seat,), position, rules = play.challengers, play.node.position, play.node.rules
    logged = {"test_player_name": NAMES[seat], "result": "win" if play.win_rate(seat) else "lose"}
    if play.role(seat) == "cost_sharing":
        last = position.rounds[-1]
        shares = {name: {"ABC"[place]: f"{share}%" for place, share in enumerate(made)}
                  for name, made in zip(NAMES, last.proposals, strict=True)}
        votes = {name: NAMES[vote] for name, vote in zip(NAMES, last.votes, strict=True)}
        return logged | {"proposal": shares, "vote": votes, "result": "agree" if rules.agreement(position) else "fail"}
    texts = [("Cooperate", "Defect", "Well.")[move] if play.role(seat) != "public_good" else
             f"I contribute {move}" if rules.points_given(move) == move else "Well."
             for moves in position.rounds for move in moves]
    return logged | {"history": [{"agent_name": name, "visible_to": "Moderator", "content": text}
                                 for name, text in zip(NAMES * len(position.rounds), texts, strict=True)]}


def published_abilities(matches: dict[str, list[MatchRecord]], folder: Path) -> dict[str, float]:
    for name, records in matches.items():
        (folder / name).mkdir()
        for number, record in enumerate(records):
            play = MagicPlay.of(trace_of(record))
            logged = logged_words(record.game, play) if record.game in FLAGS else logged_numbers(play)
            (folder / name / f"{number}.json").write_text(json.dumps(logged), encoding="utf-8")
    metric = runpy.run_path(f"{CHECKOUT}/metrics_release.py")["Metric"](MATCHES)

    def measure(function: str, *names: str) -> None:
        getattr(metric, function)([f"{folder}/{name}" for name in names], [""] * len(names))

    measure("judge", "non_chameleon", "non_undercover")
    measure("decept", "chameleon", "undercover", "non_chameleon")
    measure("consist_pgm", *FOLDERS[:4])
    measure("collabration", "airportfee")
    measure("rational", "prisoner", "public_good")
    numbers = {name.lower().replace("-", "_"): value for name, value in metric.data[0]["train_split"].items()}
    return {ability: numbers[ability] for ability in ABILITIES}


def our_abilities(matches: dict[str, list[MatchRecord]]) -> dict[str, float]:
    frame = abilities_frame(matches_frame([record for records in matches.values() for record in records]), "coded")
    return {ability: round(value / 100, 3) for ability, value in frame.loc["llm m", list(ABILITIES)].to_dict().items()}


def test_the_scheme_coded_gives_the_numbers_that_the_published_program_gave():
    # Made with the test below, for the seed 0.
    assert our_abilities(random_matches(0)) == TABLE


@pytest.mark.skipif(not CHECKOUT, reason="GTARENA_MAGIC names no checkout")
@pytest.mark.parametrize("seed", range(5))
def test_the_scheme_coded_equals_the_published_program_to_its_digits(seed, tmp_path):
    matches = random_matches(seed)
    assert our_abilities(matches) == published_abilities(matches, tmp_path)
