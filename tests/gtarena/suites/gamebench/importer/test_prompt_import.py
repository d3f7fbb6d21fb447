"""The checkout here is made up: the published structure, and none of the published words."""

import asyncio

import pytest

import adapters
from adapters.replies.published.gamebench import read
from gtarena.agents.base import Decision, Move, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.schemes import make_scheme
from gtarena.agents.llm.settings import LlmSettings, wording_digest
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.suites.gamebench.importer.game_texts import PUBLISHED
from gtarena.suites.gamebench.importer.prompt_import import import_prompts
from tests.support.gamebench_checkout import AGENT, SEA_BATTLE, TRICKY, make_checkout
from tests.support.gamebench_search import MadeUpModel, our_search
from tests.support.playouts import decision_points, load
from tests.support.scripted import ScriptedModel

GAMES = {"pit": "pit(trades=open,max_turns=12,max_hands=2)", "codenames": "codenames(rows=3,columns=7)",
         "hive_without_beetles": "hive_without_beetles(decisions=2,max_turns=12)"}
LEFT = "'move left then shoot left'"


@pytest.fixture(scope="module", autouse=True)
def _imported(tmp_path_factory):
    root = tmp_path_factory.mktemp("gamebench")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GTARENA_PROMPTS", str(root / "prompts"))
        lines = list(import_prompts(make_checkout(root / "checkout"), root / "prompts"))
        assert lines == [f"wrote wordings of {', '.join(PUBLISHED)} to {root / 'prompts'}; choose them with "
                         "prompt=published"]
        yield


