"""Matrices, targets and votes of the PGM-aware agent beside those of the published program, equals included.

With a checkout of https://github.com/cathyxl/MAgIC in ``GTARENA_MAGIC``, the program's classes run beside ours on
random changes; the table ``published_choices.json`` was made from them.
"""

import json
import os
import random
import runpy
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from gtarena.agents.beliefs import (
    Matrix,
    Role,
    first_beliefs,
    role_by_own_view,
    suspect,
    target,
    target_of_guesser,
    update_beliefs,
)

PLAYERS = 3
KINDS: tuple[Role, ...] = ("innocent", "culprit", "unknown")
TABLE = Path(__file__).with_name("published_choices.json")
GUESSED = {"not sure": "unknown", "yes": "culprit", "no": "innocent"}
CHECKOUT = os.environ.get("GTARENA_MAGIC", "")

Case = tuple[Role, int, list[Sequence[Sequence[int]]]]


def matrix_after(case: Case) -> Matrix:
    role, owner, analyses = case
    matrix = first_beliefs(PLAYERS, owner, role)
    for changes in analyses:
        matrix = update_beliefs(matrix, changes)
    return matrix


def our_choices(case: Case) -> list[object]:
    """The target, and the vote of an owner that knows its role, or the guessed role of one that does not."""
    (role, owner, _), matrix = case, matrix_after(case)
    if role != "unknown":
        return [target(matrix, owner, role), suspect(matrix, owner)]
    guessed = role_by_own_view(matrix, owner)
    return [target_of_guesser(matrix, owner, guessed), guessed]


def cases(number: int) -> Iterator[Case]:
    """Yields random changes; the program never reads what an owner thinks of itself."""
    rng = random.Random(7)
    for _ in range(number):
        owner = rng.randrange(PLAYERS)
        analyses = [[[0 if row == column == owner else rng.choice((-1, 0, 0, 1)) for column in range(PLAYERS)]
                     for row in range(PLAYERS)] for _ in range(rng.randrange(5))]
        yield rng.choice(KINDS), owner, analyses


@pytest.mark.parametrize("row", json.loads(TABLE.read_text(encoding="utf-8")))
def test_choices_are_those_in_the_table_of_the_published_program(row):
    role, owner, analyses, *chosen = row
    assert our_choices((role, owner, analyses)) == chosen


@pytest.mark.skipif(not CHECKOUT, reason="GTARENA_MAGIC names no checkout")
def test_the_published_program_has_the_same_matrices_targets_and_votes():
    program = runpy.run_path(f"{CHECKOUT}/utils/pgm_calculator.py")
    forbidden = 0
    for case in cases(6000):
        role, owner, analyses = case
        theirs = (program["UndercoverPGM"](PLAYERS, owner) if role == "unknown"
                  else program["PGM"](role == "culprit", PLAYERS, owner))
        for changes in analyses:
            theirs.update(np.array(changes))
        np.testing.assert_array_equal(matrix_after(case), theirs.pgm)
        if role == "unknown":
            guessed, aimed = theirs.get_target()
            chosen = [None if aimed < 0 else aimed, GUESSED[guessed]]
        else:
            chosen = [theirs.get_target(), int(theirs._to_vote())]
            if chosen[1] == owner:  # which the rules forbid
                chosen[1] = int(np.argsort(theirs.pgm[owner])[-2])
                forbidden += 1
        assert our_choices(case) == chosen, case
    assert forbidden < 60
