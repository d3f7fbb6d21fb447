import re

import pyspiel
import pytest

import adapters
from tests.support.named_games import loaded
from tests.support.playouts import making

GAME = "undercover(pairs=undercover,pair=1,undercover_word=1,undercover=1{})"  # Player 1: cup, the others: mug
END, NO_ANSWER = 256, 257
every_version = pytest.mark.parametrize("version", loaded("undercover").versions())


def after(*clues, **parameters):
    """Returns the state after clues without questions; ``None`` is an unusable answer."""
    given = {"questions": "skipped", **parameters}
    state = pyspiel.load_game(GAME.format("".join(f",{name}={value}" for name, value in given.items()))
                              ).new_initial_state()
    for clue in clues:
        list(making(state, {state.current_player(): [NO_ANSWER] if clue is None else [*clue.encode(), END]}))
    return state


def parts(state, player, version):
    return [message["content"] for message in adapters.for_game(state.get_game()).prompt(state, player, version)]


@every_version
def test_the_rules_tell_ones_own_word_and_nobodys_role(version):
    texts = [parts(after(), player, version)[0] for player in range(3)]
    assert ['"cup"' in text for text in texts] == [True, False, False]
    assert ['"mug"' in text for text in texts] == [False, True, True]
    # But for names and words the rules are the same for all.
    bare = {re.sub(r'Player \d|"(?:cup|mug)"', "", text) for text in texts}
    assert len(bare) == 1


@every_version
@pytest.mark.parametrize(("rounds", "told"), [(1, "once|First Player 1"), (2, r"\b2 rounds"), (7, r"\b7 rounds")])
def test_the_rules_tell_the_number_of_rounds(version, rounds, told):
    rules, _ = parts(after(rounds=rounds), 0, version)
    assert re.search(told, rules)
    assert "1 rounds" not in rules
    assert bool(re.search(r"[Ii]n each of (?:them|\d)", rules)) == (rounds > 1)


@every_version
def test_the_rules_tell_of_questions_and_of_the_own_word_as_the_parameters_have_it(version):
    asked, skipped = (parts(after(questions=value), 0, version)[0] for value in ("asked", "skipped"))
    assert re.search("questions|suspicions", asked)
    assert not re.search("questions|suspicions", skipped)
    refused, allowed = (parts(after(own_word=value), 0, version)[0] for value in ("refused", "allowed"))
    assert re.search("must not say their own word|is not allowed", refused)
    assert not re.search("must not say their own word|is not allowed", allowed)


@every_version
def test_the_points_of_every_outcome_are_told(version):
    lines = [line for line in parts(after(), 0, version)[0].splitlines() if line.startswith("- ")]
    assert [sorted(re.findall(r"\d", line)) for line in lines] == [["0", "3"], ["0", "3"], ["1", "2"]]


@every_version
def test_clues_are_told_with_round_and_player_and_an_unusable_one_as_none(version):
    _, turn = parts(after("round", None, "hot", "old"), 1, version)
    told = [line for line in turn.splitlines() if re.search(r"[Rr]ound \d\b.*Player|Player \d.* in round \d", line)]
    assert len(told) == 4
    for line, number, player, clue in zip(
            told, (1, 1, 1, 2), (1, 2, 3, 1), ('"round"', "no clue", '"hot"', '"old"'), strict=True):
        assert f"ound {number}" in line
        assert f"Player {player}" in line
        assert clue in line
    assert "None" not in turn


@every_version
def test_in_a_game_of_one_round_no_round_is_told(version):
    _, turn = parts(after("round", rounds=1), 1, version)
    assert not re.search(r"\bround \d", turn, re.IGNORECASE)


@every_version
def test_beliefs_are_asked_about_all_and_the_vote_names_the_two_others(version):
    asking = after("round", "old", "hot", questions="asked")
    list(making(asking, {player: [player, 1] for player in range(3)}))
    _, turn = parts(asking, 1, version)
    assert ('{"suspect": "<suspect>", "player_1_suspects": "<player_1_suspects>", "player_3_suspects": '
            '"<player_3_suspects>"}') in turn.splitlines()
    assert "<suspect> is Player 1 or Player 2 or Player 3" in turn
    _, voting = parts(after("round", "old", "hot", rounds=1), 1, version)
    assert "Legal moves: Player 1 | Player 3" in voting


@every_version
def test_a_prompt_is_short(version):
    state = after("round", "old", "hot", "red", "new", "big")
    assert all(sum(map(len, parts(state, player, version))) < 3000 for player in range(3))
