"""The reader of GTBench's program (``prompts/regex_and_format.py``, ``games/*.py``, ``agents/*.py``).

Of all places in a reply that look like a move of the game, the last one counts. It is played if it is legal once a few
repairs are made; the pattern of each game and its repairs are told by the function that reads it.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import pyspiel

from adapters.native.breakthrough import DIRECTIONS
from adapters.replies.errors import ReplyError
from adapters.replies.reply_forms import ReplyForm
from adapters.replies.reply_reader import Reading
from adapters.views import View
from custom_games.action_specs.patterns import Pattern

COLUMNS, ROWS = 3, 8  # of the program's Breakthrough
PILES = 4
SIDES = 6
LIAR = 12
LARGEST_AMOUNT = 5  # of an item in a proposal
LARGEST_SYMBOL = 4  # of an utterance
AGREEMENT = (LARGEST_AMOUNT + 1) ** 3


def read(reply: str, view: View, state: pyspiel.State, player: int, *lines: str) -> Reading:
    """Returns the move that the program plays after a reply.

    Raises:
        ReplyError: it plays none, which ends the match: nothing in the reply looks like a move (``unparsable``), or the
            last such place is no legal move (``illegal``).
    """
    rule = _RULES[state.get_game().get_type().short_name]
    *_, last = [None, *rule.looks.finditer(reply)]
    if last is None:
        raise ReplyError("unparsable", "Your reply has no move in the form that was asked for.")
    try:
        action = rule.decode(last[0], state)
    except ValueError:  # a number of more than 4,300 digits
        action = None
    if action is None or action not in state.legal_actions(player):
        raise ReplyError("illegal", f"{last[0][:100]!r} is no legal move.")
    return Reading((action,), span=last.span())


def reply_form(shown: ReplyForm, view: View, state: pyspiel.State, player: int, *lines: str) -> ReplyForm:
    """Returns the form of a reply that plays a move, which is the line that the wording shows."""
    return shown


def option_form(count: int) -> ReplyForm:
    """Returns the form of a vote for one of ``count`` candidates."""
    return ReplyForm(tuple(Pattern(f"The best choice is {number}") for number in range(1, count + 1)), label="")


def read_option(reply: str, count: int) -> int:
    """Returns the index of the candidate that a vote chooses: the last digit of the last line with such a sentence.

    Raises:
        ReplyError: there is no such line, or no candidate of that number.
    """
    said = (line.partition("best choice is ")[2] for line in reply.split("\n"))
    digits = [digit for each in said for digit in re.findall(r"\d", each)[-1:]]
    if not digits:
        raise ReplyError("unparsable", "Your reply does not say which choice is best.")
    number = int(digits[-1])
    if not 1 <= number <= count:
        raise ReplyError("illegal", f"There is no choice {number}.")
    return number - 1


def _decode_cell(text: str, state: pyspiel.State) -> int:
    """Returns the action of a cell such as ``C1R2``; columns and rows are from 1 to 3."""
    return (int(text[3]) - 1) * 3 + int(text[1]) - 1


def _decode_column(text: str, state: pyspiel.State) -> int:
    """Returns the action of ``<C3>`` or ``column 3``: the first number, and the last column if it is larger."""
    (number, *_) = re.findall(r"\d+", text)
    return min(int(number) - 1, 6)


def _decode_step(text: str, state: pyspiel.State) -> int:
    """Returns the action of ``a7->b6``, whether or not it captures, and whatever the reply says about that.

    A step that no piece can make has the number -1 in place of its direction, which makes it another piece's move.
    """
    column, row, to_column, to_row = (ord(text[place]) for place in (0, 1, 4, 5))
    direction = (row - to_row, to_column - column)
    number = DIRECTIONS.index(direction) if direction in DIRECTIONS else -1
    square = (ROWS - (row - ord("0"))) * COLUMNS + column - ord("a")
    plain = (square * len(DIRECTIONS) + number) * 2
    return plain if plain in state.legal_actions() else plain + 1


def _decode_take(text: str, state: pyspiel.State) -> int:
    """Returns the action of ``<pile:4, take:2>``."""
    pile, take = map(int, re.findall(r"\d", text))
    return (take - 1) * PILES + pile - 1


def _decode_bet(text: str, state: pyspiel.State) -> int:
    return int(text == "<Bet>")


def _decode_claim(text: str, state: pyspiel.State) -> int:
    """Returns the action of ``<2 dices, 6 value>``, with ``dice`` or ``dices``, or of ``<Liar>``."""
    if text == "<Liar>":
        return LIAR
    quantity, face = map(int, re.findall(r"\d", text))
    return (quantity - 1) * SIDES + face - 1


def _decode_bid(text: str, state: pyspiel.State) -> int:
    """Returns the bid in ``<7>``, or the nearest legal one; of two that are as near, the higher."""
    bid = int(text[1:-1])
    return min(map(int, state.legal_actions()), key=lambda legal: (abs(legal - bid), -legal))


def _decode_roll(text: str, state: pyspiel.State) -> int | None:
    """Returns the action that a line names first, in any letter case and within any word: 0 rolls, and 1 stops."""
    named = re.search("roll|stop", text.lower())
    return None if named is None else int(named[0] == "stop")


def _decode_amounts(text: str, state: pyspiel.State) -> int | None:
    """Returns the action of a list or of an agreement.

    Numbers above 5 in a proposal, or above 4 in an utterance, are lowered to these; a list must have one blank after
    each comma. An agreement without a proposal to agree to is the last legal proposal, which takes all.
    """
    proposing = state.legal_actions()[0] < AGREEMENT
    if proposing and "agree" in text.lower():
        return int(state.legal_actions()[-1])
    amounts = re.search(r"\[(\d+), (\d+), (\d+)\]", text)
    if amounts is None:
        return None
    largest = LARGEST_AMOUNT if proposing else LARGEST_SYMBOL
    first, second, third = (min(largest, int(amount)) for amount in amounts.groups())
    number = (first * (largest + 1) + second) * (largest + 1) + third
    return number if proposing else AGREEMENT + 1 + number


def _decode_testimony(text: str, state: pyspiel.State) -> int:
    return int(text == "<Testify>")


class _Rule(NamedTuple):
    """The places in a reply that look like a move, and the action of one; ``None`` for none."""

    looks: re.Pattern[str]
    decode: Callable[[str, pyspiel.State], int | None]


_RULES = {
    "tic_tac_toe": _Rule(re.compile(r"C[1-3]R[1-3]"), _decode_cell),
    "connect_four": _Rule(re.compile(r"<C[1-7]>|[Cc]olumn.{0,3}[1-7]"), _decode_column),
    "breakthrough": _Rule(re.compile(r"[a-c][1-8]->[a-c][1-8]"), _decode_step),
    "nim": _Rule(re.compile(
        r"<pile:(?:1, take:1|2, take:[1-3]|3, take:[1-5]|4, take:[1-7])>"), _decode_take),
    "kuhn_poker": _Rule(re.compile(r"<Pass>|<Bet>"), _decode_bet),
    "liars_dice": _Rule(re.compile(r"<Liar>|<[12] dices?, [1-6] value>"), _decode_claim),
    "first_sealed_auction": _Rule(re.compile(r"<(?:\d|10)>", re.ASCII), _decode_bid),
    "pig": _Rule(re.compile(r".+"), _decode_roll),
    "negotiation": _Rule(re.compile(r"[Aa]gree|AGREE|\[\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\]"), _decode_amounts),
    "iterated_prisoners_dilemma": _Rule(re.compile(r"<Testify>|<Silent>"), _decode_testimony),
}
