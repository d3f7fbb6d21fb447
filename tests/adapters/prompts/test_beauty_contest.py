import re

import pytest

import adapters
from adapters import ReplyError
from adapters.struct_views import StructView
from gtarena.models import offline
from tests.support.named_games import after, loaded, prompt_text

NAME = "beauty_contest"
VERSIONS = ("equal", "rational", "v1", "v2")
every_version = pytest.mark.parametrize("version", VERSIONS)
SETTING = "players=4,upper=70,ratio=1.25,prize=3.5,grid=0.5,runs=9"
BREAK = 141  # 70 is action 140
# The numbers 1, 2, 3 and 6 have the mean 3, so that the target is 3.75.
ONE_RUN = [2, 4, 6, 12]


def told(game_string, *moves, player=2, version="v1"):
    return prompt_text(after(game_string, *moves), player, version)


def test_there_are_two_wordings_two_that_tell_of_the_others_and_a_short_form_for_thinking_first():
    assert loaded(NAME).versions() == ["cot", *VERSIONS]


def test_the_short_form_tells_that_the_others_are_rational_and_asks_for_the_two_numbers_alone():
    short, full = (told(f"{NAME}({SETTING})", version=version) for version in ("cot", "rational"))
    form = '{"popular answer": <the number that the others are most likely to choose>, "answer": <move>}'
    assert form in short.splitlines()
    assert "understanding" in full
    assert "understanding" not in short
    assert short.split("End your reply")[0] == full.split("End your reply")[0]


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["There are 4 players, including you", "one round", "from 0 to 70, both included", "closest to 5/4 of the",
            "the nearest multiple of 0.5", "prize of 3.5 points", "share the prize", "Your second goal"]),
    ("v2", ["Players: 4, including you", "Rounds: 1", "from 0 to 70, both included", "closest to 5/4 of the average",
            "the nearest multiple of 0.5", "Prize: 3.5 points", "share the prize", "Second: as large a prize"]),
])
def test_the_rules_tell_players_rounds_bound_ratio_grid_and_prize(version, facts):
    text = told(f"{NAME}({SETTING})", version=version)
    for fact in facts:
        assert fact in text
    assert not re.search(r"\b(100|5 players|2/3)\b", text)


@every_version
def test_the_bound_that_chance_drew_is_told(version):
    text = told(f"{NAME}(group=M,grid=1.0)", 17, version=version)
    assert "117" in text
    assert "Legal moves: 0..117" in text.splitlines()
    assert "(Here a..b stands for any number from a to b, rounded to a whole number.)" in text


@every_version
def test_numbers_with_decimals_are_listed_as_one_range_that_is_explained(version):
    lines = told(NAME, version=version).splitlines()
    assert lines[-2:] == [
        "Legal moves: 0.00..100.00",
        "(Here a..b stands for any number from a to b, rounded to the nearest multiple of 0.01.)"]
    assert loaded(NAME).parse('{"answer": 12.003}', after(NAME), 0) == [1200]


@every_version
def test_the_fee_is_told_where_there_is_one(version):
    with_fee = told(f"{NAME}(entrance_fee=0.75)", version=version)
    assert re.search(r"costs you 0\.75 points|pay 0\.75 points", with_fee)
    assert not re.search(r"costs|pay|valid", told(NAME, version=version))


def test_only_the_wordings_for_it_tell_how_rational_the_others_are():
    by_version = {version: set(told(NAME, version=version).splitlines()) for version in VERSIONS}
    for version, said in (("rational", "perfectly rational"), ("equal", "similarly rational")):
        (more,) = by_version[version] - by_version["v1"]
        assert said in more
        assert by_version["v1"] < by_version[version]
    assert not any("perfectly" in line or "similarly" in line for line in by_version["v1"] | by_version["v2"])


@every_version
def test_without_a_history_runs_do_not_show_at_all(version):
    first, later = (told(f"{NAME}({SETTING})", *moves, version=version) for moves in ([], [ONE_RUN, ONE_RUN]))
    assert first == later == told(f"{NAME}({SETTING})".replace("runs=9", "runs=2"), version=version)


@pytest.mark.parametrize(("version", "report", "outcome"), [
    ("v1", "Game 1: your number was:",
     "Everybody's numbers: player 0: 1, player 1: 2, player 2 (you): 3, player 3: 6."),
    ("v2", "## Contest 1\n- Your pick:", "- All picks: player 0: 1, player 1: 2, player 2 (you): 3, player 3: 6"),
])
def test_a_chat_tells_a_run_as_report_own_answer_and_outcome(version, report, outcome):
    state = after(f"{NAME}({SETTING},history=choices)", ONE_RUN)
    messages = loaded(str(state.get_game())).chat(state, 2, version)
    assert [message["content"] for message in messages[1:4]] == [report, '{"answer": 3}', outcome]
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user", "user"]


