"""Malformed and odd replies for the reader of any game, made from well-formed ones."""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import zip_longest

import open_spiel.python.games  # noqa: F401  registers chat_game
import pyspiel

import adapters
import custom_games  # noqa: F401  registers the games
from custom_games.framework.states import movers
from tests.support.chat_game import small_talk
from tests.support.named_games import SETTINGS
from tests.support.reply_decisions import Decision, reader_of

GENERIC = (
    "chess", "go(board_size=9)", "hex(board_size=5)", "leduc_poker", "othello", "backgammon", "checkers", "gin_rummy",
    "oshi_zumo", "goofspiel", "matrix_pd", "mancala", "chat_game", "phantom_ttt", "hanabi", "2048")
GAMES = (*SETTINGS, *GENERIC, "small_talk")
STATES = 6
REASONS = ("truncated", "empty", "unparsable", "illegal", "ambiguous")

FORMS = ("Answer: {}", "**Answer:** {}", "I play {}.", "Final answer\n{}", "{}", "\\boxed{{{}}}", '{{"move": "{}"}}',
         '{{"decision": "{}"}}', '{{"message": "{}"}}', '```json\n{{"move": "{}"}}\n```', "{{'answer': '{}'}}",
         '{{"thoughts": {{"answer": "{}"}}, "answer": ["{}"]}}', "<answer>{}</answer>", "{}. Answer: {}")
PROSE = (
    "I'm sorry, but as a language model I cannot play games.", "Sure! Here's my move:", "Let me think step by step.",
    "Okay, so the user wants me to play.", "Je choisis ce coup.", "Ich nehme diesen Zug.", "我选择这一步。", "答案：",
    "Мой ход:", "الجواب:", "The opponent will not do that.", "On second thoughts, no.", "Legal moves: a | b | 0..9")
_DIGITS = [str.maketrans("0123456789", digits)
           for digits in ("０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩", "⁰¹²³⁴⁵⁶⁷⁸⁹", "⓪①②③④⑤⑥⑦⑧⑨")]
_QUOTES = [str.maketrans({'"': other}) for other in ("'", "“", "＂", "`", "«")]
_TAGS = ("<think>", "</think>", "<thinking>", "</reasoning>", "<|im_end|>", "[INST]", "<s>")
_BRACKETS = '{}[]()<>"\\:,|*`#\n'


def _cut(text: str, rng: random.Random) -> str:
    return text[:rng.randint(0, len(text))]


def _inserted(text: str, rng: random.Random, piece: str) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + piece + text[place:]


def _character(rng: random.Random) -> str:
    return chr(rng.choice((rng.randrange(0x100), rng.randrange(0x3000), rng.randrange(0x110000))))


