"""Pictures of positions, or their descriptions, on their way from the game to the model, the log and the report."""

import asyncio
import base64
import io
import json
from typing import Any

import pyspiel
import pytest
from PIL import Image

from adapters.rendering import messages, templates
from gtarena.agents.base import Decision, Move, Response, Seating, Unanswered
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.picture_descriptions import Describer, require_describer
from gtarena.agents.llm.settings import LlmSettings, wording_digest
from gtarena.errors import NoMoreCalls, UsageError
from gtarena.logs.ledger import read_ledgers
from gtarena.logs.prompt_texts import InMemoryTexts, read_prompt_texts, sha256
from gtarena.logs.reader import read_records
from gtarena.models.base import ModelError, Reply
from tests.support.drawn_board import draw_boards
from tests.support.llm_decisions import decide, decision_at
from tests.support.openai_server import OpenAIServer, error, random_move
from tests.support.planned_runs import planned
from tests.support.runs import check_texts, play_here
from tests.support.scripted import ScriptedModel

GAME = pyspiel.load_game("tic_tac_toe")
EYES, MIDDLE = "openai/eyes", "Answer: C2R2"
SEEN = "An empty board."


async def blind() -> bool:
    return False


def play(eyes: ScriptedModel, *replies: Any, asked: Decision | None = None, **settings: Any
         ) -> tuple[Response, ScriptedModel]:
    model = ScriptedModel(*replies)
    chosen = LlmSettings.read({"observation": "described", "describer": EYES, **settings})
    agent = LlmAgent(Seating(GAME, 0, 1), model, chosen, InMemoryTexts(), describer=Describer(EYES, eyes))
    return asyncio.run(agent.act(asked or decision_at("tic_tac_toe"))), model


def logged(response: Response) -> list[tuple[str, str | None, str | None, int]]:
    return [(call.purpose, call.model, call.failure, call.sample) for call in response.calls]


def test_the_description_stands_in_the_place_of_the_picture():
    eyes = ScriptedModel(SEEN)
    given, model = play(eyes, MIDDLE)
    assert isinstance(given, Move)
    at_hand = decision_at("tic_tac_toe")
    (asked,), = (request.messages for request in eyes.requests)
    assert asked == messages.ask_for_description("Tic Tac Toe", at_hand.adapter.picture(at_hand.state, 0))
    _, turn = model.requests[0].messages
    assert "image" not in turn
    assert turn["content"].startswith(messages.quote_description(SEEN))
    assert logged(given) == [("description", EYES, None, 0), ("move", None, None, 1)]
    assert given.calls[0].reply == SEEN
    assert given.calls[0].messages[0].image
    assert given.calls[0].actions == []


def test_a_position_is_described_once_for_all_tries_and_turns_of_the_chat():
    eyes = ScriptedModel(SEEN, "Two marks.")
    model = ScriptedModel("hm", "hm", MIDDLE, "Answer: C1R1")
    chosen = LlmSettings(observation="described", describer=EYES, memory="chat")
    agent = LlmAgent(Seating(GAME, 0, 1), model, chosen, InMemoryTexts(), describer=Describer(EYES, eyes))
    first, second = (asyncio.run(agent.act(decision_at("tic_tac_toe"))) for _ in range(2))
    assert [call[0] for call in logged(first)] == ["description", "move", "move", "move"]
    assert [call[0] for call in logged(second)] == ["description", "move"]
    assert len(eyes.requests) == 2
    texts = [message["content"] for message in model.requests[-1].messages]
    assert [messages.quote_description(SEEN) in text for text in texts] == [False, True, False, False]
    assert messages.quote_description("Two marks.") in texts[-1]


@pytest.mark.parametrize("scheme", ["self_consistency", "tree_of_thoughts"])
def test_a_position_is_described_once_for_all_calls_of_a_scheme(scheme):
    given, model = play(ScriptedModel(SEEN), *["Answer: 1"] * 6, *["Answer: C1R1"] * 9, scheme=scheme)
    assert [call.sample for call in given.calls] == list(range(len(given.calls)))
    assert [call.purpose for call in given.calls].count("description") == 1
    assert len(model.requests) >= 5
    assert all(messages.quote_description(SEEN) in request.messages[1]["content"] for request in model.requests)