@every_version
def test_runs_without_a_valid_number_are_told_as_such(version):
    state = after(f"{NAME}({SETTING},history=choices)", [BREAK, 4, BREAK, 4], [BREAK] * 4)
    text = prompt_text(state, 0, version)
    assert re.search(r"player 0 \(you\): no valid answer, player 1: 2, player 2: no valid answer, player 3: 2", text)
    assert text.count('{"') == 1  # the form alone: no own answer is made up


@every_version
def test_the_first_of_several_runs_is_told_as_if_it_were_the_only_one(version):
    session = f"{NAME}({SETTING},history=choices)"
    assert told(session, version=version) == told(session.replace("runs=9", "runs=1"), version=version)
    assert told(session, version=version) == told(session.replace("choices", "none"), version=version)


@every_version
def test_a_history_tells_choices_alone(version):
    text = told(f"{NAME}({SETTING},history=choices)", ONE_RUN, version=version)
    assert not re.search(r"3\.75|won\b|payoff|points was|[Tt]arget", text)


@every_version
def test_only_the_latest_runs_are_told_and_how_many_were_played(version):
    runs = [[number] * 4 for number in (11, 13, 15)]
    text = told(f"{NAME}({SETTING},history=choices,history_window=2)", *runs, version=version)
    assert re.search(r"(played|held) 3 times before; the last 2 are shown above", text)
    assert "5.5" not in text
    assert "6.5" in text
    assert "7.5" in text


@every_version
def test_the_form_has_the_keys_of_the_paper_in_the_first_and_in_later_runs(version):
    for moves, keys in (([], ["understanding", "popular answer", "answer", "reason"]),
                        ([ONE_RUN], ["goal", "previous answer", "answer", "reason"])):
        text = told(f"{NAME}({SETTING},history=choices)", *moves, version=version)
        (form,) = [line for line in text.splitlines() if "<move>" in line]
        assert re.findall(r'"([\w ]+)": "?<', form) == keys


def test_the_schema_of_a_reply_has_all_keys_of_the_form_in_their_order():
    state = after(NAME)
    adapter = loaded(NAME)
    schema = adapter.reply_schema(state, 0)
    assert list(schema["properties"].items()) == [
        ("understanding", {"type": "string"}), ("popular answer", {"type": "number"}),
        ("answer", {"type": "number", "minimum": 0, "maximum": 100}), ("reason", {"type": "string"})]
    assert schema["required"] == list(schema["properties"])


@pytest.mark.parametrize(("reply", "action"), [
    ('{"understanding": "2/3 of 50", "popular answer": 50, "answer": 33.333, "reason": "Level 1."}', 3333),
    ('{"popular answer": 50, "answer": "33.3"}', 3330), ('```json\n{"answer": 0}\n```', 0),
    ("Answer: 33.3", 3330), ("**Answer: 33.3**", 3330), ("Answer: 22.", 2200),
    ("\\boxed{7}", 700),
])
def test_a_number_is_read_as_json_or_as_an_answer_line(reply, action):
    assert loaded(NAME).parse(reply, after(NAME), 0) == [action]


def test_none_of_the_thousands_of_numbers_is_named_to_read_an_answer(monkeypatch):
    monkeypatch.setattr(StructView, "names", lambda *_: pytest.fail("a number was named"))
    for reply in ('{"answer": 5}', "Answer: 5"):
        assert loaded(NAME).parse(reply, after(NAME), 0) == [500]


@pytest.mark.parametrize(("reply", "reason"), [
    ('{"answer": 100.5}', "illegal"), ("Answer: 101", "illegal"), ('{"answer": "no valid answer"}', "illegal"),
    ("Answer: no valid answer", "illegal"), ("I would say something low.", "unparsable"),
    ('{"popular answer": 50}', "unparsable"),
])
def test_anything_else_is_refused(reply, reason):
    with pytest.raises(ReplyError) as refusal:
        loaded(NAME).parse(reply, after(NAME), 0)
    assert refusal.value.reason == reason


@every_version
@pytest.mark.parametrize("model", ["offline/random", "offline/first"])
@pytest.mark.parametrize("game_string", [NAME, f"{NAME}({SETTING},history=choices)"])
def test_the_offline_models_answer_in_the_form_with_a_legal_number(game_string, model, version):
    state = after(game_string, [0] * loaded(game_string).game.num_players()) if "runs" in game_string else (
        after(game_string))
    adapter = adapters.for_game(state.get_game())
    reply = offline.answer(model, adapter.prompt(state, 0, version), 3, adapter.reply_form(state, 0, version)).text
    (action,) = adapter.parse(reply, state, 0)
    assert action in state.legal_actions(0)[:-1]
    assert (action == 0) == (model == "offline/first")
