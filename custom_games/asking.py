"""Questions to partners and their answers: the texts, and the sentences in which models state them."""

from collections.abc import Sequence
from functools import cache

from custom_games.action_specs import Text
from custom_games.alphabets import LINE

ANSWERS = ("", "I?", "No.", "I had better not say.", "I am on your side.")  # of random players, whatever they hide
_ALL_VERBS = ("ask", "will ask", "would ask", "want to ask", "would like to ask", "choose to ask", "am going to ask")
_PICKING = ("choose", "will choose", "would choose", "pick", "will pick", "select", "will select")
_TALKING = ("talk to", "talk with", "speak to", "speak with", "turn to", "question", "address")
PARTNER_FRAMES = (
    *(f"I {verb} {{}}{end}." for verb in _ALL_VERBS for end in ("", " a question", " my question")),
    *(f"I {verb} {{}}{end}." for verb in _PICKING for end in ("", " as my partner", " as partner")),
    *(f"I {before}{verb} {{}}." for before in ("", "will ", "want to ", "would like to ", "choose to ")
      for verb in _TALKING),
    "Let me ask {}.", "Let me talk to {}.", "{} is my partner.", "My partner is {}.", "My partner will be {}.",
    "My question goes to {}.")


@cache
def question_spec(limit: int, partner: str, bank: tuple[str, ...]) -> Text:
    """Returns a question to the player of that name, cut off after ``limit`` bytes; random players ask one of ``bank``.
    """
    return Text("question", limit, LINE, overlong="cut", bank=bank, frames=tuple(question_frames(partner)))


@cache
def answer_spec(limit: int, asker: str) -> Text:
    """Returns an answer to the player of that name, cut off after ``limit`` bytes."""
    return Text("answer", limit, LINE, overlong="cut", bank=ANSWERS, frames=tuple(answer_frames(asker)))


def question_frames(partner: str) -> Sequence[str]:
    """Returns sentences that state a question to the player of that name."""
    said = [f"I {verb}{end}: {{}}" for verb in _ALL_VERBS for end in ("", f" {partner}")]
    return (*said, "I say: {}", "I will say: {}", "Here is my question: {}",
            *(f"{start}{verb}: {{}}" for start in (f"Question to {partner}", f"My question to {partner}")
              for verb in ("", " is")))


def answer_frames(asker: str) -> Sequence[str]:
    """Returns sentences that state an answer to the player of that name."""
    verbs = ("answer", "reply", "say", "respond")
    said = [f"I {before}{verb}{whom}: {{}}" for before in ("", "will ", "would ") for verb in verbs
            for whom in ("", f" to {asker}", f" {asker}")]
    told = [f"I {before}tell {asker}: {{}}" for before in ("", "will ", "would ")]
    return (*said, *told, "Here is my answer: {}",
            *(f"{start} to {asker}{verb}: {{}}" for start in ("Answer", "My answer", "My reply")
              for verb in ("", " is")))
