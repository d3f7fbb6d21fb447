"""The checkouts here are made up: the published format and file names, and none of the published text."""

import asyncio
import json
import random
import re
from functools import cache

import pytest

import adapters
from adapters import ReplyError
from adapters.rendering import templates
from gtarena.agents.base import Decision, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.nudges import nudge
from gtarena.agents.llm.settings import LlmSettings
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.suites.gamma_bench.importer.prompt_import import import_prompts
from tests.support.named_games import after
from tests.support.planned_runs import planned
from tests.support.published_program import CHECKOUT, NEVER_RUN, PROGRAMS
from tests.support.scripted import ScriptedModel

VERSIONS = [f"gamabench_v{number}" for number in range(1, 6)]
REPLIES = {"guess_two_thirds": '{"chosen_number": 7}', "battle_royale": '{"target": null, "action": "miss"}',
           "pirate_game": '{"proposal": [98, 1, 1]}'}
MADE = "{# Made from a checkout of gamma-Bench by gtarena import prompts. #}\n"
PHRASES = {1: "Muse {{ 1 }}.", 2: "Muse twice."}
ROLES = {1: "You are a {% miller %}.", 2: "You are a smith.", 3: "You are a baker."}
TRICKY = 'As it is: {{ 7 * 7 }} {% raw %} {# no #} {"k": "v"} }} é.'


def inputs(count):
    return " ".join(f"{number}=[!<INPUT {number}>!]" for number in range(count))


def body(name, version, count, own=None):
    text = f"{name} {version} {inputs(count)}"
    if name == "description":
        text += f"\n{TRICKY}"
    if own is None:
        return text
    return f'{text}\n<part>///</part>\n{{"own": "!<INPUT {own}>!"}}\n<part>///</part>\nSo it went.'


def make_checkout(root):
    (root / "games").mkdir(parents=True)
    for folder, source, files in CHECKOUT.values():
        (root / "games" / f"{folder}.py").write_text(NEVER_RUN + source)
        (root / "prompt_template" / folder).mkdir(parents=True)
        for name, counts in files.items():
            for version in ("v1", "v2", "v3", "v4", "v5"):
                path = root / "prompt_template" / folder / f"{name}_{version}.txt"
                head = f"{path.name}\n\n!<INPUT 0>! -- a meaning\n\n<commentblockmarker>###</commentblockmarker>\n\n"
                path.write_text(head + body(name, version, *counts) + "\n", encoding="utf-8")
    for kind, texts in (("cot", PHRASES), ("role", ROLES)):
        (root / "prompt_template" / f"{kind}_prompts").mkdir()
        for number, text in texts.items():
            path = root / "prompt_template" / f"{kind}_prompts" / f"{kind}{number}.txt"
            path.write_text(f"{kind} {number}\n\n<commentblockmarker>###</commentblockmarker>\n\n{text}\n")
    return root


def scatter_placeholders(checkout):
    """Gives every placeholder a line of its own, the last first, with blank lines and blanks around it."""
    for path in (checkout / "prompt_template").glob("*/*_v1.txt"):
        text = path.read_text(encoding="utf-8")
        places = " ".join(re.findall(r"\d=\[!<INPUT \d>!\]", text))
        lines = [f"!<INPUT {number}>!" for number in reversed(re.findall(r"<INPUT (\d)>", places))]
        head, marker, rest = text.rpartition("###</commentblockmarker>")
        own_lines = "\n\n  ".join(lines)
        path.write_text(f"{head}{marker}\n\n{own_lines} \n\n\n\tThat's {rest.replace(places, 'it')}", encoding="utf-8")


@pytest.fixture(scope="module")
def import_once(tmp_path_factory):
    """Imports a checkout for tests that change nothing in it; returns the checkout and the folder of its prompts."""
    @cache
    def import_layout(layout):
        folder = tmp_path_factory.mktemp("imported")
        checkout = make_checkout(folder / "checkout")
        if layout == "scattered":
            scatter_placeholders(checkout)
        imported(checkout, folder / "own")
        return checkout, folder / "own"

    return import_layout


@pytest.fixture
def published(import_once, monkeypatch):
    """An imported checkout, which is only read, as are its prompts."""
    checkout, prompts = import_once("in line")
    monkeypatch.setenv("GTARENA_PROMPTS", str(prompts))
    return checkout


