import itertools
import json
import re

import pytest

from adapters.rendering import templates
from tests.support.named_games import SETTINGS, loaded, some_decisions

NAMES = sorted({game_string.split("(")[0] for game_string in SETTINGS})


IN_ROUNDS = {"el_farol", "guess_two_thirds", "divide_dollar", "public_goods", "diners_dilemma", "sealed_bid_auction",
             "battle_royale", "pirate_game"}
IN_GTBENCH = {"tic_tac_toe", "connect_four", "breakthrough", "nim", "kuhn_poker", "liars_dice", "first_sealed_auction",
              "negotiation", "pig", "iterated_prisoners_dilemma"}
IN_RUNS = {"beauty_contest", "second_price_auction", "english_auction"}
# Games whose decisions differ, so every turn says the reply's form.
IN_STAGES = {"chameleon", "undercover", "cost_sharing", "air_land_sea", "arctic_scavengers", "are_you_the_traitor",
             "two_rooms_and_a_boom"}
UNFILLED = re.compile(r"\{\{|\{%|\{#|%\}|\}\}|None|Undefined|undefined|True|False|\n\n\n|<built-in")
HELD_OPEN = re.compile(r'"?<[^<>]+>"?')
FORM = re.compile(rf'(?:Answer|Action): <move>|\{{"[\w ]+": {HELD_OPEN.pattern}(?:, "[\w ]+": {HELD_OPEN.pattern})*\}}')

every_setting = pytest.mark.parametrize("game_string", SETTINGS)


@pytest.mark.parametrize("name", [*NAMES, "generic"])
def test_a_game_in_rounds_has_five_wordings_and_three_styles_and_every_other_two_and_some_of_its_paper(name):
    others = (["bullets", "formal", "story"] if name in IN_ROUNDS else
              ["cot", "equal", "rational"] if name in IN_RUNS else ["paper"] if name in IN_GTBENCH else [])
    numbered = [f"v{number}" for number in range(1, 6 if name in IN_ROUNDS else 3)]
    assert templates.list_versions(name) == sorted([*others, *numbered])
    in_rounds = name in IN_ROUNDS | IN_RUNS
    assert {templates.find(name, version).tells_rounds for version in templates.list_versions(name)} == {in_rounds}


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("game_string", [*SETTINGS, "leduc_poker", "othello", "goofspiel(num_cards=4)"])
def test_every_prompt_of_a_match_is_filled_in_lists_the_legal_moves_and_has_the_same_rules(game_string, seed):
    adapter = loaded(game_string)
    rules: dict[tuple[str, int], str] = {}
    for state, player in some_decisions(game_string, seeds=(seed,), most=5):
        for version in adapter.versions():
            system, turn = adapter.prompt(state, player, version)
            assert (system["role"], turn["role"]) == ("system", "user")
            for text in (system["content"], turn["content"]):
                assert not UNFILLED.search(text)
                assert text == text.strip()
            own = adapter.reply_form(state, player, version).moves if version == "paper" else ()
            listed = "Legal moves: " + " | ".join(own or adapter.view.patterns(state, player))
            assert [line for line in turn["content"].splitlines() if line.startswith("Legal moves")] == [listed]
            assert "Legal moves:" not in system["content"]
            assert rules.setdefault((version, player), system["content"]) == system["content"]


@every_setting
def test_the_form_of_the_reply_is_asked_for_once_in_the_rules_or_for_games_in_rounds_in_the_turn(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, seeds=(0,), most=3):
        for version in adapter.versions():
            system, turn = adapter.prompt(state, player, version)
            in_turn = version == "paper" or game_string.split("(")[0] in IN_ROUNDS | IN_RUNS | IN_STAGES
            told, silent = (turn, system) if in_turn else (system, turn)
            assert len([line for line in told["content"].splitlines() if FORM.fullmatch(line)]) == 1
            assert not any(FORM.fullmatch(line) for line in silent["content"].splitlines())


@every_setting
def test_a_chat_tells_the_same_as_the_prompt_turn_by_turn_with_own_answers_that_would_be_understood(game_string):
    adapter = loaded(game_string)
    decisions = some_decisions(game_string, seeds=(0,), most=5)
    for version in adapter.versions():
        if not adapter.tells_rounds(version):
            with pytest.raises(ValueError, match="does not tell the rounds one by one"):
                adapter.chat(*decisions[0], version)
            continue
        for state, player in decisions:
            (rules, turn), chat = adapter.prompt(state, player, version), adapter.chat(state, player, version)
            assert chat[0] == rules
            assert {message["role"] for message in chat[1:]} <= {"user", "assistant"}
            assert chat[-1]["role"] == "user"
            spoken = "".join("".join(message["content"].split()) for message in chat[1:])
            assert spoken == "".join(turn["content"].split())
            asked = set(json.loads(HELD_OPEN.sub("0", FORM.search(chat[-1]["content"])[0])))
            for message in chat:
                if message["role"] == "assistant":
                    assert json.loads(message["content"]).keys() <= asked | {"proposal", "decision"}


@every_setting
def test_two_wordings_share_hardly_a_sentence(game_string):
    state, player = some_decisions(game_string, seeds=(0,), most=0)[0]
    adapter = loaded(game_string)
    told = [set(adapter.prompt(state, player, version)[0]["content"].splitlines())
            for version in adapter.versions() if version not in ("cot", "equal", "rational")]
    for one, two in itertools.combinations(told, 2):
        assert len(one & two - {""}) <= 1
