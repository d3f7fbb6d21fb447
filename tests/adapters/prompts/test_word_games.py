"""Prompts of The Chameleon and Undercover; ``test_magic_secrets.py`` tests what they must not tell."""

import re

import pyspiel
import pytest

from custom_games.framework.states import movers
from gtarena.checks.playouts import making
from tests.support.named_games import VERSIONS, prompt_parts

CHAMELEON = "chameleon(topics=chameleon,topic=1,secret=1,chameleon=3{})"  # Fruits, apple
# Player 1: cup, the others: mug
UNDERCOVER = "undercover(pairs=undercover,pair=1,undercover_word=1,undercover=1{})"
ROLES = [[0, 1], [1, 1], [2, 0]]
SUSPECTS = [[2, 2, 1], [2, 2, 1], [1, 0]]
END, NO_ANSWER = 256, 257
every_version = pytest.mark.parametrize("version", VERSIONS)
every_game = pytest.mark.parametrize("game", [CHAMELEON, UNDERCOVER], ids=["chameleon", "undercover"])


def after(game, *clues, votes=(), **parameters):
    """Returns the state after clues, of which ``None`` is an unusable answer, and perhaps the votes.

    Questions are skipped unless the parameters have them asked; then those of The Chameleon are answered.
    """
    given = {"questions": "skipped", **parameters}
    state = pyspiel.load_game(game.format("".join(f",{key}={value}" for key, value in given.items()))
                              ).new_initial_state()
    asked = given["questions"] == "asked" and game == CHAMELEON
    for clue in clues:
        if asked:
            list(making(state, dict(enumerate(ROLES))))
        list(making(state, {state.current_player(): [NO_ANSWER] if clue is None else [*clue.encode(), END]}))
        if asked:
            list(making(state, dict(enumerate(SUSPECTS))))
    if votes:
        list(making(state, {player: [vote] for player, vote in enumerate(votes)}))
    return state


@every_version
def test_the_rules_tell_who_one_is_and_the_topic_or_nobodys_role(version):
    for player in range(3):
        rules, _ = prompt_parts(after(CHAMELEON), player, version)
        assert f"Player {player + 1}" in rules
        assert '"Fruits"' in rules
        assert re.search("You are the chameleon|Role: chameleon" if player == 2 else
                         "You are not the chameleon|Role: non-chameleon", rules)
    # But for names and words the rules of Undercover are the same for all.
    texts = [prompt_parts(after(UNDERCOVER), player, version)[0] for player in range(3)]
    assert len({re.sub(r'Player \d|"(?:cup|mug)"', "", text) for text in texts}) == 1


@every_version
@every_game
def test_a_clue_is_asked_for_by_the_rule_on_the_own_word_as_the_parameters_have_it(game, version):
    refused, allowed = (prompt_parts(after(game, **given), 0, version)[1] for given in (
        {"own_word": "refused"}, {"own_word": "allowed"}))
    for told, text in (("must not contain", refused), ("may contain", allowed)):
        assert [words in text for words in ("must not contain", "may contain")] == [
            words == told for words in ("must not contain", "may contain")]
        assert "repeat what others have said" in text


@every_version
@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_several_rounds_are_spoken_of_only_if_there_are_any_and_their_number_is_told_nowhere(version, rounds):
    rules, turn = prompt_parts(after(UNDERCOVER, "round", rounds=rounds), 1, version)
    assert ("several rounds" in rules) == (rounds > 1)
    assert "7" not in rules + turn.replace("Player 1", "")
    assert bool(re.search(r"\bround \d", turn, re.IGNORECASE)) == (rounds > 1)
    if rounds == 7:
        assert re.search("another round|A new round", prompt_parts(after(UNDERCOVER, *"abc", rounds=7), 0, version)[1])


@every_version
def test_clues_are_told_with_who_gave_them_and_unusable_or_missing_ones_as_none(version):
    _, turn = prompt_parts(after(CHAMELEON, "sweet", None), 2, version)
    sweet, none = [line for line in turn.splitlines() if "Player 1" in line or "Player 2" in line]
    assert '"sweet"' in sweet
    assert "no clue" in none
    assert "None" not in turn
    _, own = prompt_parts(after(CHAMELEON, None, None, None), 0, version)
    assert own.count("no clue (that answer could not be used)") == 3
    _, turn = prompt_parts(after(UNDERCOVER, "round", None, "hot", "old"), 1, version)
    told = [line for line in turn.splitlines() if re.search(r"[Rr]ound \d\b.*Player|Player \d.* in round \d", line)]
    for line, (number, player, clue) in zip(
            told, ((1, 1, '"round"'), (1, 2, "no clue"), (1, 3, '"hot"'), (2, 1, '"old"')), strict=True):
        assert f"ound {number}" in line
        assert f"Player {player}" in line
        assert clue in line
    _, turn = prompt_parts(after(CHAMELEON), 0, version)
    assert re.search("No clue has been given yet|- none", turn)
    assert '{"clue": "<clue>"}' in turn.splitlines()
    assert "Legal moves: any text of one line of at most 200 bytes" in turn


@every_version
def test_questions_votes_and_the_guess_are_asked_of_those_who_are_concerned_in_their_form(version):
    roles, beliefs = after(CHAMELEON, questions="asked"), after(CHAMELEON, questions="asked")
    list(making(beliefs, dict(enumerate(ROLES))))
    list(making(beliefs, {0: [*b"sweet", END]}))
    undercover = after(UNDERCOVER, "round", "old", "hot", questions="asked")
    list(making(undercover, {player: [player, 1] for player in range(3)}))
    role = '{"name": "<name>", "role": "<role>"}'
    own, one, two, three = ('"suspect": "<suspect>"', *(
        f'"player_{number}_suspects": "<player_{number}_suspects>"' for number in (1, 2, 3)))
    for state, player, form in [*((roles, player, role) for player in movers(roles)),
                                (beliefs, 0, f"{{{own}, {two}, {three}}}"), (beliefs, 2, f"{{{one}, {two}}}"),
                                (undercover, 1, f"{{{own}, {one}, {three}}}")]:
        assert form in prompt_parts(state, player, version)[1].splitlines()
    assert not re.search(r'\bsuspect"?:', prompt_parts(beliefs, 2, version)[1])
    assert "<suspect> is Player 1 or Player 2 or Player 3" in prompt_parts(undercover, 1, version)[1]
    for voting in (after(CHAMELEON, "sweet", "round", "red"), after(UNDERCOVER, "round", "old", "hot", rounds=1)):
        assert "Legal moves: Player 1 | Player 3" in prompt_parts(voting, 1, version)[1]
    guessing = after(CHAMELEON, "sweet", "round", "red", votes=(2, 2, 0))
    assert movers(guessing) == [2]
    _, turn = prompt_parts(guessing, 2, version)
    assert '{"guess": "<guess>"}' in turn.splitlines()
    assert re.search("you are accused|you stand accused", turn)


@every_version
@pytest.mark.parametrize("state", [
    after(CHAMELEON, "sweet", "round", "red", questions="asked"),
    after(UNDERCOVER, "round", "old", "hot", "red", "new", "big")])
def test_a_prompt_is_short(state, version):
    assert all(sum(map(len, prompt_parts(state, player, version))) < 3000 for player in range(3))
