"""Properties of every action spec: what is derived from a description agrees with all the rest."""

import itertools
import json
import random
from fractions import Fraction

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs import (
    Branch,
    Branches,
    Choice,
    Division,
    Fields,
    NamedActions,
    Number,
    RoundedNumber,
    Selection,
    Text,
    random_moves,
)
from custom_games.action_specs.alphabets import WORD

CLUE = Fields((Text("clue", 12, WORD, least=1), Number("number", 0, 9)))
CARDS = Selection("cards", ("Spear", "Net", "Junk"), (2, 0, 1), first=3)
PAYMENT = Selection("cards", ("Spear", "Net", "Junk"), (2, 0, 1), ((), (0,), (0, 0, 2)), first=3)
TURN = Branches("action", (
    Branch("DRAW", 0, CARDS, "with"),
    Branch("HIRE", 1, Branches("mercenary", (Branch("Hunter", 7, PAYMENT, "with"), Branch("Thug", 9, CARDS, "with")))),
    Branch("STOP", 2)))
OFFER = Fields((Division("gold", 3, 20), Text("remark", 15)))
SPECS = (
    Choice("decision", ("drop", "stay")),
    Choice("target", ("player_1", "miss"), actions=(1, 4)), NamedActions("target", (1, 4), "player_{}".format),
    Number("bid", 5, 5), Number("bid", -3, 40), Number("price", 10, 1000, step=10), Number("amount", 0, 10**6),
    RoundedNumber("answer", 0, 7), RoundedNumber("answer", 0, 100, Fraction(1, 100)),
    RoundedNumber("answer", -2, 3, Fraction(5, 2)),
    Division("gold", 1, 10), Division("gold", 4, 9, first=2), Division("gold", 2, 0),
    Division("shares", 3, 100, step=5),
    Text("message", 0), Text("message", 9), Text("message", 30, least=4), Text("word", 20, WORD, least=1),
    Text("message", 10, overlong="cut"), Text("clue", 12, least=1, bank=("It is red.", "Ripe"), without=("Grape",)),
    CLUE, OFFER, Fields((Choice("card", ("red", "red hot", "blue")), Number("count", 1, 3), Division("split", 2, 5))),
    Fields((Number("first", 0, 9), Text("remark", 8), Number("last", 0, 9))),
    Fields((Text("to all", 5), Text("to one", 5))), CARDS, PAYMENT, TURN)


def name(spec):
    return f"{type(spec).__name__}{spec.keys}"


every_spec = pytest.mark.parametrize("spec", SPECS, ids=name)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4), max_leaves=6)


def draw_move(spec, seed):
    """Returns the actions of a whole move: a drawn one, or one of legal actions chosen one by one."""
    rng = random.Random(seed)
    if seed % 2:
        return spec.random_move(rng)
    made = []
    while not (made and spec.is_whole(made)):
        made.append(rng.choice(spec.legal_actions(made)))
    return made


@every_spec
@given(seed=st.integers(0, 2**32))
def test_a_whole_move_is_legal_step_by_step_has_names_and_is_read_from_its_statement_under_the_schema(spec, seed):
    move = draw_move(spec, seed)
    for length, action in enumerate(move):
        legal = spec.legal_actions(move[:length])
        assert isinstance(legal, range) or list(legal) == sorted(set(legal))
        assert action in legal
        assert 0 <= legal[0] <= legal[-1] < spec.num_actions
        assert spec.move_end(move[:length]) is None
        assert not spec.is_whole(move[:length])
        assert spec.action_struct(move[:length], action).keys() <= set(spec.keys)
    assert spec.is_whole(move)
    assert spec.move_end(move) == spec.move_end([*move, 0, 0]) == len(move) <= spec.length
    stated = json.loads(json.dumps(spec.values(move)))
    assert (spec.read(stated), spec.struct(spec.move(move))) == (move, spec.values(move))
    jsonschema.validate(stated, spec.schema())
    assert spec.schema()["required"] == list(spec.keys) == list(stated)
    if spec.length == 1 and not spec.is_text(()):
        assert spec.action_struct((), move[0]) == spec.values(move)
    made = move[:seed % len(move)]
    some = spec.legal_actions(made)[:300]
    assert len({spec.action_name(made, action) for action in some}) == len(some)


@every_spec
@given(seed=st.integers(0, 2**32))
def test_the_listed_moves_can_be_stated_on_an_answer_line_and_the_listed_values_of_each_key_make_a_move(spec, seed):
    rng, of_keys = random.Random(seed), spec.patterns_of_keys()
    assert set(of_keys) <= set(spec.keys)
    for drawn in ((lambda pattern: pattern.lowest()), (lambda pattern: pattern.draw(rng))):
        assert spec.is_whole(spec.read({key: drawn(rng.choice(patterns)) for key, patterns in of_keys.items()}))
        # Several fields are stated as an object only.
        assert isinstance(spec, Fields) or spec.is_whole(spec.read_line(drawn(rng.choice(spec.patterns()))))


@pytest.mark.parametrize(("spec", "size"), [
    (SPECS[0], 2), (SPECS[1], 2), (SPECS[2], 2), (Number("bid", 5, 5), 1), (Number("bid", -3, 40), 44),
    (Number("bid", 0, 90, 30), 4),
    (RoundedNumber("answer", 0, 100, Fraction(1, 100)), 10_001), (Division("gold", 3, 4), 15)])
def test_the_listed_moves_are_as_many_as_the_moves(spec, size):
    assert sum(pattern.size for pattern in spec.patterns()) == size


@every_spec
@given(data=st.data())
def test_any_json_object_and_any_answer_line_is_a_legal_move_or_refused(spec, data):
    patterns = itertools.chain.from_iterable(spec.patterns_of_keys().values())
    listed = st.sampled_from([pattern.lowest() for pattern in patterns])
    struct = data.draw(st.dictionaries(st.sampled_from(spec.keys) | st.text(max_size=4), JSON | listed, max_size=5))
    assert_legal_or_refused(spec, spec.read, struct)
    line = data.draw(st.text(max_size=40) | st.text("0123456789 ,;:()[]redhot", max_size=30))
    assert_legal_or_refused(spec, spec.read_line, line)


def assert_legal_or_refused(spec, read, stated):
    try:
        move = read(stated)
    except ValueError:
        return
    assert spec.is_whole(move)
    for length, action in enumerate(move):
        assert action in spec.legal_actions(move[:length])


@every_spec
def test_moves_drawn_together_are_legal_and_as_many_as_asked_for(spec):
    moves, alone = spec.draw_many(30, random.Random(2)), spec.draw(random.Random(2))
    assert (len(moves), moves[0]) == (30, alone)
    if spec.single:
        assert set(moves) <= set(spec.legal_actions())


def test_who_has_nothing_to_decide_makes_the_move_0_and_the_others_their_own():
    high, low = Choice("target", ("one", "two"), actions=(3, 4)), Number("bid", 0, 2)
    for seed in range(20):
        rng = random.Random(seed)
        none, first, nothing, second = random_moves([None, high, None, high], rng)
        assert none == nothing == 0
        assert {first, second} <= {3, 4}
        bid, target, nothing = random_moves((low, high, None), rng)
        assert bid in range(3)
        assert target in (3, 4)
        assert nothing == 0
