"""Our wordings tell what ``facts.yaml`` says that a published stimulus tells, and nothing that it does not tell."""

from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from gtarena.suites import SUITES
from gtarena.suites.facts import TOPIC, Fact, facts_of
from tests.support import ROOT
from tests.support.named_games import loaded
from tests.support.told_texts import told

FACTS = {suite: facts for suite in SUITES if (facts := facts_of(suite))}


def rows(kind: str) -> list[Any]:
    return [pytest.param(game, fact, wording, id=f"{suite} {game} {wording}: {fact.fact}")
            for suite, facts in FACTS.items() for game, listed in facts.games.items()
            for fact in getattr(listed, kind) for wording in facts.wordings]


def where_told(game: str, fact: Fact, wording: str) -> list[bool]:
    """Returns whether a fact is told, for each decision that it concerns."""
    found = [fact.is_told_in(each.texts[fact.place]) for each in told(game, wording) if fact.concerns(each.names)]
    assert found, "no such decision was met"
    return found


@pytest.mark.parametrize(("game", "fact", "wording"), rows("told"))
def test_a_fact_of_the_published_stimulus_is_told_to_whom_and_when_it_tells_it(game, fact, wording):
    found = where_told(game, fact, wording)
    assert all(found) or fact.when
    assert any(found)


@pytest.mark.parametrize(("game", "fact", "wording"), rows("absent"))
def test_a_fact_that_the_published_stimulus_does_not_tell_is_not_told(game, fact, wording):
    assert not any(where_told(game, fact, wording))


@pytest.mark.parametrize("suite", FACTS)
def test_every_game_of_a_suite_has_its_facts(suite):
    planned = yaml.safe_load((ROOT / "conf" / "suite" / f"{suite}.yaml").read_text(encoding="utf-8"))["suite"]["games"]
    assert set(FACTS[suite].games) == {each["game"].partition("(")[0] for each in planned}
    assert set(FACTS) == {"magic", "gamebench", "gtbench"}


@pytest.mark.parametrize(("game", "facts"), [
    pytest.param(game, facts, id=game) for each in FACTS.values() for game, facts in each.games.items()])
def test_every_topic_that_can_be_looked_up_has_its_facts(game, facts):
    topics = {TOPIC + heading for heading in loaded(game).topics()}
    assert {fact.place for fact in facts.told if fact.place.startswith(TOPIC)} == topics


@pytest.mark.parametrize(("change", "reason"), [
    ({"words": "("}, "no regular expression"), ({"place": "topics"}, "pattern"), ({"absent": True}, "not permitted")])
def test_a_row_that_could_hold_nothing_is_refused(change, reason):
    row = {"fact": "it rains", "words": "rain", "place": "topic the weather"}
    assert Fact.model_validate(row).is_told_in("RAIN")
    with pytest.raises(ValidationError, match=reason):
        Fact.model_validate(row | change)
