"""Prompts of MAgIC's games tell nothing private: no answer to a question, no vote, no word and no role of another.

Random matches are replayed with one private thing changed, and the prompts of those who must not know it compared.
"""

import json
import random
from collections.abc import Iterator, Sequence

import pyspiel
import pytest

from custom_games.framework.states import movers
from gtarena.checks.playouts import making
from tests.support.named_games import VERSIONS, prompt_text
from tests.support.playouts import drawn

Move = int | dict[int, list[int]]  # the outcome of a chance node, or what each player to move does

WORD_GAMES = ("chameleon", "undercover", "undercover(rounds=1)", "chameleon(own_word=allowed)")
ROUNDS = ("three_player_prisoners_dilemma(rounds=3)", "public_good(rounds=3,points=50)")
SEEDS = range(2)


def played(game_string: str, seed: int) -> list[Move]:
    """Returns the moves of a random match."""
    rng, state, moves = random.Random(seed), pyspiel.load_game(game_string).new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            moves.append(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
            state.apply_action(moves[-1])
        else:
            moves.append({player: drawn(state, player, rng) for player in movers(state)})
            list(making(state, moves[-1]))
    return moves


def replayed(game_string: str, moves: Sequence[Move]) -> Iterator[pyspiel.State]:
    """Yields the state before each move; where one is not legal in a changed match, another is drawn for it."""
    rng, state = random.Random(0), pyspiel.load_game(game_string).new_initial_state()
    for move in moves:
        if state.is_terminal():
            return
        yield state.clone()
        if isinstance(move, int):
            state.apply_action(move)
        else:
            list(making(state, {
                player: move[player] if player in move and is_legal(state, player, move[player])
                else drawn(state, player, rng) for player in movers(state)}))


def is_legal(state: pyspiel.State, player: int, actions: list[int]) -> bool:
    spec = state.action_spec(player)
    legal = all(not spec.is_whole(actions[:at]) and actions[at] in spec.legal_actions(actions[:at])
                for at in range(len(actions)))
    return legal and spec.is_whole(actions)


def told_to(player: int, state: pyspiel.State) -> list[str]:
    return [prompt_text(state, player, version) for version in VERSIONS]


def prompts(state: pyspiel.State) -> dict[int, list[str]]:
    return {player: told_to(player, state) for player in movers(state)}


def stage(state: pyspiel.State) -> str:
    return ({} if state.is_chance_node() else state.observation(movers(state)[0])).get("stage", "")


def other_answer(state: pyspiel.State, player: int, answer: list[int]) -> list[int]:
    rng = random.Random(1)
    return next(other for _ in range(1000) if (other := drawn(state, player, rng)) != answer)


def private_changes(game_string: str, moves: list[Move]) -> Iterator[tuple[int, int, list[Move]]]:
    """Yields the number of each move that several make at once, a player, and the match with another answer of it."""
    for number, state in enumerate(list(replayed(game_string, moves))):
        if state.is_simultaneous_node():
            for player, answer in moves[number].items():
                changed = {**moves[number], player: other_answer(state, player, answer)}
                yield number, player, [*moves[:number], changed, *moves[number + 1:]]


@pytest.mark.parametrize(("game_string", "seed"), zip(WORD_GAMES, (0, 1, 0, 1), strict=True))
def test_whatever_a_player_answers_in_private_no_prompt_changes(game_string, seed):
    moves = played(game_string, seed)
    told = [(stage(state), state.current_player(), prompts(state)) for state in replayed(game_string, moves)]
    compared = set()
    for number, _, changed in private_changes(game_string, moves):
        for index, state in enumerate(replayed(game_string, changed)):
            # The vote decides whether the chameleon has to guess, but not what it is shown then.
            if index > number and (stage(state), state.current_player()) == told[index][:2]:
                assert prompts(state) == told[index][2]
                compared.add(stage(state))
    assert compared >= {"clue", "beliefs", "vote"} - ({"clue"} if "rounds=1" in game_string else set())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game_string", ROUNDS)
def test_a_move_made_at_once_with_others_is_in_no_prompt_until_all_have_moved(game_string, seed):
    moves = played(game_string, seed)
    before = [prompts(state) for state in replayed(game_string, moves)]
    for number, player, changed in private_changes(game_string, moves):
        after = [prompts(state) for state in replayed(game_string, changed)]
        assert after[:number + 1] == before[:number + 1]
        for other in {0, 1, 2} - {player}:
            assert all(after[later][other] != before[later][other] for later in range(number + 1, len(before)))


@pytest.mark.parametrize("seed", SEEDS)
def test_in_cost_sharing_nothing_is_private_and_everybody_is_told_all_that_was_said(seed):
    game_string = "cost_sharing(rounds=2)"
    moves = played(game_string, seed)
    assert not any(state.is_simultaneous_node() for state in replayed(game_string, moves))
    made = []
    for move, state in zip(moves, replayed(game_string, moves), strict=True):
        if not state.is_chance_node():
            for player in range(3):
                told = state.observation(player)["rounds"]
                assert sum(len(part) for past in told for part in past.values()) == len(made)
            made.append(move)


def redealt(game_string: str, moves: list[Move], player: int) -> Iterator[list[Move]]:
    """Yields the match with other words and roles that the player could hold for the true ones, given what it knows."""
    state = next(state for state in replayed(game_string, moves) if not state.is_chance_node())
    entry, word, odd = moves[:3]
    if game_string.startswith("chameleon"):
        words = len(state.node.rules.entry(state.node.position).words)
        if odd == player:
            deals = [(entry, other, odd) for other in range(words) if other != word]
        else:
            deals = [(entry, word, other) for other in range(3) if other not in (odd, player)]
    elif odd == player:
        deals = [(entry, 1 - word, other) for other in range(3) if other != player]
    else:
        others = [other for other in range(3) if other not in (odd, player)]
        deals = [(entry, 1 - word, player), *((entry, word, other) for other in others)]
    for deal in deals:
        yield [*deal, *moves[3:]]


@pytest.mark.parametrize("player", range(3))
@pytest.mark.parametrize("game_string", WORD_GAMES)
def test_what_a_player_cannot_know_may_be_redealt_without_a_change_of_its_prompt(game_string, player):
    moves = played(game_string, seed=player)
    states = list(replayed(game_string, moves))
    compared = set()
    for other in redealt(game_string, moves, player):
        for true, imagined in zip(states[3:], list(replayed(game_string, other))[3:], strict=False):
            if player in movers(true) and player in movers(imagined):
                assert told_to(player, imagined) == told_to(player, true)
                compared.add(stage(true))
    assert compared >= {"role", "clue", "beliefs", "vote"}


def test_the_other_word_of_the_pair_may_be_redealt_too(tmp_path, monkeypatch):
    clues = ["It is in the kitchen.", "It can break.", "You wash it.", "It is round.", "You use it every day.",
             "It is often white.", "It stands on a table.", "You can buy it in sets."]
    pairs = [{"words": ["cup", other], "clues": clues} for other in ("mug", "bowl")]
    (tmp_path / "dishes.json").write_text(json.dumps(pairs), encoding="utf-8")
    monkeypatch.setenv("GTARENA_WORDS", str(tmp_path))
    game_string = "undercover(pairs=dishes)"
    for seed in SEEDS:
        moves = played(game_string, seed)
        for player in range(3):
            states = list(replayed(game_string, moves))[3:]
            if states[0].observation(player)["word"] == "cup":
                imagined = list(replayed(game_string, [1 - moves[0], *moves[1:]]))[3:]
                for one, other in zip(states, imagined, strict=True):
                    if player in movers(one):
                        assert told_to(player, one) == told_to(player, other)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("version", VERSIONS)
def test_role_and_word_are_told_to_those_who_may_know_them_and_to_nobody_else(version, seed):
    for state in replayed("chameleon(questions=skipped)", played("chameleon(questions=skipped)", seed)):
        for player in movers(state):
            rules, position = state.node.rules, state.node.position
            text = prompt_text(state, player, version)
            assert (f'"{rules.secret_word(position)}"' in text) == (player != position.chameleon)
            assert ("You are the chameleon." in text or "Role: chameleon" in text) == (player == position.chameleon)
    for state in replayed("undercover", played("undercover", seed)):
        for player in movers(state):
            rules, position = state.node.rules, state.node.position
            text = prompt_text(state, player, version)
            words = {rules.word(position, seat) for seat in range(3)}
            assert f'"{rules.word(position, player)}"' in text
            assert all(f'"{word}"' not in text for word in words - {rules.word(position, player)})
