"""Strategies against fixed opponents, with moves worked out by hand; C and D are moves 0 and 1 of the dilemma."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401
from adapters import ReplyError
from adapters.replies import Reading
from custom_games.framework.spiel import game_class
from gtarena import games
from gtarena.agents.base import Decision, Seating
from gtarena.agents.named_moves import NamedMoves
from gtarena.agents.registry import KINDS
from gtarena.errors import UsageError
from gtarena.runs.matches.match import play_match
from tests.support import keepers
from tests.support.llm_decisions import decision_at

DILEMMA = "iterated_prisoners_dilemma(termination_probability=0.0,max_rounds=6)"
RANDOM_LENGTH = "iterated_prisoners_dilemma(max_rounds=6,termination_probability=0.01)"


def moves(kind: str, settings: dict[str, Any], opponent: Sequence[str], *, seat: int = 0,
          game_string: str = DILEMMA) -> list[int]:
    adapter = adapters.for_game(pyspiel.load_game(game_string))
    makers = [partial(KINDS[kind], **settings), partial(KINDS["fixed"], moves=opponent)]
    played = asyncio.run(play_match(adapter, makers if seat == 0 else makers[::-1], seed=1))
    return [step.action for step in played.history if step.player == seat]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game_string", [DILEMMA, RANDOM_LENGTH])
@pytest.mark.parametrize(("kind", "settings", "opponent", "expected"), [
    ("tit_for_tat", {}, "CCDCDD", "CCCDCD"),
    ("tit_for_tat", {"first": "Defect"}, "CCDCDD", "DCCDCD"),
    ("tit_for_tat", {}, "DDDDDD", "CDDDDD"),
    ("grim", {}, "CCDCCC", "CCCDDD"),
    ("grim", {}, "CCCCCC", "CCCCCC"),
    ("grim", {}, "DCCCCC", "CDDDDD"),
    # With the names swapped, the first D of the opponent's counts as cooperation.
    ("grim", {"cooperate": "Defect", "defect": "Cooperate"}, "DDCDDD", "DDDCCC"),
    ("always", {"move": "Defect"}, "CCCCCC", "DDDDDD"),
    ("always", {"move": "cooperate"}, "DDDDDD", "CCCCCC"),
    ("fixed", {"moves": "Defect/Cooperate/Cooperate"}, "CCCCCC", "DCCDCC"),
    ("fixed", {"moves": ["Cooperate", "Defect"]}, "DDDDDD", "CDCDCD"),
])
def test_strategies_play_as_worked_out_by_hand(kind, settings, opponent, expected, game_string, seat):
    names = ["Cooperate" if letter == "C" else "Defect" for letter in opponent]
    played = moves(kind, settings, names, seat=seat, game_string=game_string)
    # A match of random length may end early; what was played must agree.
    assert "".join("CD"[action] for action in played) == expected[:len(played)]
    assert len(played) == 6 or game_string == RANDOM_LENGTH


def test_moves_may_be_names_or_numbers_and_a_sequence_counts_its_own_decisions_in_any_game() -> None:
    game = "repeated_game(stage_game=matrix_rps(),num_repetitions=4)"
    assert moves("tit_for_tat", {}, ["Paper", "Scissors", "Rock"], game_string=game) == [0, 1, 2, 0]
    adapter = adapters.for_game(pyspiel.load_game("tic_tac_toe"))
    makers = [partial(KINDS["fixed"], moves="C1R1/C2R2/C3R3"), partial(KINDS["fixed"], moves="C2R1/C3R1")]
    played = asyncio.run(play_match(adapter, makers, seed=1))
    assert [step.action for step in played.history] == [0, 1, 4, 2, 8]
    assert played.returns == [1, -1]
    adapter = adapters.for_game(pyspiel.load_game("first_sealed_auction(max_value=4)"))
    makers = [partial(KINDS["always"], move=0), partial(KINDS["fixed"], moves=[0])]
    played = asyncio.run(play_match(adapter, makers, seed=1))
    assert [step.action for step in played.history if step.player >= 0] == [0, 0]


@pytest.mark.parametrize(("kind", "setting"), [
    ("always", "move"), ("fixed", "moves"), ("tit_for_tat", "first"), ("grim", "cooperate")])
def test_a_name_that_is_no_move_is_refused_with_the_legal_ones(kind: str, setting: str) -> None:
    with pytest.raises(UsageError) as refused:
        moves(kind, {setting: "Hesitate"}, ["Cooperate"])
    assert str(refused.value) == (
        f"{kind}: 'Hesitate' is not a legal move of iterated_prisoners_dilemma here; legal are: Cooperate, Defect")


@pytest.mark.parametrize("named", ["", "Defect/", [], [" "]])
def test_a_fixed_sequence_needs_moves(named: object) -> None:
    with pytest.raises(UsageError, match="does not name moves"):
        KINDS["fixed"](Seating(pyspiel.load_game(DILEMMA), 0, 1), moves=named)


def test_random_draws_every_legal_action_equally_often_from_its_seed() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    state.apply_action(4)
    agent = KINDS["random"](Seating(game, 1, seed=8))
    decision = Decision(state, 1, adapters.for_game(game), 1)
    count = Counter(asyncio.run(agent.act(decision)).actions[0] for _ in range(1600))
    assert set(count) == set(state.legal_actions())
    # 200 each are expected, with a standard deviation of 13.2; five of them are allowed.
    assert all(abs(times - 200) < 67 for times in count.values())
    game = pyspiel.load_game("el_farol(players=2,rounds=30)")

    def played(seed: int) -> list[int]:
        agent = KINDS["random"](Seating(game, 0, seed))
        decision = Decision(game.new_initial_state(), 0, adapters.for_game(game), 0)
        return [asyncio.run(agent.act(decision)).actions[0] for _ in range(30)]

    assert played(1) == played(1)
    assert played(1) != played(2)


def table(game_string: str, seed: int = 0) -> list[tuple[int, int]]:
    """Returns the moves of a match in which all players are rational."""
    adapter = adapters.for_game(pyspiel.load_game(game_string))
    played = asyncio.run(play_match(adapter, [KINDS["rational"]] * adapter.game.num_players(), seed=seed))
    return [(step.player, step.action) for step in played.history if step.player >= 0]


def test_rational_players_follow_backward_induction_or_a_drawn_mixture_in_games_that_state_one() -> None:
    plan = [96, 0, 1, 0, 1, 0, 1, 0, 1, 0]
    votes = [(seat, int(amount > 0)) for seat, amount in enumerate(plan) if seat]
    assert table("pirate_game") == [*((0, amount) for amount in plan), *votes]
    rounds = "el_farol(players=10,rounds=100)"
    going = [action for _, action in table(rounds)]
    assert 0.55 < sum(going) / len(going) < 0.65
    assert table(rounds) == table(rounds)
    assert table(rounds, seed=1) != table(rounds)
    with pytest.raises(UsageError, match="rational cannot play kuhn_poker: the game defines no optimal strategy"):
        table("kuhn_poker")


def check(game: str, first: list[str], later: list[str]) -> None:
    NamedMoves("fixed", first, later).require_known(adapters.for_game(games.load(*games.parse(game))))


@pytest.mark.parametrize(("game", "first", "later"), [
    ("nim", ["pile:1, take:1"], []),
    ("guess_two_thirds", ["0"], ["100", "50"]),
    ("iterated_prisoners_dilemma", ["defect"], ["Cooperate"]),
    ("tic_tac_toe", ["C1R1"], ["C2R2", "C3R3"]),
    ("chess", ["e4"], ["exd5", "Qxf7#"]),  # legal after some answers only
    ("chess", ["e5"], []),  # as Black
    ("liars_dice", ["Liar"], []),  # of the seat that moves second
    ("kuhn_poker", ["Pass"], ["Bet"]),
    ("pirate_game(players=3)", ["accept"], []),  # of the voters
    ("codenames", ['{"clue": "zz", "number": 1}'], []),
    ("chameleon(questions=skipped)", ["banana"], []),
])
def test_moves_that_can_be_played_are_known(game: str, first: list[str], later: list[str]) -> None:
    check(game, first, later)


@pytest.mark.parametrize(("game", "first", "later", "message"), [
    ("nim", ["999"], [], r"^fixed: '999' is not a legal move of nim here; legal are: pile:1, take:1,"),
    ("nim", ["nosuch"], ["moves"], "'nosuch' is not a legal move of nim"),
    ("iterated_prisoners_dilemma", [""], [], "'' is not a legal move .* legal are: Cooperate, Defect$"),
    ("iterated_prisoners_dilemma", ["Defect"], ["nosuch"], "'nosuch' is not"),
    ("guess_two_thirds", ["0"], ["101"], "'101' is not .* legal are: 0..100$"),
    ("go", ["zz"], [], "'zz' is not a legal move of go")])
def test_other_moves_are_refused_with_the_legal_ones(game, first, later, message):
    with pytest.raises(UsageError, match=message) as refused:
        check(game, first, later)
    assert len(str(refused.value)) < 300


def test_legal_moves_have_the_names_of_prompts_without_penalties_and_an_only_one_is_forced() -> None:
    assert decision_at("el_farol").legal_names() == ["stay", "go"]
    assert decision_at("nim(pile_sizes=1;2)").legal_names() == ["pile:1, take:1", "pile:2, take:1..2"]
    assert decision_at("tic_tac_toe", 0, 1, 2, 4, 3, 5, 7).legal_actions == [6, 8]
    assert decision_at("tic_tac_toe", *LAST_CELL).forced_action == 8
    assert decision_at("tic_tac_toe", *LAST_CELL[:-1]).forced_action is None
    part = decision_at("pirate_game(players=3,gold=1)", 1)
    assert (part.legal_actions, part.forced_action) == ([0], None)
    asked = decision_at("beauty_contest(upper=10,grid=1.0)")
    assert asked.charge() == (11,)  # 0 to 10 are numbers
    assert asked.legal_actions == list(range(11))


LAST_CELL = (0, 1, 2, 4, 3, 5, 7, 6)  # nobody has three in a row, and only the lower right corner is free


@pytest.mark.parametrize(("reply", "reason"), [
    ("Answer: C1R1", "illegal"), ("the middle, I think", "unparsable"), ("", "empty"),
    ("Answer: C1R2\nNo:\nAnswer: C2R2", "ambiguous")])
def test_a_reply_without_a_legal_move_is_refused_with_the_reason(reply, reason):
    with pytest.raises(ReplyError) as refused:
        decision_at("tic_tac_toe", 0).parse(reply)
    assert refused.value.reason == reason


def test_the_prompt_is_that_of_the_version_and_replies_are_read_with_their_form() -> None:
    asked = decision_at("tic_tac_toe")
    assert asked.read('{"move": "C2R2"}') == Reading([4], "json", (0, 16))
    assert asked.read("Answer: C2R2", "paper").form == "line"
    assert asked.parse("C2R2") == [4]
    asked = decision_at("el_farol")
    first, second = (asked.prompt(version) for version in ("v1", "v2"))
    assert [message["role"] for message in first] == ["system", "user"]
    assert first != second
    with pytest.raises(ValueError, match="v99"):
        asked.prompt("v99")
    asked = decision_at("tic_tac_toe")
    schema = asked.reply_schema(asked.reply_form("v1"))
    assert schema is not None
    assert schema["required"] == ["move"]
    assert asked.reply_schema(asked.reply_form("paper")) is None


def test_a_random_or_recorded_move_is_whole_and_of_a_game_without_records_nothing() -> None:
    # The proposer divides 6 coins among 3 pirates: every number but the last, which is what remains.
    proposals = {decision_at("pirate_game(players=3,gold=6)").random_move(random.Random(seed)) for seed in range(20)}
    assert len(proposals) > 5
    assert {len(proposal) for proposal in proposals} == {3}
    assert {sum(proposal) for proposal in proposals} == {6}
    state = keepers.started(game_class(keepers.RecordedKeepers)())
    asked = Decision(state, 0, adapters.for_game(state.get_game()), 9)
    assert asked.choices(asked.recorded_move()) == ["hush"]
    for game in ("tic_tac_toe", "el_farol"):
        assert decision_at(game).recorded_move() == ()