@pytest.fixture
def checkout(tmp_path):
    return make_checkout(tmp_path / "checkout")


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path / "own"))
    return tmp_path / "own"


def rewrite(path, old, new):
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def imported(checkout, out):
    """Imports, and returns the lines about wordings."""
    return [line for line in import_prompts(checkout, out) if "; choose one with agent." not in line]


def left(state, player, reply=None, **settings):
    """Returns the chat that leaves for a model that is asked as published, apart from these settings."""
    reply = reply or REPLIES[state.get_game().get_type().short_name]
    model, published = ScriptedModel(reply, reply), {"reasoning": "none", "prompt": "gamabench_v1", "memory": "reports"}
    agent = LlmAgent(Seating(state.get_game(), player, 1), model, LlmSettings(**published | settings), InMemoryTexts())
    decision = Decision(state, player, adapters.for_game(state.get_game()), len(state.full_history()))
    given = asyncio.run(agent.act(decision))
    assert [call.failure for call in given.calls] == [None]
    (request,) = model.requests
    ours = settings.get("prompt") == "v1" or settings.get("reasoning") == "cot1"
    assert (request.schema is not None) == ours  # what was published is sent as it was
    return list(request.messages)


def chat(state, player, version="gamabench_v1"):
    return adapters.for_game(state.get_game()).chat(state, player, version)


# A state of each game and a player, and the values by place that its rules, its last report and its request tell.
TOLD = [
    (after("guess_two_thirds(players=3,rounds=4)", [10, 20, 60]), 1, ["3", "4", "0", "100", "2/3", ""],
     ["1", "30", "2/3", "20.00", "20", "20", "Yes!"], ["2", "2/3", "0", "100", 'Say: {"chosen_number": "0_to_100"}']),
    (after("guess_two_thirds(players=2,rounds=3,low=1,high=9,ratio=1.0)", [0, 5]), 0,
     ["2", "3", "1", "9", "100.0%", ""], ["1", "3.5", "100.0%", "3.50", "1", "1", "Yes!"],
     ["2", "100.0%", "1", "9", 'Say: {"chosen_number": "1_to_9"}']),
    (after("el_farol(players=4,rounds=3,capacity=0.5,fun=9,crowded=-1,home=2)", [1, 1, 1, 0]), 0,
     ["4", "3", "50%", "9", "-1", "2", ""], ["1", "3", "1", "4", "many", "awful", "50%", "go", "-1"],
     ["2", "50%", 'Say: {"decision": "go_or_stay"}']),
    (after("el_farol(players=4,rounds=3,capacity=0.5,home=2)", [1, 1, 1, 0]), 3,
     ["4", "3", "50%", "10", "0", "2", ""], ["1", "stay", "2"], ["2", "50%", 'Say: {"decision": "go_or_stay"}']),
    (after("divide_dollar(players=3,rounds=2,gold=10)", [4, 4, 3]), 2,
     ["3", "2", "10", ""], ["1", "3", "11", "is too much", "10", "0"], ["2", "10", 'Say: {"bid_amount": "up_to_10"}']),
    (after("public_goods(players=4,rounds=2,multiplier=1.5)", [1, 2, 3, 4]), 1,
     ["4", "2", "1.5", ""], ["1", "[1, 2, 3, 4]", "2", "10", "1.75", "21.75", "[22.75, 21.75, 20.75, 19.75]"],
     ["2", "20", 'Say: {"tokens_contributed": "up_to_20"}']),
    (after("diners_dilemma(players=4,rounds=2)", [0, 0, 0, 1]), 3, ["4", "2", "20", "20", "10", "15", ""],
     ["1", "1", "3", "1 * 20 + 3 * 10 = 50", "12.5", "costly", "20 - 50/4 = 7.50"],
     ["2", 'Say: {"chosen_dish": "one_or_other"}']),
    # The values 6 and 0, bids of 5 and 1, then the values 3 and 6.
    (after("sealed_bid_auction(players=2,rounds=2,max_value=6,value_step=3,price=second)", 2, 0, [5, 1], 1, 2), 0,
     ["2", "2", "second highest bid", ""], ["1", "6", "5", "5", "1", "first", "5"],
     ["2", "3", 'Say: {"bid": "up_to_3"}']),
    # Rank 1 wants all 5, and nobody else does.
    (after("pirate_game(players=3,gold=5)", 5, 0, 0, [0, 0, 0]), 1,
     ["3", "5", "2", ""],
     ["1-st", "{'1-th': 5, '2-th': 0, '3-th': 0}", "1", "3", "reject", "Too few", "Rank 1-st swims."],
     ["2", "5", 'Say: {"proposal": {"2-th": "x", ..., "3-th": "x"}}']),
    # Then rank 2 keeps 4, and rank 3 is to vote.
    (after("pirate_game(players=3,gold=5)", 5, 0, 0, [0, 0, 0], 4, 1), 2,
     ["3", "5", "3", ""],
     ["1-st", "{'1-th': 5, '2-th': 0, '3-th': 0}", "1", "3", "reject", "Too few", "Rank 1-st swims."],
     ["2", "{'2-th': 4, '3-th': 1}", "1", 'Say: {"decision": "yes_or_no"}']),
]


