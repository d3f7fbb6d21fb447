"""Lines that introduce an answer: as the writer's own, or as an example, another player's, a past or imagined one."""

import re

LONGEST = 200  # characters before an answer in which its introduction is looked for

_WHO = (r"(?:others?|opponents?|players?|player[ _]?\d+|people|everyone|everybody|most|they|he|she|someone|rivals?|"
        r"bidders?|pirates?|pirate[ _]?\d+|(?:my )?friends?|guests?|competitors?|adversary)")
_SUBJECT = (r"(?:(?:the|my|an?|all|any|each|every|some|most|other) (?:of the )?"
            rf"(?:(?!to|for|against|than|of|with|as)\w+ ){{0,2}})?{_WHO}\b(?![^:]*\b(?:so|therefore|thus)\b)")
_CONDITION = (
    r"(?:if|unless|had|suppose|imagine|once|later|afterwards|next (?:time|round|turn|game)|when (?!I\b|consider))")
_NOT_KNOWN = r"(?:expect|think|believe|predict|guess|assume|suppose|fear|hope)"
# Of the sentence or its last clause: "I expect that the others will play:", "What they did:", "If they are careless:".
_FOREIGN = re.compile(
    rf"\W*(?:(?:and|but|then|so) )?(?:I {_NOT_KNOWN} )?"
    rf"(?:that |what |how )?(?:{_SUBJECT}|(?:{_CONDITION}|otherwise|alternatively|alternative|instead)\b)"
    r"|.*\b(?:examples?|e\.g|instance|hypothetical(?:ly)?)\b"
    r"|\W*(?:the |my |all )?(?:results?|history|outcomes?|candidates?|options|(?:possible|legal|candidate) moves)\b"
    r"|.*\b(?:than|rather than|instead of)\W*$"
    r"|.*\b(?:would|could|might) have\b"
    r"|.*\b(?:last|previous|earlier|past)\b.*\b(?:was|were|answered|replied|chose|played|picked|said|stated)\b",
    re.IGNORECASE | re.DOTALL)
_HISTORY = re.compile(r"\W*(?:in )?(?:the )?(?:round|game|run|turn|auction|match) \d+\W*", re.IGNORECASE)
_NOUN = r"(?:answer|move|decision|choice|action|reply)"
# Of the last clause: "..., so my answer is:".
_CONCLUSION = re.compile(
    r".*\b(?:so|therefore|thus|hence|consequently)\b,? (?:I|my|here|the (?:final |best )?answer)\b"
    rf"|(?!\W*(?:{_CONDITION})\b).*(?:, (?:I will|I'll|my (?:final )?{_NOUN}) (?!(?:would|was|were)\b)"
    rf"|\b(?:final|my) {_NOUN}(?: now)?(?: is)?\W*$)",
    re.IGNORECASE | re.DOTALL)
_OWN = re.compile(
    r"\b(?:answer|move|action|choice|decision|reply|response|conclusion|final|here|so|thus|therefore|hence|below|"
    rf"follows|following|recommend\w*|best)\b|\bI (?!{_NOT_KNOWN}\b)|\bI['’]|\blet(?:['’]s| me)\b|"
    r"\bmy (?:\w+ )?(?:bid|contribution|guess|number|offer|pick|proposal|selection|target|vote|plan|dish|order)\b",
    re.IGNORECASE)
SENTENCE_END = re.compile(r"[.!?](?=\s)|\n")
_ENDS = (":", ":**", ":*", ":__", ":_")
_LISTED = re.compile(r"\s*(?:[-*•+>|#]|\d+[.)])")
_LONGEST_HEADING = 1  # words
_SPACE = " \t\n\f"
# A line that goes on in the answer below it.
_GOES_ON = re.compile(
    r"\b(?:than|not|say|reply|respond|answer|write|play|choose|pick|bid|name|propose|be|is|are|was|like|as|with|do)$")
_ITEM = re.compile(r"[ \t]*[-*][ \t]")
_ITEMS = re.compile(r"(?:\n[ \t]*[-*][ \t][^\n]*)+\n\Z")
_OBJECTS = re.compile(r"(?:\n[ \t]*(?:[-*][ \t]*)?\{[^{}\n]*\}[ \t]*,?)+\n[ \t]*(?:[-*][ \t]*)?\Z")


def is_foreign(text: str, start: int, end: int) -> bool:
    """Returns whether the words before what stands from start to end introduce it as no answer of the writer."""
    near = text[max(0, start - LONGEST):start]
    items = _ITEMS if _ITEM.match(text, start) else _OBJECTS
    before = items.sub("", near).rstrip(_SPACE)
    on_line = near.rpartition("\n")[2].strip(_SPACE)
    if not (on_line or before.endswith(_ENDS) or _GOES_ON.search(before)):
        return False
    sentence = last_sentence(near if on_line else before)
    if _HISTORY.fullmatch(sentence) and text[end:].strip(_SPACE):
        return True
    clauses = (sentence, sentence.rpartition(", ")[2])
    return any(map(_FOREIGN.match, clauses)) and _CONCLUSION.match(sentence) is None


def announces_other(text: str, start: int) -> bool:
    """Returns whether the line before a bare move says what it is, and that it is no answer, or goes on in it."""
    line = re.split(r"[\n\f]", text[max(0, start - LONGEST):start].rstrip(_SPACE))[-1]
    goes_on = line[-1:].isalnum() and len(line.split()) > _LONGEST_HEADING and not _LISTED.match(line)
    return (goes_on or line.endswith(_ENDS)) and _OWN.search(last_sentence(line)) is None


def last_sentence(text: str) -> str:
    """Returns what stands behind the last end of a sentence, or of a line, in a text."""
    ends = [match.end() for match in SENTENCE_END.finditer(text)]
    return text[ends[-1]:] if ends else text
