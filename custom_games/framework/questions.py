"""Questions to partners and their answers."""

from functools import cache

from custom_games.action_specs import Text
from custom_games.action_specs.alphabets import LINE

LONGEST_TEXT = 30_000  # bytes of a question or an answer
ANSWERS = ("", "I?", "No.", "I had better not say.", "I am on your side.")  # of random players, whatever they hide


@cache
def question_spec(limit: int, bank: tuple[str, ...]) -> Text:
    """Returns a question that is cut off after ``limit`` bytes; random players ask one of ``bank``."""
    return Text("question", limit, LINE, overlong="cut", bank=bank)


@cache
def answer_spec(limit: int) -> Text:
    """Returns an answer that is cut off after ``limit`` bytes."""
    return Text("answer", limit, LINE, overlong="cut", bank=ANSWERS)
