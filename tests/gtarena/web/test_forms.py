import json
import random
import string
from fractions import Fraction

import pyspiel
import pytest

import adapters
from adapters import ReplyError
from custom_games.action_specs import (
    ActionSpec,
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
)
from custom_games.action_specs.alphabets import ANY, WORD, Alphabet
from gtarena.agents.base import Decision
from gtarena.agents.people.turns import Turn
from gtarena.agents.people.views import TurnMemory
from gtarena.web.forms import move_of, spec_form, turn_form

CAPITALS = Alphabet("capitals", frozenset(string.ascii_uppercase), only_ascii=True)
CARDS = Selection("cards", ("Spear", "Net", "Junk"), held=(2, 1, 0))
FORMS = [
    (Choice("vote", ("Ann", "Bob")), {"kind": "choice", "key": "vote", "options": ["Ann", "Bob"]}),
    (NamedActions("card", (1, 2), ("Ace", "King", "Queen").__getitem__),
     {"kind": "choice", "key": "card", "options": ["King", "Queen"]}),
    (Number("bid", -10, 200, step=30),
     {"kind": "number", "key": "bid", "low": -10, "high": 200, "step": 30, "decimals": 0}),
    (RoundedNumber("guess", 0, 1, Fraction(1, 100)),
     {"kind": "number", "key": "guess", "low": 0, "high": 1, "step": 0.01, "decimals": 2}),
    (Text("clue", 40, WORD, least=1),
     {"kind": "text", "key": "clue", "least": 1, "limit": 40, "cut": False,
      "ascii": "".join(map(chr, range(0x21, 0x7F))), "excluded": "".join(sorted(WORD.excluded)), "beyond": True,
      "alphabet": "any word without spaces"}),
    (Text("talk", 9, ANY, overlong="cut"),
     {"kind": "text", "key": "talk", "least": 0, "limit": 9, "cut": True, "alphabet": "any text",
      "ascii": "".join(map(chr, range(0x80))), "excluded": "", "beyond": True}),
    (Text("line", 9, CAPITALS),
     {"kind": "text", "key": "line", "least": 0, "limit": 9, "cut": False,
      "ascii": string.ascii_uppercase, "excluded": "", "beyond": False, "alphabet": "capitals"}),
    (Division("gold", 2, 100, step=5),
     {"kind": "division", "key": "gold", "labels": ["player 1", "player 2"], "total": 100, "step": 5}),
    (Division("costs", 2, 100, names=("A", "B")),
     {"kind": "division", "key": "costs", "labels": ["A", "B"], "total": 100, "step": 1}),
    (CARDS, {"kind": "selection", "key": "cards", "allowed": None,
             "items": [{"name": "Spear", "held": 2}, {"name": "Net", "held": 1}]}),
    (Selection("cards", ("Spear", "Net"), (1, 1), allowed=((), (0, 1))),
     {"kind": "selection", "key": "cards", "allowed": [[], ["Spear", "Net"]],
      "items": [{"name": "Spear", "held": 1}, {"name": "Net", "held": 1}]}),
    (Fields((Choice("role", ("spy",)), Number("sure", 0, 9))),
     {"kind": "fields", "fields": [{"kind": "choice", "key": "role", "options": ["spy"]},
                                   {"kind": "number", "key": "sure", "low": 0, "high": 9, "step": 1, "decimals": 0}]}),
    (Branches("action", (Branch("DRAW", 0, Choice("card", ("Net",))), Branch("STOP", 1))),
     {"kind": "branches", "key": "action",
      "options": [{"name": "DRAW", "form": {"kind": "choice", "key": "card", "options": ["Net"]}},
                  {"name": "STOP", "form": None}]}),
]


def first_turn(game: str) -> Turn:
    """The first turn of a match, with chance drawn from a seed."""
    adapter, rng = adapters.for_game(pyspiel.load_game(game)), random.Random(0)
    state = adapter.game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
    player = max(0, state.current_player())
    return TurnMemory("v1").turn(Decision(state, player, adapter, 0))


@pytest.mark.parametrize(("spec", "expected"), FORMS, ids=lambda value: type(value).__name__)
def test_the_form_says_what_may_be_answered(spec, expected):
    assert json.loads(json.dumps(spec_form(spec))) == expected


def test_every_kind_of_decision_has_a_form():
    kinds = {kind for kind in ActionSpec.__subclasses__() if not kind.__abstractmethods__}
    kinds |= {kind for parent in ActionSpec.__subclasses__() for kind in parent.__subclasses__()}
    own = {kind for kind in kinds if kind.__module__.startswith("custom_games.action_specs.")}
    assert own == {type(spec) for spec, _ in FORMS}


def test_a_decision_without_a_form_is_refused():
    with pytest.raises(TypeError, match="the page has no form for int"):
        spec_form(3)


@pytest.mark.parametrize(("game", "kind", "key"), [
    ("tic_tac_toe", "choice", ""), ("el_farol", "choice", "decision"), ("pirate_game", "division", "proposal"),
    ("air_land_sea", "choice", "action"), ("undercover", "text", "clue"),
])
def test_moves_without_keys_and_with_them_are_offered(game, kind, key):
    found = turn_form(first_turn(game))
    assert (found["kind"], found["key"]) == (kind, key)


@pytest.mark.parametrize("game", [
    "tic_tac_toe", "kuhn_poker", "nim", "hive", "air_land_sea", "el_farol", "breakthrough", "first_sealed_auction"])
def test_every_listed_move_is_read_as_the_button_that_says_it(game):
    turn = first_turn(game)
    found = turn_form(turn)
    for name in found["options"]:
        answer = json.dumps({found["key"]: name}) if found["key"] else name
        assert move_of(turn, answer) == {found["key"]: name}


def test_a_compound_move_is_shown_by_its_keys():
    turn = first_turn("pirate_game(players=3)")
    assert move_of(turn, json.dumps({"proposal": [98, 1, 1]})) == {"proposal": [98, 1, 1]}


def test_a_move_that_is_not_legal_has_a_reason():
    with pytest.raises(ReplyError, match="add up to 100"):
        move_of(first_turn("pirate_game(players=3)"), json.dumps({"proposal": [98, 1, 2]}))