def values(text):
    return re.findall(r"\d=\[(.*?)\](?= \d=\[|$)", text, re.MULTILINE)


@pytest.mark.parametrize(("state", "player", "rules", "report", "asked"), TOLD)
def test_every_placeholder_shows_what_the_published_code_puts_there(state, player, rules, report, asked, published):
    for version in VERSIONS:
        system, told, answer, outcome, turn = (message["content"] for message in chat(state, player, version))
        assert [values(system), values(told), values(turn)] == [rules, report, asked], version
        assert json.loads(answer)["own"] in report
        assert outcome == "So it went."
        number = version.removeprefix("gamabench_")
        assert all(re.match(rf"\w+ {number} ", text) for text in (system, told, turn))


def test_a_chat_has_the_published_turns_alone_with_the_text_as_it_is_and_a_prompt_has_them_in_one(published):
    assert chat(after("el_farol"), 0)[0]["content"].splitlines()[1] == TRICKY
    assert chat(after("divide_dollar(players=2,rounds=2,gold=5)", [2, 3]), 1)[1:] == [
        {"role": "user", "content": "report v1 0=[1] 1=[3] 2=[5] 3=[fits] 4=[5] 5=[3]"},
        {"role": "assistant", "content": '{"own": "3"}'},
        {"role": "user", "content": "So it went."},
        {"role": "user", "content": 'request v1 0=[2] 1=[5] 2=[Say: {"bid_amount": "up_to_5"}]'}]
    state = after("divide_dollar(players=2,rounds=2,gold=5)", [2, 3])
    system, turn = adapters.for_game(state.get_game()).prompt(state, 1, "gamabench_v4")
    assert system["content"].startswith("description v4 0=[2] 1=[2] 2=[5] 3=[]")
    assert turn["content"].splitlines() == [
        "report v4 0=[1] 1=[3] 2=[5] 3=[fits] 4=[5] 5=[3]", '{"own": "3"}', "So it went.", "",
        'request v4 0=[2] 1=[5] 2=[Say: {"bid_amount": "up_to_5"}]']


# The instruction and the persona, and the phrase and the role that the published program is started with.
ASKED = [
    ({}, "", ""),
    ({"reasoning": "gamabench_cot1"}, PHRASES[1], ""),
    ({"persona": "gamabench_role3"}, "", ROLES[3]),
    ({"persona": "gamabench_role1", "reasoning": "gamabench_cot2"}, PHRASES[2], ROLES[1])]


