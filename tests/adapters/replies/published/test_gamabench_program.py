"""Replies read beside gamma-Bench's program, run from a checkout that GTARENA_GAMABENCH names."""

import json
import os
import random
import sys
import types
from importlib import import_module
from pathlib import Path

import pytest

import adapters
from adapters import ReplyError
from adapters.replies.published import gamabench
from tests.support.named_games import after

CHECKOUT = os.environ.get("GTARENA_GAMABENCH", "")
pytestmark = pytest.mark.skipif(not CHECKOUT, reason="GTARENA_GAMABENCH names no checkout of gamma-Bench")

GAMES = {  # module, class, key, two values that a model might state
    "el_farol": ("bar_game", "BarGame", "decision", ["go", "Stay", "home", "GO "]),
    "diners_dilemma": ("diner_dilemma", "DinerDilemma", "chosen_dish", ["costly", "Cheap", "CHEAP"]),
    "divide_dollar": ("divide_dollar", "DivideDollar", "bid_amount", [10, "7", 12.9, "12.9", True, -3, " 8 "]),
    "guess_two_thirds": ("guessing_game", "GuessingGame", "chosen_number", [33, "34", 21.7, 100.5, 101, -0.5, "x"]),
    "public_goods": ("public_goods", "PublicGoods", "tokens_contributed", [3, "4", 19.99, None, "five"]),
    "battle_royale": ("battle_royale", "BattleRoyale", "target", ["player_4", None, "playerID_or_null", "player_2"]),
}
WORDS = ("el_farol", "diners_dilemma")
FRAMES = [
    '{{"{key}": {value}}}', ' {{"{key}": {value}, "explanation": "so"}}\n', 'I say {{"{key}": {value}}}.', "[{value}]",
    '{{"other": {value}}}', '{{"{key}": {value}}} {{"a": 1}}', '"{key}": {value}', '{{"a": {{"{key}": {value}}}}}',
    '```json\n{{"{key}": {value}}}\n```', "{value}"]


class AskedAgain(Exception):  # noqa: N818
    """Raised where the program asks a second time."""


class Played(Exception):  # noqa: N818
    """Raised where the program has all answers of a round."""


@pytest.fixture(scope="module")
def program():
    """The modules of the program's games, without its clients of models."""
    missing = {name: types.ModuleType(name) for name in (
        "utils", "llm_settings.openai_models", "llm_settings.gemini_models", "llm_settings.deepinfra_models")}
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(CHECKOUT)
        patch.syspath_prepend(str(Path(CHECKOUT, "games")))
        patch.chdir(CHECKOUT)
        for name, module in missing.items():
            patch.setitem(sys.modules, name, module)
        yield import_module


def played(program, game, reply):
    """Returns what the program plays after a reply; raises AskedAgain where it would ask again."""
    module, name, *_ = GAMES[game]
    playing = getattr(program(module), name)(player_num=10)
    playing.cot = None
    asked = []

    def request(*_args, **_named):
        if asked:
            raise AskedAgain
        asked.append(reply)
        return reply
    if game != "battle_royale":  # in which one player shoots
        del playing.players[1:]
    for player in playing.players:
        player.request = request

    def end_round(responses):
        raise Played(responses[0])

    playing.compute_result = end_round
    try:
        playing.start(1)
    except Played as end:
        return end.args[0]


def ours(game, reply):
    """Returns the word, number or target of the move that we read; ``None`` where none is stated."""
    state = after(game)
    view = adapters.for_game(state.get_game()).view
    try:
        (action,) = gamabench.read(reply, view, state, 0).actions
    except ReplyError:
        return None
    return str(action) if game == "battle_royale" else view.patterns(state, 0)[action] if game in WORDS else action


@pytest.mark.parametrize("game", GAMES)
def test_a_legal_move_is_read_exactly_where_the_program_reads_it(program, game, capsys):
    key, values = GAMES[game][2:]
    legal = {"el_farol": ["stay", "go"], "diners_dilemma": ["cheap", "costly"], "public_goods": range(21),
             "battle_royale": [str(target) for target in range(1, 11)]}.get(game, range(101))
    rng, compared = random.Random(game), set()
    for _ in range(300):
        reply = rng.choice(FRAMES).format(key=key, value=json.dumps(rng.choice(values)))
        try:
            theirs = played(program, game, reply)
        except AskedAgain:
            theirs = None
        theirs = {"null": "10"}.get(theirs, theirs) if game == "battle_royale" else theirs
        assert ours(game, reply) == (theirs if theirs in legal else None), reply
        compared.add((reply, theirs))
    assert len({theirs for _, theirs in compared}) > 2
