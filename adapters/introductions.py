"""Lines that introduce an answer: as the writer's own, or as an example, another player's, an earlier or imagined one."""

import re

LONGEST = 200  # characters before an answer in which its introduction is looked for

_WHO = (r"(?:others?|others['’]|opponents?|opponents?['’]s?|players?|player[ _]?\d+|people|everyone|everybody|most|they|"
        r"he|she|someone|rivals?|bidders?|pirates?|pirate[ _]?\d+|(?:my )?friends?|guests?|competitors?|adversary)")
_SUBJECT = (rf"(?:(?:(?:the|my|an?|all|any|each|every|some|most|other) (?:of the )?)(?:(?!to|for|against|than|of|with|as)\w+ ){{0,2}})?"
            rf"{_WHO}\b(?![^:]*\b(?:so|therefore|thus)\b)")
# Of the first clause: "I expect that the others will play:", "What my opponent did:", "If they are careless:".
_FOREIGN = re.compile(
    rf"\W*(?:(?:and|but|then|so) )?(?:I (?:expect|think|believe|predict|guess|assume|suppose|fear|hope) )?"
    rf"(?:that |what |how )?(?:{_SUBJECT}|(?:if|unless|had|suppose|imagine|otherwise|alternatively|alternative|instead)\b)"
    r"|.*\b(?:examples?|e\.g|instance|hypothetical(?:ly)?)\b"
    r"|\W*(?:the )?(?:results?|history|outcomes?)\b"
    r"|.*\b(?:than|rather than|instead of)\W*$"
    r"|.*\b(?:would|could|might) have\b"
    r"|.*\b(?:last|previous|earlier|past)\b.*\b(?:was|were|answered|replied|chose|played|picked|said|stated)\b",
    re.IGNORECASE | re.DOTALL)
_HISTORY = re.compile(r"\W*(?:in )?(?:the )?(?:round|game|run|turn|auction|match) \d+\W*", re.IGNORECASE)
# Of the last clause: "..., so my answer is:".
_CONCLUSION = re.compile(
    r".*(?:\b(?:so|therefore|thus|hence|consequently)\b,? (?:I|my|here|the (?:final |best )?answer)\b"
    r"|, (?:I will|I'll|my (?:final )?(?:answer|move|decision|choice|action|reply)) (?!(?:would|was|were)\b)"
    r"|\b(?:final|my) (?:answer|decision|choice|move|action|reply)(?: now)?(?: is)?\W*$)",
    re.IGNORECASE | re.DOTALL)
_OWN = re.compile(
    r"\b(?:answer|move|action|choice|decision|reply|response|conclusion|final|here|so|thus|therefore|hence|below|"
    r"follows|following|recommend\w*|best)\b|\bI (?!(?:expect|think|believe|predict|guess|assume|suppose|fear|hope)\b)"
    r"|\bI['’]|\blet(?:['’]s| me)\b|\bmy (?:\w+ )?(?:bid|contribution|guess|number|offer|pick|proposal|selection|target|"
    r"vote|plan|dish|order|card|claim)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?](?=\s)|\n")
_ENDS = (":", ":**", ":*", ":__", ":_")
_LISTED = re.compile(r"\s*(?:[-*•+>|#]|\d+[.)])")
_LONGEST_HEADING = 2  # words
_SPACE = " \t\n\f"
# A line that goes on in the answer below it.
_GOES_ON = re.compile(
    r"\b(?:than|not|say|reply|respond|answer|write|play|choose|pick|bid|name|propose|be|is|are|was|like|as|with|do)$")
_OBJECTS = re.compile(r"(?:\n[ \t]*(?:[-*][ \t]*)?\{[^{}\n]*\}[ \t]*,?)+\n[ \t]*(?:[-*][ \t]*)?\Z")


def is_foreign(text: str, start: int, end: int) -> bool:
    """Returns whether the words before what stands from start to end introduce it as no answer of the writer."""
    near = text[max(0, start - LONGEST):start]
    before = _OBJECTS.sub("", near).rstrip(_SPACE)
    on_line = near.rpartition("\n")[2].strip(_SPACE)
    if not (on_line or before.endswith(_ENDS) or _GOES_ON.search(before)):
        return False
    sentence = _last_sentence(near if on_line else before)
    if _HISTORY.fullmatch(sentence) and text[end:].strip(_SPACE):
        return True
    return _FOREIGN.match(sentence) is not None and _CONCLUSION.match(sentence) is None


def announces_other(text: str, start: int) -> bool:
    """Returns whether the line before a bare move says what it is, and that it is no answer, or goes on in it."""
    line = re.split(r"[\n\f]", text[max(0, start - LONGEST):start].rstrip(_SPACE))[-1]
    goes_on = line[-1:].isalnum() and len(line.split()) > _LONGEST_HEADING and not _LISTED.match(line)
    return (goes_on or line.endswith(_ENDS)) and _OWN.search(_last_sentence(line)) is None


def _last_sentence(text: str) -> str:
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    return text[ends[-1]:] if ends else text