def test_a_game_without_pictures_is_asked_in_text_and_refused_where_they_are_wanted_and_forced_moves_need_none():
    last = decision_at("tic_tac_toe", 0, 1, 2, 4, 3, 5, 7, 6)
    assert play(ScriptedModel(), asked=last, forced_moves="played")[0] == Move((8,))
    asked = decision_at("nim")
    given, model = play(ScriptedModel(), "Answer: pile:1, take:1;", asked=asked)
    assert logged(given) == [("move", None, None, 0)]
    system, turn = asked.prompt("v1")
    assert model.requests[0].messages[0] == system
    assert model.requests[0].messages[1]["content"].startswith(turn["content"])
    assert not asked.adapter.draws()
    assert asked.adapter.picture(asked.state, 0) is None
    assert asked.adapter.with_pictures().prompt(asked.state, 0) == asked.adapter.prompt(asked.state, 0)
    for chosen in (LlmSettings(observation="described", describer=EYES), LlmSettings(observation="image")):
        told = f"^observation={chosen.observation} needs a game with pictures, and nim has none: set observation=text$"
        with pytest.raises(UsageError, match=told):
            wording_digest(asked.adapter, chosen)
    with pytest.raises(UsageError, match="observation=sound is not text or image"):
        LlmSettings(observation="sound")


def test_a_description_that_says_nothing_is_asked_for_again_and_one_that_was_cut_off_used() -> None:
    eyes = ScriptedModel("", "<think>Nothing to see.</think>", SEEN)
    given, model = play(eyes, MIDDLE)
    assert logged(given) == [("description", EYES, "empty", 0), ("description", EYES, "empty", 1),
                             ("description", EYES, None, 2), ("move", None, None, 3)]
    assert len({request.sample for request in eyes.requests}) == 3
    assert messages.quote_description(SEEN) in model.requests[0].messages[1]["content"]
    given, model = play(ScriptedModel("", " "), MIDDLE, retries=1)
    assert str(given.error) == f"{EYES}: no description of the picture in 2 replies"
    assert (given.error.model, len(given.calls), model.requests) == (EYES, 2, [])
    given, _ = play(ScriptedModel("", SEEN), "hm", "hm", retries=1, policy="invalid")
    assert given.reason == "2 replies in a row without a legal move, the last one unparsable"
    given, model = play(ScriptedModel(Reply(text="An empty", truncated=True)), MIDDLE)
    assert logged(given)[0] == ("description", EYES, "truncated", 0)
    assert messages.quote_description("An empty") in model.requests[0].messages[1]["content"]


@pytest.mark.parametrize("refused", [ModelError("no connection", model=EYES), ModelError("no key", "setup", EYES)])
def test_a_failed_call_is_not_charged_to_the_player(refused):
    given, model = play(ScriptedModel(refused), MIDDLE)
    assert given == Unanswered(refused)
    assert not model.requests


def test_a_describer_without_calls_or_pictures_ends_the_decision() -> None:
    class Spent:
        async def complete(self, request):
            raise NoMoreCalls("the budget is spent")

    given, _ = play(Spent(), MIDDLE)
    assert str(given.error) == "the budget is spent"
    chosen = LlmSettings(observation="described", describer=EYES)
    agent = LlmAgent(Seating(GAME, 0, 1), ScriptedModel(), chosen, InMemoryTexts(),
                     describer=Describer(EYES, ScriptedModel(), blind))
    given = asyncio.run(agent.act(decision_at("tic_tac_toe")))
    assert isinstance(given.error, UsageError)
    assert str(given.error) == (
        "describer=openai/eyes is not known to take pictures: name a model that takes pictures, as in "
        "agent.llm.describer=openai/gpt-4o, or set model.vision=\"'on'\"")


@pytest.mark.parametrize(("name", "told"), [
    (None, "observation=described needs a describer, not None: name a model that takes pictures, as in "),
    ("", "observation=described needs a describer, not : name"),
    ("two words", "observation=described needs a describer, not two words: name"),
    ("offline/random", "describer=offline/random takes no pictures: name a model that takes pictures, as in ")])
def test_described_positions_need_a_model_that_may_describe_them(name, told):
    with pytest.raises(UsageError, match=f"^{told}"):
        require_describer(name)
    with pytest.raises(UsageError, match=f"^{told}"):
        LlmSettings(observation="described", describer=name)
    assert LlmSettings(observation="image", describer=name).describer == name  # which is not called
    for observation in ("described", "image"):
        with pytest.raises(UsageError, match=r"^describer=3 is not text$"):
            LlmSettings(observation=observation, describer=3)


