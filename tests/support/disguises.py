"""Matches that are played as a model sees them in a disguise, and checked against the game as it is."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyspiel

import adapters
from adapters import Adapter
from adapters.disguises.disguise import AND, PLUS, TIMES, Disguise, find_disguise, list_disguises
from adapters.disguises.effects import require_effect
from adapters.disguises.exchanges import Exchange
from adapters.disguises.word_tables import read_tables

# Small boards of the same rules, so that matches are short.
GAMES = (
    "kuhn_poker", "leduc_poker", "tic_tac_toe", "connect_four", "iterated_prisoners_dilemma", "first_sealed_auction",
    "nim", "pig(winscore=20)", "liars_dice", "breakthrough(rows=5,columns=5)", "hex(num_cols=5,num_rows=5)", "othello",
    "go(board_size=5)", "dots_and_boxes", "mancala", "goofspiel(num_cards=5)", "negotiation", "matrix_rps", "matrix_pd")
EXCHANGED_BOTH_WAYS = {"swapped", "players"}  # tables in which both words of a pair are words of the game
TOGETHER = (("mirrored", "renamed"), ("swapped", "renamed"), ("swapped", "story"))
NAMELESS = {"renamed", "anonymous", "story"}
CHECKED = 3  # decisions of a match whose prompts and replies are checked
MOST_REPLIES = 40  # legal moves that are stated at one of them


@dataclass
class Checked:
    """Counts of what was checked."""

    matches: int = 0
    decisions: int = 0
    replies: int = 0


def disguises_of(game: str) -> list[str]:
    """Returns the disguises that apply to a game, and pairs of them that are worn together."""
    kinds = list_disguises(adapters.for_game(pyspiel.load_game(game)))
    return [*kinds, *(AND.join(pair) for pair in TOGETHER if set(pair) <= set(kinds))]


def versions_in(adapter: Adapter, name: str) -> list[str]:
    """Returns the prompt versions in which all parts of a disguise change something."""
    return [version for version in adapter.versions() if has_effect(name, adapter, version)]


def has_effect(name: str, adapter: Adapter, version: str) -> bool:
    """Returns whether all parts of a disguise change something in a prompt version."""
    try:
        require_effect(name, adapter, version)
    except ValueError:
        return False
    return True


def check_matches(game: str, name: str, seeds: Sequence[int]) -> Checked:
    """Plays random matches and checks that each maps one to one to a disguised one of equal returns.

    The matches take turns with the prompt versions in which the disguise changes something.
    """
    adapter, found = adapters.for_game(pyspiel.load_game(game)), Checked()
    disguise, versions = find_disguise(name, adapter), versions_in(adapter, name)
    for seed in seeds:
        rng = random.Random(f"{game} {name} {seed}")
        version = versions[seed % len(versions)]
        state = adapter.game.new_initial_state()
        deciding = [step for step in play(state, adapter, rng) if step[1] >= 0]
        for at, player in rng.sample(deciding, min(CHECKED, len(deciding))):
            check_prompt(at, player, disguise, adapter, name, version)
            found.replies += check_replies(at, player, disguise, adapter, version, rng)
            found.decisions += 1
        check_returns(state, disguise)
        found.matches += 1
    return found


def play(state: pyspiel.State, adapter: Adapter, rng: random.Random) -> Iterator[tuple[pyspiel.State, int]]:
    """Plays a state to its end and yields copies before every decision, with the player who decides."""
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        elif state.is_simultaneous_node():
            yield from ((state.clone(), player) for player in range(state.num_players()))
            state.apply_actions([rng.choice(state.legal_actions(player)) for player in range(state.num_players())])
        else:
            yield state.clone(), state.current_player()
            state.apply_action(rng.choice(state.legal_actions()))


def check_prompt(
    state: pyspiel.State, player: int, disguise: Disguise, adapter: Adapter, name: str, version: str
) -> None:
    """Checks that a prompt comes back whole, and has words of the game before and those of the disguise after."""
    chat = tuple(disguise.show(adapter).prompt(state, player, version))
    concealed = disguise.conceal_chat(chat)
    assert disguise.reveal_chat(concealed) == chat, name
    before, after = ("\n".join(message["content"] for message in turns) for turns in (chat, concealed))
    if not set(name.split("+")) & EXCHANGED_BOTH_WAYS:
        for exchange in disguise.exchanges:
            assert shown_words(exchange, before).isdisjoint(shown_words(exchange, after)), name
            assert invented_words(adapter, name).isdisjoint(shown_words(exchange, before)), name
    if set(name.split("+")) & NAMELESS:
        told = re.sub(r"[-_\s]+", " ", after.casefold())
        assert not [known for known in known_names(adapter) if known in told], name


def shown_words(exchange: Exchange, text: str) -> set[str]:
    """Returns the words of a text that an exchange exchanges for others."""
    return {word for word in exchange.pattern.findall(text) if exchange.partners[word] != word}


def known_names(adapter: Adapter) -> set[str]:
    """Returns the names of a game in small letters, its long and its short one, if they are no common words."""
    kind = adapter.game.get_type()
    names = {re.sub(r"[-_\s]+", " ", name.casefold()) for name in (kind.long_name, kind.short_name)}
    return {name for name in names if " " in name}


def invented_words(adapter: Adapter, name: str) -> set[str]:
    """Returns the words that a disguise brings into prompts, as its data states them."""
    tables = read_tables(str(adapter.game.get_type().short_name))
    return {new for kind in name.split("+") for old, new in tables.get(kind, {}).items() if old != new}


def check_replies(
    state: pyspiel.State, player: int, disguise: Disguise, adapter: Adapter, version: str, rng: random.Random
) -> int:
    """Checks that the name of every legal move, as the model would state it, is read as that move; returns how many."""
    shown, legal = disguise.show(adapter), state.legal_actions(player)
    names = {action: shown.view.names(state, player, action)[0] for action in legal}
    told = Counter(map(disguise.conceal, names.values()))
    assert max(told.values()) == 1, f"two moves have one name: {told.most_common(2)}"
    for action in rng.sample(legal, min(MOST_REPLIES, len(legal))):
        said = disguise.conceal(json.dumps({"move": names[action]}))
        assert shown.read(disguise.reveal(said), state, player, version).actions[0] == action, said
    return min(MOST_REPLIES, len(legal))


def check_returns(state: pyspiel.State, disguise: Disguise) -> None:
    """Checks that the disguised match pays the same, or what the added rule says, in the same order."""
    if disguise.symmetry is not None:
        image = disguise.symmetry.image(state).state
        assert image.is_terminal()
        assert image.returns() == state.returns()
    if disguise.rule:
        pairs = [(value, TIMES * value + PLUS) for value in state.returns()]
        assert sorted(pairs) == sorted(pairs, key=lambda pair: pair[1])