SPOILERS: dict[str, Callable[[str, random.Random], str]] = {
    "as it is": lambda text, rng: text, "cut off": _cut,
    "its end alone": lambda text, rng: text[rng.randint(0, len(text)):],
    "a fence": lambda text, rng: f"```{rng.choice(('', 'json', 'text'))}\n{text}\n```",
    "half a fence": lambda text, rng: f"```json\n{text}",
    "prose before": lambda text, rng: f"{rng.choice(PROSE)}{rng.choice((' ', chr(10), chr(10) * 2))}{text}",
    "prose after": lambda text, rng: f"{text}{rng.choice((' ', chr(10), chr(10) * 2))}{rng.choice(PROSE)}",
    "twice": lambda text, rng: f"{text}{rng.choice(('', ' ', chr(10)))}{text}",
    "often": lambda text, rng: f"{text}\n" * rng.randint(3, 60),
    "another answer": lambda text, rng: f"{text}\n{rng.choice(FORMS).format('x', 'y')}",
    "other digits": lambda text, rng: text.translate(rng.choice(_DIGITS)),
    "other quotation marks": lambda text, rng: text.translate(rng.choice(_QUOTES)),
    "in JSON": lambda text, rng: json.dumps({rng.choice(("answer", "move", "decision", "message", "x")): text}),
    "in a list": lambda text, rng: json.dumps({"answer": [text, {"move": text}]}, ensure_ascii=False),
    "in many objects": lambda text, rng: '{"a": ' * (many := rng.randint(1, 90)) + text + "}" * many,
    "thought": lambda text, rng: f"<think>{text}</think>{rng.choice(('', text))}",
    "a tag": lambda text, rng: _inserted(text, rng, rng.choice(_TAGS)),
    "a mark": lambda text, rng: _inserted(text, rng, rng.choice(_BRACKETS)),
    "a character": lambda text, rng: _inserted(text, rng, _character(rng)),
    "a character for each": lambda text, rng: "".join(letter + _character(rng) for letter in text[:300]),
    "noise": lambda text, rng: "".join(_character(rng) for _ in range(rng.randint(1, 80))),
    "a letter lost": lambda text, rng: text[:(place := rng.randint(0, len(text)))] + text[place + 1:],
    "other case": lambda text, rng: rng.choice((text.upper(), text.lower(), text.swapcase(), text.title())),
    "backwards": lambda text, rng: text[::-1],
    "shuffled lines": lambda text, rng: "\n".join(rng.sample(lines := text.split("\n"), len(lines))),
    "other line breaks": lambda text, rng: text.replace("\n", rng.choice(("\r\n", "\r", "\u2028", "\\n", ""))),
    "a quotation": lambda text, rng: "\n".join(f"> {line}" for line in text.split("\n")),
    "no spaces": lambda text, rng: text.replace(" ", ""),
    "a number made large": lambda text, rng: text.replace("1", "9" * rng.randint(2, 5000)),
    "in HTML": lambda text, rng: text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")}


def spoiled(text: str, rng: random.Random) -> str:
    """Returns the text after up to three random spoilers."""
    for spoiler in rng.choices(list(SPOILERS.values()), k=rng.randint(0, 3)):
        text = spoiler(text, rng)
    return text


def reply(moves: list[str], rng: random.Random) -> str:
    """Returns a well-formed reply that states some of the moves, spoiled at random."""
    one, other = rng.choice(moves), rng.choice(moves)
    return spoiled(f"{rng.choice(('', *PROSE))}\n{rng.choice(FORMS).format(one, other)}", rng)


def truncations(moves: list[str]) -> Iterator[str]:
    """Yields every beginning of well-formed answers."""
    for form in FORMS:
        text = form.format(moves[0], moves[-1])
        yield from (text[:end] for end in range(len(text) + 1))


@cache
def decisions(game_string: str) -> list[Decision]:
    """Returns decisions of two playouts, always with the first one, and the adapter that reads the replies."""
    found = []
    for seed in (0, 1):
        # Loaded anew, because a second playout of the same negotiation object differs from the first.
        game = small_talk() if game_string == "small_talk" else pyspiel.load_game(game_string)
        first, *others = _asked(adapters.for_game(game), random.Random(seed))
        found += [first, *random.Random(seed).sample(others, min(STATES // 2 - 1, len(others)))]
    return found


def _asked(adapter: adapters.Adapter, rng: random.Random) -> Iterator[Decision]:
    """Yields the decisions of a playout as agents meet them: none in the middle of a compound move."""
    state = adapter.game.new_initial_state()
    while not state.is_terminal():
        players = movers(state)
        yield from ((adapter, state.clone(), player) for player in players)
        moves = {player: adapter.view.random_move(state, player, rng) for player in players}
        if state.is_simultaneous_node():
            seats = [moves.get(player, [0]) for player in range(state.num_players())]
            for joint in zip_longest(*seats, fillvalue=0):
                state.apply_actions(list(joint))
            continue
        for action in moves[players[0]] if players else [rng.choice(state.legal_actions())]:
            state.apply_action(action)


def names(adapter: adapters.Adapter, state: pyspiel.State, player: int) -> list[str]:
    """Returns the names of the legal moves, or their patterns if they have no names."""
    named = [adapter.view.names(state, player, action)[:1] for action in state.legal_actions(player)]
    return [name for listed in named for name in listed] or list(adapter.view.patterns(state, player))


def outcome(adapter: adapters.Adapter, state: pyspiel.State, player: int, text: str) -> str:
    """Parses a reply and returns ``move``, or the reason why it gives no move.

    Raises:
        AssertionError: an action of the move is not legal, or the reason is unknown.
    """
    try:
        actions = list(reader_of((adapter, state, player)).read(text).actions)
    except adapters.ReplyError as error:
        refusal = error
    else:
        _check(actions, state.clone(), player)
        return "move"
    assert refusal.reason in REASONS
    assert str(refusal)
    return refusal.reason


def _check(actions: list[int], state: pyspiel.State, player: int) -> None:
    assert actions, "a move without actions"
    for index, action in enumerate(actions):
        assert index == 0 or player in movers(state), "the move goes on when it is another's turn"
        assert action in state.legal_actions(player), f"action {action} is not legal"
        if state.is_simultaneous_node():
            others = [next(iter(state.legal_actions(seat)), 0) for seat in range(state.num_players())]
            state.apply_actions([action if seat == player else other for seat, other in enumerate(others)])
        else:
            state.apply_action(action)