@pytest.mark.parametrize("layout", ["in line", "scattered"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_chat_that_leaves_is_the_published_programs_message_for_message(program, layout, import_once, monkeypatch):
    checkout, prompts = import_once(layout)
    monkeypatch.setenv("GTARENA_PROMPTS", str(prompts))
    for settings, phrase, role in ASKED:
        sent = list(program(checkout, role=role, phrase=phrase).sent(random.Random(program.GAME)))
        assert len(sent[-1].chat) > 6
        for asked in sent:
            state = after(program.GAME, *asked.moves)
            assert left(state, asked.player, asked.reply, **settings) == asked.chat


def test_turns_alternate_if_they_are_to_and_published_phrases_and_roles_serve_other_wordings(published):
    state = after("guess_two_thirds(players=3,rounds=4)", [10, 20, 60], [0, 0, 3])
    apart, merged = left(state, 1), left(state, 1, turns="merged")
    assert [turn["role"] for turn in apart] == ["system", *["user", "assistant", "user"] * 2, "user"]
    assert [turn["role"] for turn in merged] == ["system", *["user", "assistant"] * 2, "user"]
    assert merged[3]["content"] == f"{apart[3]['content']}\n\n{apart[4]['content']}"
    _, turn = left(after("pirate_game(players=3)"), 0, reasoning="gamabench_cot1")
    assert turn["content"] == 'request2 v1 0=[1] 1=[100] 2=[{"explanation": "musings", "proposal": "1"}]'
    state = after("guess_two_thirds(players=3)")
    plain, thinking = left(state, 0)[-1]["content"], left(state, 0, reasoning="cot1")[-1]["content"]
    assert thinking.startswith(f"{plain}\n\n")
    assert "step by step" in thinking.removeprefix(plain)
    rules, turn = left(
        after("guess_two_thirds(players=3)"), 0, prompt="v1", reasoning="gamabench_cot2", persona="gamabench_role3")
    assert rules["content"].startswith("You are a baker.\n\n")
    assert turn["content"].endswith("\n\nMuse twice.")


def test_phrases_and_roles_are_told_with_their_settings_and_what_is_missing_and_stand_in_front_without_a_place(
        checkout, own):
    assert list(import_prompts(checkout, own))[1:] == [
        f"wrote gamabench_cot1, gamabench_cot2 to {own}/reasoning; choose one with agent.llm.reasoning=gamabench_cot1",
        f"wrote gamabench_role1, gamabench_role2, gamabench_role3 to {own}/persona; choose one with "
        "agent.llm.persona=gamabench_role1"]
    assert {"gamabench_cot1", "gamabench_cot2"} <= set(templates.list_versions("reasoning"))
    (checkout / "prompt_template" / "role_prompts" / "role1.txt").write_text("No header.")
    for path in (checkout / "prompt_template" / "cot_prompts").iterdir():
        path.unlink()
    first, second, third = list(import_prompts(checkout, own))[1:]
    assert first == "reasoning: nothing imported from prompt_template/cot_prompts"
    assert second.startswith("persona: role1 not imported: ")
    assert second.endswith("role1.txt has no line <commentblockmarker>###</commentblockmarker>")
    assert third.startswith("wrote gamabench_role2, gamabench_role3 to ")
    rewrite(checkout / "prompt_template" / "guessing_game" / "description_v1.txt", " 5=[!<INPUT 5>!]", "")
    imported(checkout, own)
    rules = left(after("guess_two_thirds(players=3)"), 0, persona="gamabench_role3")[0]["content"]
    assert rules.startswith("You are a baker.\n\ndescription v1 0=[3]")


TABLE_8 = {"llm": ("none", None), "cot": ("gamabench_cot1", None), "cooperative": ("none", "gamabench_role1"),
           "selfish": ("none", "gamabench_role2"), "mathematician": ("none", "gamabench_role3")}


@pytest.mark.parametrize("agent", TABLE_8)
def test_the_experiment_asks_as_published_with_each_phrase_and_role_of_table_8(agent, published):
    specs = planned("+experiment=published_reasoning", f"agents=[{agent}]")
    assert {spec.game for spec in specs} == set(CHECKOUT)
    assert {(seat.params["reasoning"], seat.params["persona"], seat.params["prompt"], seat.params["memory"])
            for spec in specs for seat in spec.seats} == {(*TABLE_8[agent], "gamabench_v1", "reports")}


@pytest.mark.parametrize("game", CHECKOUT)
def test_a_nudge_shows_the_keys_of_the_published_form_and_after_a_phrase_an_explanation(game, published):
    state = after(f"{game}(players=3)", *([0, 1, 2] if game == "sealed_bid_auction" else []))
    decision = Decision(state, 0, adapters.for_game(state.get_game()), 0)
    plain, aloud = decision.reply_form("gamabench_v1"), decision.reply_form("gamabench_v1", phrase="Muse.")
    keys = [key.key for key in plain.keys]
    for form, shown in ((plain, keys), (aloud, ["explanation", *keys])):
        text = nudge(decision, form, ReplyError("empty", "Well?"), random.Random(0))["content"]
        (example,) = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        assert list(example) == shown
        assert decision.parse(json.dumps(example))
    assert all(f'"{key}"' in chat(state, 0)[-1]["content"] for key in keys if game != "battle_royale")


LINE = '{\n"1st in line": "player_0",\n"rate": "30 in 100"\n},\n{\n"2nd in line": "player_1",\n"rate": "60 in 100"\n}'


def test_battle_royale_tells_who_began_and_the_shooter_its_own_action_before_what_all_are_told(published):
    rules = chat(after("battle_royale(players=3,lowest_rate=30,rate_step=30)", 2, 1), 1)[0]["content"]
    last = ',\n{\n"3rd in line": "player_2",\n"rate": "90 in 100"\n}'
    assert rules.startswith(f"description v1 0=[3] 1=[[\n{LINE}{last}\n]] 2=[player_1] 3=[60] 4=[2] 5=[]")
    # player_0 hits player_2, and player_1 misses on purpose.
    state = after("battle_royale(players=3,lowest_rate=30,rate_step=30,max_shots=5)", 2, 1, 3)
    told = [message["content"] for message in chat(state, 0)][1:]
    assert told == [
        "report2 v1 0=[1] 1=[shoot] 2=[2] 3=[You aimed at 2, who fell.] 4=[2]",
        '{"own": "2"}',
        "So it went.",
        "report v1 0=[1] 1=[player_0] 2=[aimed at 2, who fell: 2.] 3=[2]",
        "report v1 0=[2] 1=[player_1] 2=[fired into the air.] 3=[2]",
        f'request v1 0=[3] 1=[[\n{LINE}\n]] 2=[player_0] 3=[30] 4=[1] 5=[Say: {{"target": "whom"}}]']
    own_miss = chat(state, 1)[2]["content"]
    assert own_miss == "report2 v1 0=[2] 1=[miss] 2=[null] 3=[Into the air you fired.] 4=[2]"


@pytest.mark.parametrize("game", ["guess_two_thirds", "el_farol", "divide_dollar", "public_goods", "diners_dilemma"])
def test_a_hidden_number_of_rounds_is_not_told(game, published):
    seven, nine = (chat(after(f"{game}(players=3,horizon=hidden,rounds={rounds})"), 0) for rounds in (7, 9))
    assert seven == nine
    assert " 1=[several] " in seven[0]["content"]


PLEASE = [("el_farol", '{"decision": "go"}', [1]), ("divide_dollar", '{"bid_amount": "7"}', [7]),
          ("guess_two_thirds", '{"chosen_number": "35"}', [35]), ("diners_dilemma", '{"chosen_dish": "Costly"}', [1]),
          ("public_goods", '{"tokens_contributed": 3}', [3]),
          ("battle_royale", '{"action": "miss", "target": null}', [10]),
          ("battle_royale", '{"action": "shoot", "target": "player_4"}', [4]),
          ("pirate_game(players=3)", '{"proposal": {"1-th": "98", "2-th": "1", "3-th": "1"}}', [98, 1, 1]),
          ("pirate_game(players=3)", '{"proposal": {"1-st": 98, "2-nd": 1, "3-rd": 1}}', [98, 1, 1])]


@pytest.mark.parametrize(("game", "reply", "actions"), PLEASE)
def test_replies_in_the_published_form_are_understood(game, reply, actions):
    state = after(game)
    assert adapters.for_game(state.get_game()).parse(reply, state, 0) == actions


def test_a_missing_file_leaves_out_its_version_only(checkout, own):
    (checkout / "prompt_template" / "bar_game" / "report_implicit_v3.txt").unlink()
    lines = imported(checkout, own)
    assert lines[0].startswith("el_farol: v3 not imported: ")
    assert "report_implicit_v3.txt cannot be read: No such file" in lines[0]
    assert lines[1:] == [f"wrote 39 wordings to {own}; choose one with prompt=gamabench_v1 to v5 (published is v1)"]
    state = after("el_farol")
    adapter = adapters.for_game(state.get_game())
    assert adapter.chat(state, 0, "published") == adapter.chat(state, 0, "gamabench_v1")
    in_prose = 'I say {"decision": "go"}'
    assert adapter.parse(in_prose, state, 0, "gamabench_v1") == [1]
    with pytest.raises(ReplyError):  # the program takes nothing but JSON
        adapter.parse(in_prose, state, 0, "published")
    assert "gamabench_v3" not in templates.list_versions("el_farol")


@pytest.mark.parametrize(("text", "told"), [
    ("No header at all", "has no line <commentblockmarker>###</commentblockmarker>"),
    ("<commentblockmarker>###</commentblockmarker> a <part>///</part> b", "has 2 parts instead of 1"),
    ("<commentblockmarker>###</commentblockmarker> !<INPUT 3>!", "has a placeholder above !<INPUT 2>!")])
def test_a_file_in_another_format_leaves_out_its_version_only(text, told, checkout, own):
    (checkout / "prompt_template" / "divide_dollar" / "request_v2.txt").write_text(text)
    line, last = imported(checkout, own)
    assert line.startswith("divide_dollar: v2 not imported: ")
    assert line.endswith(f"request_v2.txt {told}")
    assert last.startswith("wrote 39 wordings")


@pytest.mark.parametrize(("source", "told"), [
    ("def", "bar_game.py is not Python: "),
    ("output_format = f'{{}}'", "bar_game.py assigns 0 texts to number_msg instead of 2"),
    ("x = " + "-" * 100_000 + "1", "bar_game.py is nested too deeply, or is too large, to be read"),
    ("output_format = f'{os.environ}'", "bar_game.py has os.environ in a text, which is not supported"),
    ("x = 1\n" * 200_000, "bar_game.py is larger than 1,000,000 bytes, unlike any published file"),
], ids=["syntax", "no texts", "depth", "expression", "size"])
def test_code_without_the_texts_that_belong_into_the_files_leaves_out_its_game_only(source, told, checkout, own):
    (checkout / "games" / "bar_game.py").write_text(source)
    line, last = imported(checkout, own)
    assert line.startswith("el_farol: not imported: ")
    assert told in line
    assert last.startswith("wrote 35 wordings")


def test_a_file_that_was_not_imported_is_kept_and_told(checkout, own):
    mine = own / "el_farol" / "gamabench_v2.jinja"
    mine.parent.mkdir(parents=True)
    mine.write_text("My own.")
    line, last = imported(checkout, own)
    assert line == f"el_farol: v2 not imported: {mine} was not made by gtarena import prompts and is kept"
    assert mine.read_text() == "My own."
    assert last.startswith("wrote 39 wordings")


def test_all_games_get_five_versions_which_are_replaced_by_importing_again_but_not_the_target_of_a_link(
        checkout, own, tmp_path):
    assert imported(checkout, own) == [
        f"wrote 40 wordings to {own}; choose one with prompt=gamabench_v1 to v5 (published is v1)"]
    for game in CHECKOUT:
        assert [version for version in templates.list_versions(game) if version.startswith("gamabench")] == VERSIONS
        assert all(templates.find(game, version).tells_rounds for version in VERSIONS)
    imported(checkout, own)
    target = own / "el_farol" / "gamabench_v2.jinja"
    assert target.read_text().startswith(MADE)
    rewrite(checkout / "prompt_template" / "bar_game" / "description_v2.txt", "description v2", "another text")
    assert imported(checkout, own)[-1].startswith("wrote 40 wordings")
    assert "another text" in target.read_text()
    target = tmp_path / "target"
    target.write_text(MADE)
    link = own / "el_farol" / "gamabench_v1.jinja"
    link.unlink()
    link.symlink_to(target)
    imported(checkout, own)
    assert target.read_text() == MADE
    assert not link.is_symlink()


def test_folders_are_refused_with_what_they_lack_or_told_where_they_are_not_found(checkout, own, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    assert imported(checkout, elsewhere)[-1] == f"set GTARENA_PROMPTS={elsewhere} to use them"
    with pytest.raises(UsageError, match=r"it has no directory prompt_template and no directory games$"):
        imported(tmp_path, tmp_path / "own")
    (tmp_path / "games").mkdir()
    with pytest.raises(UsageError, match=r"is not a checkout of gamma-Bench: it has no directory prompt_template$"):
        imported(tmp_path, tmp_path / "own")
    for path in (checkout / "games").iterdir():
        path.unlink()
    lines = import_prompts(checkout, own)
    assert [next(lines).split(":")[0] for _ in CHECKOUT] == list(CHECKOUT)
    with pytest.raises(UsageError, match=r"^no wording in .* could be imported$"):
        next(lines)
