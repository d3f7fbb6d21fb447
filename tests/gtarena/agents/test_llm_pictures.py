"""Pictures of positions on their way from the game to the model, the log and the report."""

import asyncio
import base64
import io
import json
from typing import Any

import pyspiel
import pytest
from PIL import Image

import adapters
from adapters.rendering import templates
from gtarena.agents.base import Decision, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings, wording_digest
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts, read_prompt_texts, sha256
from gtarena.logs.reader import read_records
from tests.support.drawn_board import draw_boards
from tests.support.llm_decisions import decide, decision_at
from tests.support.openai_server import random_move
from tests.support.runs import check_texts, play_here
from tests.support.scripted import ScriptedModel

GAME, UNDRAWN = pyspiel.load_game("tic_tac_toe"), pyspiel.load_game("nim")


@pytest.fixture
def _drawn(monkeypatch):
    draw_boards(monkeypatch)


async def blind() -> bool:
    return False


def decision(*actions: int) -> Decision:
    return decision_at("tic_tac_toe", *actions)


def pixels(image: str) -> list[int]:
    with Image.open(io.BytesIO(base64.b64decode(image))) as picture:
        return list(picture.tobytes())


def test_a_game_without_pictures_is_asked_in_text():
    adapter = adapters.for_game(UNDRAWN)
    state = UNDRAWN.new_initial_state()
    assert not adapter.draws()
    assert adapter.picture(state, 0) is None
    assert adapter.with_pictures().prompt(state, 0) == adapter.prompt(state, 0)


@pytest.mark.usefixtures("_drawn")
def test_a_seeing_model_is_shown_the_position_of_every_decision_and_the_log_keeps_it():
    texts, model = InMemoryTexts(), ScriptedModel("hm", "Answer: C1R2", "Answer: C3R3")
    settings = LlmSettings(observation="image", memory="chat")
    agent = LlmAgent(Seating(GAME, 0, 1), model, settings, texts)
    moves = [asyncio.run(agent.act(decision(*actions))) for actions in ((), (3, 0))]
    shown = [[pixels(message["image"]) for message in request.messages if "image" in message]
             for request in model.requests]
    empty, later = [255] * 9, [0, 255, 255, 128, *[255] * 5]
    assert shown == [[empty], [empty], [empty, later]]  # the last chat remembers the first picture
    (system, turn) = moves[0].calls[0].messages
    assert system.image is None
    assert pixels(texts[turn.image]) == empty
    assert texts[turn.sha256] == model.requests[0].messages[1]["content"]
    assert moves[0].calls[0].hashes == {system.sha256, turn.sha256, turn.image}
    assert len(texts) == len({digest for move in moves for call in move.calls for digest in call.hashes})


@pytest.mark.usefixtures("_drawn")
@pytest.mark.parametrize("scheme", ["self_consistency", "tree_of_thoughts"])
def test_every_call_of_a_scheme_carries_the_picture(scheme):
    model = ScriptedModel(*["Answer: 1"] * 6, *["Answer: C1R1"] * 9)
    decide(model, decision(), observation="image", scheme=scheme, retries=1)
    assert len(model.requests) >= 5
    assert all("image" in request.messages[1] for request in model.requests)


@pytest.mark.usefixtures("_drawn")
def test_a_blind_model_and_one_that_is_asked_in_text_get_exactly_the_text():
    requests = []
    for settings, sees in ((LlmSettings(observation="image"), blind), (LlmSettings(), None)):
        model = ScriptedModel("Answer: C1R1")
        given = (Seating(GAME, 0, 1), model, settings, InMemoryTexts(), *filter(None, [sees]))
        asyncio.run(LlmAgent(*given).act(decision()))
        requests += model.requests
    assert requests[0] == requests[1]
    assert all(message.keys() == {"role", "content"} for message in requests[0].messages)


@pytest.mark.usefixtures("_drawn")
def test_a_prompt_version_may_leave_out_what_a_picture_shows(monkeypatch, tmp_path):
    wording = "{% if part == 'system' %}Rules.{% elif picture %}See the picture.{% else %}{{ obs.board }}{% endif %}"
    (tmp_path / "tic_tac_toe").mkdir()
    (tmp_path / "tic_tac_toe" / "mine.jinja").write_text(wording)
    monkeypatch.setenv(templates.FOLDER_VARIABLE, str(tmp_path))
    asked = decision()
    _, text = asked.adapter.prompt(asked.state, 0, "mine")
    _, drawn = asked.adapter.with_pictures().prompt(asked.state, 0, "mine")
    assert text == {"role": "user", "content": "['...', '...', '...']"}
    assert drawn["content"] == "See the picture."
    assert pixels(drawn["image"]) == [255] * 9


def test_pictures_of_a_game_without_any_are_refused():
    told = "^observation=image needs a game with pictures, and nim has none: set observation=text$"
    with pytest.raises(UsageError, match=told):
        wording_digest(adapters.for_game(UNDRAWN), LlmSettings(observation="image"))
    with pytest.raises(UsageError, match="observation=sound is not text or image"):
        LlmSettings(observation="sound")


def look_at(payload: dict[str, Any]) -> str:
    """Returns a random legal move, as text models do; the picture stays unread."""
    def text(content: Any) -> str:
        return content if isinstance(content, str) else content[0]["text"]

    return random_move({"messages": [message | {"content": text(message["content"])}
                                     for message in payload["messages"]]})


@pytest.mark.usefixtures("_drawn")
def test_pictures_reach_the_server_the_log_and_the_report(openai_server, tmp_path):
    openai_server.reply = look_at
    words = ("game=tic_tac_toe", "agents=[llm,random]", "matches=2", "model.name=openai/any", "model.vision='on'",
             f"model.api_base={openai_server.api_base}", "agent.llm.observation=image")
    assert play_here(tmp_path, *words) == 0
    sent = [part["image_url"]["url"] for received in openai_server.received
            for part in received.payload["messages"][-1]["content"] if part["type"] == "image_url"]
    assert len(sent) == len(openai_server.received)
    check_texts(tmp_path)
    records = read_records(tmp_path)
    images = {ref.image for record in records for call in record.calls for ref in call.messages if ref.image}
    stored = read_prompt_texts(images, tmp_path)
    assert {f"data:image/png;base64,{image}" for image in stored.values()} == {*sent}
    assert all(sha256(image) == digest for digest, image in stored.items())
    seat = next(seat for seat in records[0].seats if seat.agent == "llm")
    assert (seat.params["observation"], seat.params["vision"]) == ("image", "on")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert any(f'src="{url}"' in page for url in sent)
    # Nothing is asked for again.
    asked = len(openai_server.received)
    assert play_here(tmp_path / "again", *words) == 0
    assert len(openai_server.received) == asked


@pytest.mark.usefixtures("_drawn")
def test_an_offline_model_plays_from_the_text(tmp_path):
    assert play_here(tmp_path, "game=tic_tac_toe", "agents=[llm,random]", "matches=1",
                     "agent.llm.observation=image") == 0
    lines = (tmp_path / "matches.jsonl").read_text().splitlines()
    assert not any("image" in ref for line in lines for call in json.loads(line)["calls"] for ref in call["messages"])
