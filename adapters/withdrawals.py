"""Parts of a reply that no longer count: answers that are taken back, and turns that a model makes up for others."""

import re

# "Wait, no.", "Scratch that.", "On second thought, ...", at the start of a sentence.
_TAKEN_BACK = re.compile(
    r"(?:^|(?<=[.!?] ))[ \t*_>#(\-]*+(?:"
    r"(?:oh|hmm|ah|oops|sorry)?[,. ]{0,5}(?:wait|hold on)\b[,.! —–-]{0,5}"
    r"(?:no\b|actually|that(?:['’]s| is| was) (?:wrong|not|a mistake|an error|incorrect))"
    r"|no,? wait\b|(?:scratch|strike|disregard|ignore|forget) (?:that|this|the above|my (?:answer|previous))"
    r"|on (?:second thoughts?|reflection,? no)\b|(?:a )?correction\b|I (?:hereby )?(?:take|took) (?:that|it|this) back"
    r"|(?:actually,? |no,? ){0,2}(?:let me|I (?:want|need|have|would like)(?: to)?) "
    r"(?:change|correct|revise|reconsider|fix)\b|actually,? "
    r"(?:no\b(?! (?:further|more|explanation|need))"
    r"|I(?: should|['’]d| will|['’]ll| choose)\b(?! (?:stick|keep|stay with)))"
    r"|I(?: have|['’]ve)? changed? my mind)",
    re.IGNORECASE | re.MULTILINE)
_MADE_UP = re.compile(
    r"^(?:<\|(?:im_start|start_header_id)\|>[ \t]*user\b|[ \t*_#\[<|]*(?:user|human|observation)[\]>|*_ \t]*:)",
    re.IGNORECASE | re.MULTILINE)
_TURNS = re.compile(r"\W*(?:no\b|(?:oh )?wait\b|actually\b|scratch\b|correction\b|sorry\b|or rather\b)", re.IGNORECASE)


def turns(remark: str) -> bool:
    """Returns whether a remark behind an answer takes it back: "no wait, ..."."""
    return _TURNS.match(remark) is not None


def taken_back_at(text: str) -> int:
    """Returns the position of the last words that take back what stands before them; 0 if there are none."""
    return max((found.start() for found in _TAKEN_BACK.finditer(text)), default=0)


def made_up_turns(text: str) -> list[int]:
    """Returns the positions at which a reply goes on with a turn of somebody else, as in "User: Next round."."""
    return [found.start() for found in _MADE_UP.finditer(text)]
