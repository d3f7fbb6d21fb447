import itertools
import json
import re

import pytest

from adapters.rendering import templates
from tests.support.named_games import SETTINGS, VERSIONS, WORDINGS, loaded, some_decisions

NAMES = sorted({game_string.split("(")[0] for game_string in SETTINGS})


IN_ROUNDS = {"el_farol", "guess_two_thirds", "divide_dollar", "public_goods", "diners_dilemma", "sealed_bid_auction",
             "battle_royale", "pirate_game"}
IN_GTBENCH = {"tic_tac_toe", "connect_four", "breakthrough", "nim", "kuhn_poker", "liars_dice", "first_sealed_auction",
              "negotiation", "pig", "iterated_prisoners_dilemma"}
IN_RUNS = {"beauty_contest", "second_price_auction", "english_auction"}
# Games whose decisions differ, so every turn says the reply's form.
IN_STAGES = {"chameleon", "undercover", "cost_sharing", "air_land_sea", "arctic_scavengers", "are_you_the_traitor",
             "two_rooms_and_a_boom"}
HELD_OPEN = re.compile(r'"?<[^<>]+>"?')
FORM = re.compile(rf'(?:Answer|Action): <move>|\{{"[\w ]+": {HELD_OPEN.pattern}(?:, "[\w ]+": {HELD_OPEN.pattern})*\}}')

every_wording = pytest.mark.parametrize(("game_string", "version"), WORDINGS)


@pytest.mark.parametrize("name", [*NAMES, "generic"])
def test_a_game_in_rounds_has_five_wordings_and_three_styles_and_every_other_two_and_some_of_its_paper(name):
    others = (["bullets", "formal", "story"] if name in IN_ROUNDS else
              ["cot", "equal", "rational"] if name in IN_RUNS else ["paper"] if name in IN_GTBENCH else [])
    numbered = [f"v{number}" for number in range(1, 6 if name in IN_ROUNDS else 3)]
    assert templates.list_versions(name) == sorted([*others, *numbered])
    in_rounds = name in IN_ROUNDS | IN_RUNS
    assert {templates.tells_rounds(name, version) for version in templates.list_versions(name)} == {in_rounds}


@pytest.mark.parametrize(("game_string", "version"), [
    *WORDINGS, *((other, version) for other in ("leduc_poker", "othello", "goofspiel(num_cards=4)")
                 for version in VERSIONS)])
def test_every_prompt_of_a_playout_is_filled_in_and_lists_the_legal_moves(game_string, version):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, most=10):
        system, turn = adapter.prompt(state, player, version)
        assert (system["role"], turn["role"]) == ("system", "user")
        for text in (system["content"], turn["content"]):
            assert not re.search(r"\{\{|\{%|\{#|%\}|\}\}|None|Undefined|undefined|True|False|\n\n\n|<built-in", text)
            assert text == text.strip()
        shown = version == "paper" and adapter.reply_form(state, player, version).moves
        moves = shown or adapter.view.patterns(state, player)
        listed = "Legal moves: " + " | ".join(moves)
        assert [line for line in turn["content"].splitlines() if line.startswith("Legal moves")] == [listed]
        assert "Legal moves:" not in system["content"]


@every_wording
def test_the_form_of_the_reply_is_asked_for_once_in_the_rules_or_for_games_in_rounds_in_the_turn(game_string, version):
    for state, player in some_decisions(game_string, seeds=(0,), most=3):
        system, turn = loaded(game_string).prompt(state, player, version)
        in_turn = version == "paper" or game_string.split("(")[0] in IN_ROUNDS | IN_RUNS | IN_STAGES
        told, silent = (turn, system) if in_turn else (system, turn)
        lines = [line for line in told["content"].splitlines() if FORM.fullmatch(line)]
        assert len(lines) == 1
        assert not any(FORM.fullmatch(line) for line in silent["content"].splitlines())


@every_wording
def test_a_chat_tells_the_same_as_the_prompt_turn_by_turn(game_string, version):
    adapter = loaded(game_string)
    if not adapter.tells_rounds(version):
        with pytest.raises(ValueError, match="does not tell the rounds one by one"):
            adapter.chat(*some_decisions(game_string, seeds=(0,), most=0)[0], version)
        return
    for state, player in some_decisions(game_string, seeds=(0,), most=5):
        (rules, turn), chat = adapter.prompt(state, player, version), adapter.chat(state, player, version)
        assert chat[0] == rules
        assert {message["role"] for message in chat[1:]} <= {"user", "assistant"}
        assert chat[-1]["role"] == "user"
        spoken = "".join("".join(message["content"].split()) for message in chat[1:])
        assert spoken == "".join(turn["content"].split())


@every_wording
def test_own_answers_in_a_chat_are_json_that_would_be_understood(game_string, version):
    adapter = loaded(game_string)
    if adapter.tells_rounds(version):
        for state, player in some_decisions(game_string, seeds=(0,), most=5):
            chat = adapter.chat(state, player, version)
            asked = set(json.loads(HELD_OPEN.sub("0", FORM.search(chat[-1]["content"])[0])))
            for message in chat:
                if message["role"] == "assistant":
                    assert json.loads(message["content"]).keys() <= asked | {"proposal", "decision"}


@pytest.mark.parametrize("game_string", SETTINGS)
def test_the_rules_do_not_change_in_the_course_of_a_match(game_string):
    adapter = loaded(game_string)
    for version in adapter.versions():
        by_seat: dict[int, set[str]] = {}
        for state, player in some_decisions(game_string, seeds=(0,)):
            by_seat.setdefault(player, set()).add(adapter.prompt(state, player, version)[0]["content"])
        assert all(len(texts) == 1 for texts in by_seat.values())


@pytest.mark.parametrize("game_string", SETTINGS)
def test_two_wordings_share_hardly_a_sentence(game_string):
    state, player = some_decisions(game_string, seeds=(0,), most=0)[0]
    adapter = loaded(game_string)
    told = [set(adapter.prompt(state, player, version)[0]["content"].splitlines())
            for version in adapter.versions() if version not in ("cot", "equal", "rational")]
    for one, two in itertools.combinations(told, 2):
        assert len(one & two - {""}) <= 1
