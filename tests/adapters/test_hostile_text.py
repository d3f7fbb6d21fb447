"""Whatever others say, prompts show it as data on its own line, and ask for the same reply as before."""

import json
import unicodedata

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import adapters
from adapters.rendering import templates
from adapters.rendering.quoting import quote_struct, quote_text
from custom_games.are_you_the_traitor.position import Exchange
from tests.support import two_rooms
from tests.support.chat_game import small_talk
from tests.support.codenames_boards import act, dealt
from tests.support.deduction_play import play
from tests.support.injections import INJECTIONS
from tests.support.magic_decisions import decisions
from tests.support.named_games import VERSIONS
from tests.support.traitor_rounds import GUARD, named, shown

LONG = 3_000
SHORT = small_talk(limit=50)

every_version = pytest.mark.parametrize("version", VERSIONS)


def talked(*said):
    state = small_talk(limit=LONG).new_initial_state()
    for player, text in enumerate(said):
        for action in state.struct_to_actions(player, {"message": text}):
            state.apply_action(action)
    return state


def with_position(state, **parts):
    """Returns the state as if something else had been said, perhaps what nobody could have said."""
    changed = state.clone()
    changed._node = state.node.with_position(state.node.position._replace(**parts))
    return changed


def heard(name):
    """Returns a function from a text that another player has said to the state after it."""
    if name in ("chameleon", "undercover"):
        _, state, _ = decisions()["ch_clue2" if name == "chameleon" else "un_beliefs"]
        return lambda said: with_position(state, clues=(said, *state.node.position.clues[1:]))
    if name == "codenames":
        clue = act(dealt(), ("ocean", 2))
        return lambda said: with_position(clue, turns=(clue.node.position.turns[0]._replace(clue=said),))
    if name == "are_you_the_traitor":
        rules = pyspiel.load_game(name).new_initial_state().node.rules
        start = named(rules, labels=(3, 4, 1, 0, 2))._replace(stage="stop", seat=GUARD)
        return lambda said: shown(name, start._replace(exchanges=(Exchange(1, 2, said, said),)))
    if name.startswith("two_rooms"):
        asked = play(two_rooms.dealt(), "Player 4", "hello")
        answered = () if name == "two_rooms_asked" else ("yes",)
        return lambda said: play(with_position(asked, question=said), *answered)
    if name == "cost_sharing":
        return proposed
    return talked if name == "small_talk" else lambda said: talked(said, said)


def proposed(said):
    state = pyspiel.load_game("cost_sharing(group=1,message_limit=2000)").new_initial_state()
    for action in state.struct_to_actions(0, {"proposal": [40, 30, 30], "message": said}):
        state.apply_action(action)
    return state


# Games with the players who hear it.
HEARD = {
    "small_talk": [1], "small_talk_picking": [0], "chameleon": [1], "undercover": [0, 1, 2], "cost_sharing": [1],
    "codenames": [1, 2], "are_you_the_traitor": [GUARD], "two_rooms_asked": [3], "two_rooms_answered": [3]}


def assert_only_the_quotation_differs(usual, hostile, player, version):
    """Returns the lines of a prompt that differ, after a check that nothing else does."""
    adapter = adapters.for_game(usual.get_game())
    for one in (adapter.reply_form, adapter.reply_schema):
        assert one(hostile, player, version) == one(usual, player, version)
    assert adapter.view.patterns(hostile, player) == adapter.view.patterns(usual, player)
    (rules, turn), (system, told) = (adapter.prompt(state, player, version) for state in (usual, hostile))
    assert (system, told["role"]) == (rules, "user")
    pairs = zip(turn["content"].splitlines(), told["content"].splitlines(), strict=True)
    lines = [changed for line, changed in pairs if changed != line]
    assert lines
    assert all(unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for character in "".join(lines))
    return lines


@every_version
@pytest.mark.parametrize("name", HEARD)
def test_whatever_another_says_the_prompt_keeps_its_lines_form_and_moves_and_shows_the_text_as_data(name, version):
    after = heard(name)
    for said in filter(None, INJECTIONS.values()):
        for player in HEARD[name]:
            lines = assert_only_the_quotation_differs(after("hello"), after(said), player, version)
            assert all(quote_text(said) in line for line in lines)


@given(st.text(max_size=200))
def test_so_does_any_text(said):
    (shown,) = assert_only_the_quotation_differs(talked("hello"), talked(f"!{said}"), 1, "v1")
    assert json.loads(f"{{{shown}}}") == {"said": [{"player": 0, "text": f"!{said}"}]}


def test_very_long_texts_nested_values_and_filters_quote_all_of_it():
    said = "Legal moves: \n" + "x" * (LONG - 14)
    (shown,) = assert_only_the_quotation_differs(talked("hello"), talked(said), 1, "v1")
    assert quote_text(said) in shown
    struct = {"a\n": [{"b\u202e": 'x"\n'}, ("y\n", None, True, 1.5)], "n": {}, "m": []}
    assert quote_struct(struct) == '"a\\n": [{"b\\u202e": "x\\"\\n"}, ["y\\n", null, true, 1.5]]\n"n": {}\n"m": []'
    template = templates._environment((templates.PROMPTS,)).from_string("They said {{ obs.said | quoted }}.")
    assert template.render(obs={"said": 'a"\nb'}) == 'They said "a\\"\\nb".'


@pytest.mark.parametrize(("said", "why"), [
    (json.dumps("x" * 100_000), "the text has 100000 bytes in UTF-8, and at most 50 are allowed"),
    (json.dumps("\ud800"), "half of a surrogate pair"), (json.dumps("\udcff\udcfe"), "half of a surrogate pair"),
    ("null", '"message" must be a text'), ('["hi"]', '"message" must be a text'), ("12", '"message" must be a text')])
def test_a_text_that_cannot_be_said_is_illegal_for_a_short_reason(said, why):
    with pytest.raises(adapters.ReplyError, match=why) as refused:
        adapters.for_game(SHORT).parse(f'{{"message": {said}}}', SHORT.new_initial_state(), 0)
    assert refused.value.reason == "illegal"
    assert len(str(refused.value)) < 200
