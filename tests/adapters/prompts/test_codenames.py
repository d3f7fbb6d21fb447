import re

import pytest

import adapters
from tests.support.codenames_boards import ASSASSIN, BLUE, NEUTRAL, RED, act, dealt
from tests.support.named_games import loaded

NAME = "codenames"
SMALL = "codenames(rows=2,columns=3,first=2,second=2)"
KINDS = (RED[:2], BLUE[:2], NEUTRAL[:1], ASSASSIN)
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


def prompt(state, version, player=None):
    player = state.current_player() if player is None else player
    return [turn["content"] for turn in adapters.for_game(state.get_game()).prompt(state, player, version)]


def with_position(state, position):
    changed = state.clone()
    changed._node = type(state.node)(state.node.rules, position)
    return changed


@every_version
def test_every_seat_is_told_its_role_and_the_numbers_of_words_but_not_what_is_to_be_looked_up(version):
    for player, (team, role) in enumerate(
            (team, role) for team in ("Red", "Blue") for role in ("spymaster", "operative")):
        rules = prompt(dealt(), version, player)[0]
        assert re.search(rf"the {role} of the {team} team|You: {role} of {team}", rules)
        assert re.search(r"9 of them belong to Red and 8 to Blue; 7 are neutral and 1 is the assassin"
                         r"|Red: 9 words. Blue: 8 words. Of the others, 7 are neutral and 1 is the assassin", rules)
    for player in range(4):
        assert not re.search(r"N \+ 1|\b3\b|zero|unlimited|plural|share", prompt(dealt(), version, player)[0])


@every_version
def test_a_board_without_neutral_words_or_with_several_assassins_is_told_as_it_is(version):
    none = prompt(
        dealt("codenames(rows=1,columns=3,first=2,second=1,assassins=0)", (RED[:2], BLUE[:1], (), ())), version)
    assert not re.search("neutral|assassin", "\n".join(none))
    two = prompt(dealt("codenames(rows=1,columns=4,first=1,second=1,assassins=2)",
                       (RED[:1], BLUE[:1], (), ("wax", "tent"))), version)
    assert "2 are assassins" in two[0]
    assert re.search("when an assassin is guessed|guesses an assassin", two[0])


def test_the_first_wording_tells_a_spymaster_the_key_and_the_opponents_last_turn():
    state = act(dealt(SMALL, KINDS), ("ocean", 2), "beach", "end turn", ("music", 0), "tent")
    assert prompt(state, "v1")[1].split("\n\nIt is")[0].splitlines() == [
        'The opponents\' last clue was "music", 0. Guessed after it: tent (neutral).', "",
        "Words that are not revealed yet:", "- yours, Red: boat",
        "- the opponents', Blue: piano, rope", "- assassin: wax",
        "Words that are revealed:", "- yours, Red: beach", "- neutral: tent"]


def test_the_first_wording_tells_an_operative_what_is_revealed_and_how_often_it_may_guess():
    state = act(dealt(SMALL, KINDS), ("ocean", 2), "beach", "end turn", ("music", 0), "tent", ("ship", 1))
    assert prompt(state, "v1")[1].split("\n\nLegal")[0].splitlines() == [
        'The opponents\' last clue was "music", 0. Guessed after it: tent (neutral).', "",
        "Words that are not revealed yet: boat, piano, rope, wax",
        "Words that are revealed:", "- yours, Red: beach", "- neutral: tent",
        "Not revealed yet: 1 word of your team, 2 of the opponents, 1 assassin", "",
        'It is your turn to guess. Your spymaster\'s clue is "ship", with the number 1.',
        "In this turn you may guess up to 2 words, one at a time, as long as they are your team's. You have to guess "
        "at least one word.", "Which word do you guess first?"]


def test_the_second_wording_draws_the_board_for_both_roles():
    state = act(dealt(SMALL, KINDS), ("ocean", 2), "beach")
    assert prompt(state, "v2")[1].splitlines()[:6] == [
        "## Board", "Words in square brackets are revealed, with their kind.", "[beach: Red] | boat | piano",
        "rope | tent | wax", "Not revealed: 1 Red (your team), 2 Blue, 1 neutral, 1 assassin", ""]
    act(state, "tent")
    assert prompt(state, "v2")[1].splitlines()[2:5] == [
        "[beach: Red] | boat (Red) | piano (Blue)", "rope (Blue) | [tent: neutral] | wax (assassin)",
        "Not revealed: 2 Blue (your team), 1 Red, 1 assassin"]