@pytest.mark.parametrize("name", [name for name in PUBLISHED if name != "arctic_scavengers"])  # which asks for lists
def test_keys_are_read_as_moves_and_all_moves_have_a_key(name):
    game = GAMES.get(name, name)
    adapter = adapters.for_game(load(game))
    points = list(decision_points(game, 3))
    for state, player in points[::max(len(points) // 8, 1)]:
        _, *lines = adapter.block(name, "published", "reader", state, player).splitlines()
        keys = [line.partition("\t")[0] for line in lines if "\t" in line]
        opened = [line for line in lines if "\t" not in line]
        shown = adapter.prompt(state, player, "published")[1]["content"]
        assert shown.endswith(f"One of:\n{keys}\nor of:\n{opened}")
        assert len(set(keys)) == len(keys)
        moves = {read(repr({"action": key}), adapter.view, state, player, *lines).actions[0]
                 for key in keys if f"{key}\t?" not in lines}
        spec = adapter.view.action_spec(state, player)
        assert bool(opened) == bool(spec is not None and spec.texts)
        assert opened or moves == {action for action in state.legal_actions(player)
                                   if adapter.view.names(state, player, action)}  # without other ids of one move


def chat_of(scheme, *replies):
    """Returns the chats of the calls for a decision in Sea Battle, and the response."""
    adapter = adapters.for_game(load("sea_battle"))
    state, player = next(decision_points("sea_battle", 0))
    model = ScriptedModel(*replies)
    settings = LlmSettings(prompt="published", scheme=make_scheme(scheme, {}), policy="random")
    agent = LlmAgent(Seating(adapter.game, player, 1), model, settings, InMemoryTexts())
    response = asyncio.run(agent.act(Decision(state, player, adapter, len(state.history()))))
    return [[(turn["role"], turn["content"]) for turn in request.messages] for request in model.requests], response


def test_the_chat_has_the_programs_texts_and_nothing_else():
    [[system, (role, asked)]], response = chat_of("single", "{'action': " + LEFT + "}")
    assert (system, role) == (("system", "Be good."), "user")
    assert asked.startswith(f'Game The game: All of it. {TRICKY}\nTopics:\n{{\n    "H1": "One"')
    assert "\nSeen:\nThe sea.\nMine: (" in asked
    assert "\nTo do:\nSail.\nForm: {key}.\nKeys:\n['move left then shoot left', " in asked
    assert asked.endswith("Ask away.\n\nOne of:\n" + asked.split("Keys:\n")[1].split("\n")[0] + "\nor of:\n[]")
    assert isinstance(response, Move)


@pytest.mark.parametrize(("scheme", "question"), [
    ("think_then_answer", "Ask away.\nMuse aloud."), ("babble_and_prune", f"Ask away.\n\nThree, of:[{LEFT}, ")])
def test_a_thought_is_asked_for_and_then_the_move_in_the_same_chat(scheme, question):
    first, second = chat_of(scheme, "Hm.", "{'action': " + LEFT + "}")[0]
    assert question in first[-1][1]
    assert "One of:" not in first[-1][1]
    assert second[:3] == [*first, ("assistant", "Hm.")]
    assert second[3][1].startswith("\nOne of:\n[" + LEFT)
    assert len(second) == 4


@pytest.mark.parametrize(("reply", "answer"), [
    ('{"action": "Explain(H2)"}', "Of two."), ('{"action": "Explain(H9)"}', "No such topic."),
    ('{"action": "Explain(' + LEFT[1:-1] + ')"}', "To move left, left."), ('{"action": 5}', "No such topic."),
    ('{"action": "row"}', "row? Have:\n[" + LEFT), ("Row!", None)])
def test_every_reply_without_a_move_is_answered_as_the_program_does_and_takes_a_try(reply, answer):
    calls, response = chat_of("single", reply, reply, reply)
    assert len(calls) == 3
    assert isinstance(response, Move)
    assert [call.failure is None for call in response.calls] == [False] * 3
    after = calls[2][2:]
    assert [role for role, _ in after] == (["assistant"] * 2 if answer is None else ["assistant", "user"] * 2)
    assert answer is None or after[1][1].startswith(answer)


def searched(name):
    adapter, model = adapters.for_game(load(name)), MadeUpModel("One", "word,1 ")
    state, player = next(decision_points(name, 0))
    return our_search(model, adapter, state, player), model.calls


def test_a_search_asks_the_programs_questions_in_its_order():
    response, calls = searched("sea_battle")
    assert isinstance(response, Move)
    (count, [(_, asked), (role, listed), question]), *_ = calls
    assert (count, role, question) == (5, "assistant", ("user", "Number?"))
    assert asked.startswith(f"Game The game: All of it. {TRICKY} Ask rule(<topic>): One, Two. \nAt: The sea.\nMine: (")
    assert asked.endswith("\nSail.\nList.")
    lines = listed.splitlines()
    assert lines[0] == "0. move left then shoot left: To move left, left."
    assert len(lines) == 8
    assert [(number, chat[1:]) for number, chat in calls[1:9]] == [
        (2, [("assistant", line[3:]), ("user", "Good?")]) for line in lines]
    assert calls[9][1][-1][1].endswith("Name <others>.")


def test_a_search_answers_what_asks_for_a_topic_and_puts_the_programs_text_for_what_cannot_be_read():
    calls = [chat for name in ("sea_battle", "codenames") for _, chat in searched(name)[1]]
    said = {text for chat in calls for _, text in chat}
    assert [("assistant", "rule(One) please"), ("user", "Of one.")] in [chat[-2:] for chat in calls]
    assert "Others unknown." in said
    assert any("At: State unknown.\n" in text for text in said)


def test_a_search_first_asks_for_the_text_of_an_open_ended_action_and_searches_it_alone():
    _, calls = searched("codenames")
    assert [text for _, text in calls[0][1][1:]] == ["submit_clue: Say word,number", "Say it."]
    count, chat = next(call for call in calls if call[0])
    assert (count, chat[1][1][:27]) == (1, "0. submit_clue: word,1 <sta")
    assert not any(text.startswith("1. ") for text in chat[1][1].splitlines()[:1])


def test_reasoning_via_planning_refuses_a_whole_chat_without_its_questions(tmp_path, monkeypatch):
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path))
    (tmp_path / "pit").mkdir()
    (tmp_path / "pit" / "published.jinja").write_text('{% block turns %}{{ turn("user") }}Play.{% endblock %}')
    settings = LlmSettings(prompt="published", scheme=make_scheme("rap", {}))
    with pytest.raises(UsageError, match=r"^scheme=rap makes its own chats, and prompt=published of pit .* ask_state"):
        wording_digest(adapters.for_game(load("pit")), settings)


def test_a_game_whose_texts_are_missing_is_left_out_and_reported(tmp_path):
    checkout = make_checkout(tmp_path / "checkout")
    (checkout / "games" / "pit" / "pit.py").write_text("s = 1")
    (checkout / "games" / "sea_battle.py").write_text(SEA_BATTLE.replace("move left", "dive"))
    lines = list(import_prompts(checkout, tmp_path / "out"))
    assert lines[0] == "sea_battle: not imported: sea_battle.py offers 'dive then shoot left', which is no order"
    assert lines[1].startswith("pit: not imported: games/pit/pit.py assigns 0 texts to action_id")
    assert not (tmp_path / "out" / "pit").exists()
    assert lines[-1] == f"set GTARENA_PROMPTS={tmp_path / 'out'} to use them"
    (checkout / "agents" / "gpt.py").write_text(AGENT.replace("error_message", "message"))
    with pytest.raises(UsageError, match=r"^no wording in .* could be imported$"):
        list(import_prompts(checkout, tmp_path / "other"))
    with pytest.raises(UsageError, match=r"is not a checkout of GameBench: it has no file agents/gpt\.py$"):
        next(import_prompts(tmp_path, tmp_path / "out"))
