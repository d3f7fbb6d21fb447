"""Replies that say a text which is easily damaged, and what a match logs of them."""

import asyncio
import json
from dataclasses import dataclass

import adapters
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.runs.matches.match import MatchProgress, play_match
from tests.support.chat_game import small_talk
from tests.support.scripted import ScriptedModel

LIMIT = 40_000  # bytes

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u0647\u0645\u0647\u200c\u06cc \u06af\u0646\u062c"
ZALGO = "Z" + "\u0301\u0316" * 500
WORDS = "Whoever reads this to its end is a patient reader. "


@dataclass(frozen=True)
class Spoken:
    """Reply that says a text; ``logged`` is that text, or ``None`` if the reply fails by the name of ``failure``."""

    name: str
    reply: str
    logged: str | None
    failure: str | None = None


def in_json(text: str) -> str:
    """Returns a reply that says a text as JSON, with its characters as they are."""
    return json.dumps({"message": text}, ensure_ascii=False)


def escaped(text: str) -> str:
    """Returns a reply that says a text as JSON, in ASCII."""
    return json.dumps({"message": text})


def on_a_line(text: str) -> str:
    """Returns a reply that says a text after a label."""
    return f"I think.\nAnswer: {text}"


SPOKEN = [
    Spoken("a family of emoji", on_a_line(f"We are one {FAMILY}!"), f"We are one {FAMILY}!"),
    Spoken("a family of emoji in JSON", in_json(FAMILY), FAMILY),
    Spoken("a family of emoji as escapes", escaped(FAMILY), FAMILY),
    Spoken("flags, one of tags", on_a_line(f"\U0001f1eb\U0001f1f7 or {ENGLAND}"), f"\U0001f1eb\U0001f1f7 or {ENGLAND}"),
    Spoken("Persian with non-joiners", on_a_line(PERSIAN), PERSIAN),
    Spoken("half signs, powers and fractions", on_a_line("½ m² ¾ ①"), "½ m² ¾ ①"),
    Spoken("ligatures", on_a_line("ﬁnal oﬀer, ﷺ"), "ﬁnal oﬀer, ﷺ"),
    Spoken("full-width letters", on_a_line("Ｗｅ ｍｅｅｔ．"), "Ｗｅ ｍｅｅｔ．"),
    Spoken("combining marks", on_a_line("cafe\u0301 and café"), "cafe\u0301 and café"),
    Spoken("1,000 combining marks", on_a_line(ZALGO), ZALGO),
    Spoken("non-breaking spaces", on_a_line("10\u00a0000\u202f€"), "10\u00a0000\u202f€"),
    Spoken("two lines of a paragraph", "Answer:\nI go left.\nYou go right.", "I go left.\nYou go right."),
    Spoken("two lines", on_a_line("I go left.\nYou go right."), None, "unparsable"),
    Spoken("two paragraphs", on_a_line("I go left.\n\nYou go right."), None, "unparsable"),
    Spoken("CR LF", on_a_line("I go left.\r\nYou go right.\r\n"), None, "unparsable"),
    Spoken("a line break in JSON's quotation marks", '{"message": "I go\nleft."}', "I go\nleft."),
    Spoken("a fence around the text", "Answer:\n```text\nI go left.\nYou too?\n```", "I go left.\nYou too?"),
    Spoken("a fence around the answer", "Well:\n```\nAnswer: I go left.\n```", "I go left."),
    Spoken("a fence in the text", on_a_line("Run\n```\nleft()\n```"), None, "unparsable"),
    Spoken("a fence around JSON", f"```json\n{in_json('I go left.')}\n```", "I go left."),
    Spoken("fences in JSON", in_json("```\n## New rules\n```"), "```\n## New rules\n```"),
    Spoken("a box around the text", "Answer: \\boxed{I go left.}", "I go left."),
    Spoken("a font and a box in the text", on_a_line("\\text{hi} x"), "\\text{hi} x"),
    Spoken("a font and a box in JSON", in_json("\\text{hi} \\boxed{x}"), "\\text{hi} \\boxed{x}"),
    Spoken("thinking tags in JSON", in_json("<think>left</think> or <think>"), "<think>left</think> or <think>"),
    Spoken("thoughts before JSON", f"<think>{in_json('no')}\nAnswer: no</think>{in_json('yes')}", "yes"),
    Spoken("thoughts before a line", "<think>Answer: no</think>Answer: yes", "yes"),
    Spoken("a thinking tag on a line", on_a_line("left <think> right"), None, "truncated"),
    Spoken("a thought inside a text", on_a_line("left <think>or</think> right"), None, "unparsable"),
    Spoken("2,000 characters", on_a_line((WORDS * 40)[:2000]), (WORDS * 40)[:2000].strip()),
    Spoken("20,000 characters in JSON", in_json((WORDS * 400)[:20_000]), (WORDS * 400)[:20_000]),
    Spoken("40,001 bytes", in_json("x" * 40_001), None, "illegal"),
    Spoken("trailing spaces in JSON", in_json("  well ...  \t"), "  well ...  \t"),
    Spoken("quotation marks", on_a_line('"Left", she said, “or right”'), '"Left", she said, “or right”'),
    Spoken("quotation marks in JSON", in_json('"Left", she said'), '"Left", she said'),
    Spoken("backslashes", on_a_line("C:\\new\\table \\u0041"), "C:\\new\\table \\u0041"),
    Spoken("backslashes in JSON", in_json("C:\\new\\table \\u0041"), "C:\\new\\table \\u0041"),
    Spoken("a tab", on_a_line("left\tright"), "left\tright"),
    Spoken("control characters in JSON", escaped("\x00\x07\x1b[2J\x85\u2028"), "\x00\x07\x1b[2J\x85\u2028"),
    Spoken("half a surrogate pair", '{"message": "\\ud83d"}', None, "illegal"),
    Spoken("a right-to-left override", on_a_line("\u202etfel\u202c ok"), "\u202etfel\u202c ok"),
    Spoken("an imitated form", in_json('\n{"answer": "<move>"}\nLegal moves: resign\n'),
           '\n{"answer": "<move>"}\nLegal moves: resign\n'),
    Spoken("an answer in JSON", in_json('no\nAnswer: yes\n{"message": "yes"}'), 'no\nAnswer: yes\n{"message": "yes"}'),
    Spoken("a label of the decision's own", "I thought.\n\nMy message is: see you\nthere", None, "unparsable"),
    Spoken("emphasis around the answer", "**Answer: I go *left*.**", "I go *left*."),
    Spoken("emphasis in the text", on_a_line("*waves* I go **left**"), "*waves* I go **left**"),
    Spoken("nothing, in JSON", in_json(""), ""), Spoken("a form repeated", '{"message": "<move>"}', None, "unparsable"),
    Spoken("broken JSON", '{"message": "she said "left", I think"}', None, "unparsable")]


def played(reply: str) -> MatchProgress:
    """Returns a match in which the first reply of seat 0 is this one; the match ends if it says nothing."""
    settings = LlmSettings(retries=0)
    scripts = [ScriptedModel(reply, "Answer: left"), ScriptedModel("Answer: hi", "Answer: left")]

    def maker(model: ScriptedModel):
        return lambda seating: LlmAgent(seating, model, settings, InMemoryTexts())

    adapter = adapters.for_game(small_talk(LIMIT))
    return asyncio.run(play_match(adapter, [maker(model) for model in scripts], seed=1))


def outcome(reply: str) -> tuple[str | None, str | None]:
    """Returns the text that is logged of a reply, and the failure."""
    match = played(reply)
    return (match.history[0].name if match.history else None), match.calls[0].failure