@every_version
def test_of_past_turns_only_the_opponents_last_one_is_told(version):
    state = act(dealt(), ("ocean", 2), "beach")
    assert re.search("have not had a turn yet|No turn so far", prompt(state, version)[1])
    act(state, "end turn", ("music", 1), BLUE[0], "end turn", ("ship", 1))
    told = prompt(state, version)[1]
    assert re.search(r'"music".*the operative|"music".*their operative', told)
    assert "ocean" not in told


@every_version
@pytest.mark.parametrize(("number", "made", "told"), [
    (3, 0, r"up to 4 words|0 made, 4 left"), (3, 2, r"guess 2 more words|2 made, 2 left"),
    (1, 1, r"guess 1 more word,|1 made, 1 left"), (0, 0, "for as long as|no limit"), (0, 5, "for as long as|no limit")])
def test_the_number_of_guesses_that_are_left_is_told(version, number, made, told):
    text = prompt(act(dealt(), ("ocean", number), *RED[:made]), version)[1]
    assert re.search(told, text)
    assert bool(re.search("end your turn|end the turn", text)) == (made > 0 or version == "v2")
    assert ("end turn" in text) == (made > 0)


@every_version
def test_a_spymaster_is_told_the_kind_of_every_word(version):
    state = dealt()
    red_first = prompt(state, version)[1]
    position = state.node.position
    changed = with_position(state, position._replace(key=position.key[::-1]))
    assert prompt(changed, version)[1] != red_first
    assert prompt(changed, version, 1) == prompt(state, version, 1)


def test_the_topics_are_the_published_headings():
    assert loaded(NAME).topics() == [
        "forbidden clues", "roles", "scoring", "special rule for zero", "turn structure", "winning"]


@pytest.mark.parametrize(("game_string", "kinds", "heading", "told"), [
    (NAME, (RED, BLUE, NEUTRAL, ASSASSIN), "forbidden clues", "It has 30 letters at most"),
    (NAME, (RED, BLUE, NEUTRAL, ASSASSIN), "forbidden clues", "sounds like"),
    (NAME, (RED, BLUE, NEUTRAL, ASSASSIN), "turn structure", r"from 0 to 9.*N \+ 1 guesses"),
    (NAME, (RED, BLUE, NEUTRAL, ASSASSIN), "scoring", "3 points more.*has guessed the assassin has 0 points.*12/19"),
    (NAME, (RED, BLUE, NEUTRAL, ASSASSIN), "special rule for zero", "as many words as it likes"),
    (NAME, (RED, BLUE, NEUTRAL, ASSASSIN), "winning", "guesses the assassin loses at once"),
    (NAME, (RED, BLUE, NEUTRAL, ASSASSIN), "roles", "which one is the assassin"),
    ("codenames(rows=1,columns=3,first=1,second=1,max_number=4,max_clue_bytes=7)",
     (RED[:1], BLUE[:1], (), ASSASSIN), "turn structure", "from 0 to 4")])
def test_topics_tell_the_rules_of_the_game_at_hand(game_string, kinds, heading, told):
    state = dealt(game_string, kinds)
    text = adapters.for_game(state.get_game()).topic(heading, state, 0)
    assert re.search(told, text, re.DOTALL)
    assert not re.search(r"\{|None|Undefined", text)


def test_topics_mention_no_assassin_neutral_word_or_number_that_the_game_does_not_have():
    state = dealt("codenames(rows=1,columns=3,first=2,second=1,assassins=0)", (RED[:2], BLUE[:1], (), ()))
    adapter = adapters.for_game(state.get_game())
    assert not any(re.search("assassin|neutral", adapter.topic(heading, state, 0)) for heading in adapter.topics())
    state = dealt("codenames(rows=1,columns=3,first=2,second=1,assassins=0,max_number=0)", (RED[:2], BLUE[:1], (), ()))
    assert not re.search(r"\bN\b", adapters.for_game(state.get_game()).topic("turn structure", state, 0))


@pytest.mark.parametrize(("first", "told"), [(2, "several Red words"), (1, "the last Red word")])
def test_the_second_wording_speaks_of_one_word_when_one_is_left(first, told):
    state = dealt(f"codenames(rows=1,columns={first + 1},first={first},second=1,assassins=0)",
                  (RED[:first], BLUE[:1], (), ()))
    assert told in prompt(state, "v2")[1]
