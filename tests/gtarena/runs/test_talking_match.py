import asyncio
import json
from collections import Counter

import pytest

import adapters
import gtarena
from adapters.rendering.quoting import quote_text
from custom_games.word_sets import word_lists
from gtarena import games
from gtarena.agents.base import NoMove
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings
from gtarena.agents.registry import make_agent
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.reader import read_records
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import Replay, ReplayedMatch
from gtarena.metrics.frames import seats_frame
from gtarena.reports.transcript import transcript
from gtarena.runs.matches.match import play_match
from gtarena.runs.matches.match_records import LoadedGames, record_match
from tests.support import keepers
from tests.support.chatter import Chatter, utterances
from tests.support.planned_runs import planned
from tests.support.runs import play_here
from tests.support.scripted import Script, ScriptedModel

TALK = "🧑‍🚀 گفت‌وگو é\u0301 \\boxed{x}"


@pytest.fixture(scope="module", autouse=True)
def known_by_name():
    keepers.register()


def test_models_search_and_chance_play_every_side_equally_often_and_a_team_wins_as_a_whole(tmp_path):
    words = ["game=keepers", "agents=[llm,random,mcts]", "matches=4", "agent.mcts.simulations=4", "game.limit=12"]
    assert play_here(tmp_path, *words) == 0
    records = read_records(tmp_path)
    assert [record.outcome for record in records] == ["finished"] * 12
    line_ups = Counter(tuple(seat.agent for seat in record.seats) for record in records)
    assert set(line_ups.values()) == {2}
    assert {(first, third) for first, second, third, fourth in line_ups if first == second and third == fourth} == {
        (one, two) for one in ("llm", "random", "mcts") for two in ("llm", "random", "mcts") if one != two}
    seats = seats_frame(records)
    for _, match in seats.groupby("match_id"):
        results = list(match["result"])
        assert (results[0], results[2]) == (results[1], results[3])
        assert {results[0], results[2]} in ({"win", "loss"}, {"draw"})


def test_every_match_is_replayed_from_its_log_and_shown_with_what_was_said(tmp_path, capfd):
    assert play_here(tmp_path, "game=keepers", "agents=[llm,random]", "matches=4", "game.limit=12") == 0
    for record in read_records(tmp_path):
        assert ReplayedMatch(record).replay_to_end().state.returns() == record.returns
        said = [step for step in record.history if step.action is None]
        assert len(said) == 10
        shown = "\n".join(transcript(record))
        assert all(f'"{step.name}"' in shown for step in said)
        assert shown.count("\n9. ") == 1
    assert "keepers" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_secrets_are_in_the_prompts_of_those_who_may_know_them_alone_and_a_forfeit_scores_0_for_the_team():
    record = gtarena.play("keepers", ["llm", "llm"], seed=5, texts=(texts := InMemoryTexts()))
    word = word_lists.words("common_nouns")[record.history[8].action]
    roles = [step.action for step in record.history[4:8]]
    whispers = {seat: record.history[number].name for seat, number in ((0, 9), (2, 10))}
    for call in record.calls:
        prompt = " ".join(texts[message.sha256] for message in call.messages)
        assert (f'"word": "{word}"' in prompt) == bool(roles[call.player])
        for speaker, whisper in whispers.items():
            others_know = call.player // 2 == speaker // 2
            assert others_know or f'"text": "{whisper}"' not in prompt
    for words, returns in ((["llm", "random"], [0, 0, 1, 1]), (["random", "llm"], [1, 1, 0, 0])):
        record = gtarena.play("keepers", words, model={"name": "offline/flaky:1"})
        assert (record.outcome, record.returns, record.teams) == ("forfeit", returns, [0, 0, 1, 1])
        assert list(seats_frame([record])["result"]) == ["win" if paid else "loss" for paid in returns]


def test_texts_are_heard_and_logged_to_the_character_and_named_once_by_a_call():
    speaker = ScriptedModel(*[json.dumps({key: TALK}) for key in ("whisper", "message")],
                            json.dumps({"keeper": "Player 3", "reason": TALK}))
    listener = ScriptedModel(*(json.dumps({"message": ""}), json.dumps({"keeper": "Player 3", "reason": ""})))
    texts = InMemoryTexts()
    makers = [lambda seating, model=model: LlmAgent(seating, model, LlmSettings(retries=0), texts)
              for model in (speaker, listener)] + [lambda seating: make_agent("random", seating, {})] * 2
    adapter = adapters.for_game(games.load("keepers", {"limit": 100}))
    for seed in range(50):
        # The teams are drawn, and so are the names of those whom the first team may accuse.
        state = dealt(seed)
        if "Player 3" in (state.names.name(2), state.names.name(3)):
            break
    played = asyncio.run(play_match(adapter, makers, seed))
    said = [step.name for step in played.history if step.action is None and step.player == 0]
    assert (played.outcome, said) == ("finished", [TALK] * 3)
    assert speaker.requests[-1].messages[-1]["content"].count(quote_text(TALK)) == 2
    record = gtarena.play("keepers", ["llm", "random"], seed=1)
    own = {seat: [step.choice for step in record.history if step.player == seat] for seat in (0, 1)}
    for seat, choices in own.items():
        assert [each for call in record.calls if call.player == seat for each in call.actions] == choices


def dealt(seed: int) -> keepers.Position:
    """Returns the position after the chance nodes of a match with this seed."""
    agents = [lambda seating: Script([NoMove("invalid", "enough")])] * 4
    history = asyncio.run(play_match(adapters.for_game(games.load("keepers", {})), agents, seed)).history
    replay = Replay("keepers", {})
    for step in history:
        replay.apply(step.player, step.choice)
    position = replay.node.position
    assert isinstance(position, keepers.Position)
    return position


def chatted(model: Chatter, seed: int) -> MatchRecord:
    spec = planned("game=two_rooms_and_a_boom", "game.rounds=1", "agents=[llm,cot]", f"seed={seed}")[0]
    return asyncio.run(record_match(spec, LoadedGames().adapter(spec), lambda seat: model, InMemoryTexts()))


@pytest.mark.parametrize("seed", range(2))
def test_what_is_logged_is_what_the_models_said_to_the_character(seed):
    model = Chatter(seed)
    record = chatted(model, seed)
    assert (record.outcome, sorted(record.returns)) == ("finished", [0, 0, 0, 1, 1, 1])
    assert len(set(record.returns[:3])) == 1
    assert len(model.said) >= 6
    assert list(utterances(record)) == model.said
    assert MatchRecord.model_validate_json(record.line()).history == record.history
