"""The wordings of GameBench's games tell in play what the published program tells, and nothing that it keeps back."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
import yaml

from gtarena.suites.gamebench.taxonomy import GAMES
from tests.support.named_games import VERSIONS, loaded, prompt_parts, some_decisions

Row = Mapping[str, Any]
FACTS: Mapping[str, Mapping[str, Sequence[Row]]] = yaml.safe_load(
    (files("gtarena.suites.gamebench") / "facts.yaml").read_text(encoding="utf-8"))
FIELDS = {"fact", "who", "when", "place", "words"}
EVERY, ALL, ALWAYS, TOPIC = "every", "all", "always", "topic "


@cache
def texts(game: str, version: str) -> Sequence[tuple[str, set[str], Mapping[str, str]]]:
    """Returns of some decisions the stage, the roles of who decides, and what is told in each place."""
    adapter, found = loaded(game), []
    for state, player in some_decisions(game, seeds=(0, 1), most=10):
        rules, turn = prompt_parts(state, player, version)
        turn = turn.rpartition("Legal moves: ")[0] or turn
        seen = adapter.view.observe(state, player)
        roles = {ALL, *(seen[key] for key in ("role", "team", "card") if isinstance(seen.get(key), str))}
        topics = {TOPIC + heading: adapter.topic(heading, state, player) for heading in adapter.topics()}
        stage = adapter.reply_form(state, player, version).keys[0].key
        found.append((stage, roles, {"rules": rules, "turn": turn, **topics}))
    return found


def rows() -> list[Any]:
    return [pytest.param(game, stage, row, id=f"{game}, {stage}: {row['fact']}{' (absent)' * ('absent' in row)}")
            for game, stages in FACTS.items() for stage, listed in stages.items() for row in listed]


def test_every_game_has_its_facts_and_every_row_its_fields() -> None:
    assert set(FACTS) == set(GAMES)
    assert all(set(row) - {"absent"} == FIELDS for stages in FACTS.values() for listed in stages.values()
               for row in listed)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("game", "stage", "row"), rows())
def test_a_fact_is_told_or_kept_back_as_in_the_published_program(
    game: str, stage: str, row: Row, version: str
) -> None:
    told = [bool(re.search(row["words"], places[row["place"]], re.IGNORECASE | re.DOTALL))
            for decided, roles, places in texts(game, version) if stage in (EVERY, decided) and row["who"] in roles]
    assert told, "no decision of this stage was met"
    if "absent" in row:
        assert not any(told)
    else:
        assert all(told) if row["when"] == ALWAYS else any(told)