def test_descriptions_are_part_of_the_wordings_and_a_describer_of_nothing_changes_no_match() -> None:
    adapter = decision_at("tic_tac_toe").adapter
    plain, pictured = (wording_digest(adapter, LlmSettings(observation=shown)) for shown in ("text", "image"))
    described = wording_digest(adapter, LlmSettings(observation="described", describer=EYES))
    assert (plain, described) == (pictured, f"{plain}{messages.descriptions_digest()}")
    words = ("game=tic_tac_toe", "agents=[llm,random]", "matches=1")
    assert planned(*words) == planned(*words, "agent.llm.describer=openai/gpt-4o")


def look_or_move(payload: dict[str, Any]) -> str:
    """Describes a picture, and otherwise returns a random legal move, as text models do."""
    if payload["model"] == "gpt-4o":
        return "Some marks on a board."
    return random_move(payload)


@pytest.fixture
def words(openai_server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    openai_server.reply = look_or_move
    monkeypatch.setenv("OPENAI_API_BASE", openai_server.api_base)
    return ("game=tic_tac_toe", "agents=[llm,random]", "matches=2", "model.name=openai/any",
            f"model.api_base={openai_server.api_base}", "agent.llm.observation=described",
            "agent.llm.describer=openai/gpt-4o")


@pytest.mark.usefixtures("without_report")
def test_descriptions_are_sent_logged_counted_and_cached(words, openai_server, tmp_path):
    assert play_here(tmp_path, *words) == 0
    check_texts(tmp_path)
    calls = [call for record in read_records(tmp_path) for call in record.calls]
    described = [call for call in calls if call.purpose == "description"]
    assert {call.model for call in described} == {"openai/gpt-4o"}
    assert {call.model for call in calls if call not in described} == {None}
    assert len(described) == len([call for call in calls if call.purpose == "move" and not call.nudges])
    pictures = [part["image_url"]["url"] for received in openai_server.received if received.payload["model"] == "gpt-4o"
                for part in received.payload["messages"][0]["content"] if part["type"] == "image_url"]
    # Equal positions are described once, whichever match they are in.
    assert len(pictures) == len({*pictures}) == len([call for call in described if not call.cached])
    texts = [received.payload["messages"][-1]["content"] for received in openai_server.received
             if received.payload["model"] == "any"]
    assert all('"Some marks on a board."' in text for text in texts)
    assert read_ledgers(tmp_path).requests == len(openai_server.received)
    seat = next(seat for seat in read_records(tmp_path)[0].seats if seat.agent == "llm")
    assert (seat.params["observation"], seat.params["describer"]) == ("described", "openai/gpt-4o")
    asked = len(openai_server.received)
    assert play_here(tmp_path / "again", *words) == 0
    assert len(openai_server.received) == asked


@pytest.mark.usefixtures("without_report")
def test_descriptions_count_towards_the_budget(words, openai_server, tmp_path):
    assert play_here(tmp_path, *words, "budget.calls=3") == 3
    assert [received.payload["model"] for received in openai_server.received].count("gpt-4o") >= 1
    assert len(openai_server.received) == 3


@pytest.mark.usefixtures("without_report")
def test_a_describer_that_refuses_is_not_asked_in_every_match(words, openai_server, tmp_path):
    openai_server.reply = lambda payload: error(400, "no pictures, please")
    assert play_here(tmp_path, *words, "matches=6", "model.concurrency=1") == 3
    assert [received.payload["model"] for received in openai_server.received] == ["gpt-4o"]


@pytest.mark.usefixtures("without_report")
def test_an_offline_model_may_play_from_descriptions(words, openai_server, tmp_path):
    assert play_here(tmp_path, *words, "model.name=offline/random", "model.api_base=null") == 0
    assert {received.payload["model"] for received in openai_server.received} == {"gpt-4o"}


@pytest.mark.parametrize("describer", ["null", "offline/random"])
def test_a_run_without_a_model_that_describes_is_refused(tmp_path, capfd, describer):
    words = ("game=tic_tac_toe", "agents=[llm,random]", "agent.llm.observation=described",
             f"agent.llm.describer={describer}")
    assert play_here(tmp_path, *words) == 2
    assert "name a model that takes pictures" in capfd.readouterr().err


@pytest.fixture
def _drawn(monkeypatch):
    draw_boards(monkeypatch)


def decision(*actions: int) -> Decision:
    return decision_at("tic_tac_toe", *actions)


def pixels(image: str) -> list[int]:
    with Image.open(io.BytesIO(base64.b64decode(image))) as picture:
        return list(picture.tobytes())


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
