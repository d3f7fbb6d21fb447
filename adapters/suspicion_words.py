"""Words in which analyses judge players: their patterns, and how much more or less suspicious they call somebody.

The text is in small letters, without markup, and each player stands as one character of Unicode's private area. The
names that a game has for the one who is looked for, and for the others, stand as "culprit" and "innocent".
"""

import re

FIRST_PLAYER = 0xE000
PLAYER = "[\ue000-\uf8ff]"
PLAYERS = (rf"{PLAYER}(?:'s)?(?:\s*(?:,|/|&|\band\b|\bn?or\b|,\s*and\b)\s*(?:both\s+)?{PLAYER}(?:'s)?){{0,99}}")

_CULPRIT = r"(?:culprit(?!\s+word)|odd one out|impost[eo]r|spy)\b(?!'s)"
LABEL = (
    r"(?P<same>\bno\s+(?:\w+\s+)?change\b|\bunchanged\b|\bsame\b|\bneutral\b|\bneither more nor less\b"
    r"(?:\s+suspicious)?|\bneither\s+suspicious\s+nor\s+\w+"
    r"|\bun(?:clear|certain|decided|sure|known)\b|\bnot sure\b|\bhard to (?:tell|say)\b)"
    r"|(?P<innocent>\bnon[- ]?culprit\b|\binnocent\b|\bunsuspicious\b|\btrustworthy\b"
    r"|\babove suspicion\b|\bcleared\b)"
    rf"|(?P<suspicious>\bsuspicious\b|\bsuspect\b|\bquestionable\b|\bdubious\b|\b{_CULPRIT})"
    r"|(?P<up>\b(?:increas\w+|r(?:is(?:es?|en|ing)|ais(?:es?|ed|ing))|grow[sn]?|higher)\b)"
    r"|(?P<down>\b(?:decreas\w+|drops?|dropped|lower\w*|reduced|falls?|fallen)\b)")
# What follows a label: those it is about, those who are suspected by the one it is about, or further labels to choose.
NAMED_AFTERWARDS = re.compile(
    r"\s*(?:player|one|person)?\s*(?:is|are|:|=|-|–|—|must be|might be|could be|may be|seems to be)\s*"
    rf"(?:probably |likely )?({PLAYERS})")
# What denies the judgement on those who are named next.
DENIED_BEFORE = re.compile(
    r"\b(?:neither|none of|unlikely|doubtful|not (?:likely|true|the case|convinced|certain)|"
    r"no (?:reason|evidence|sign|grounds))\b")
OBJECT = re.compile(rf"\s*(?:of|about|towards?)\s+({PLAYERS})")
CHOICE = re.compile(r"\s*(?:/|,|\bor\b)\s*(?:or\s+)?(?:no|more|less)\b")

_COPULA = re.compile(r"(?:\b(?:is|are|am|be|being|was|as)\b|'m\b|'s\b|'re\b|[:=–—-]).*$")
_CLAUSE = re.compile(r"[,:;]|\b(?:so|and|but|therefore|thus|hence|which|making|makes)\b")
_DENIAL = re.compile(r"\b(?:not|never|hardly|barely|nor|no|neither)\b")
_COMPARED = re.compile(r"\b(?:more|most|less|least|increasingly)\b")
_LESS = re.compile(r"\b(?:less|least|unlikely)\b")
_EQUAL = re.compile(r"\b(?:equally|similarly|as|so)\s*$|\bequally\b")
_SHARE = re.compile(r"\d\s*%\s*$")  # "30% suspicious" is more for one and less for another
_SUSPICION = re.compile(r"\bsuspicio(?:n|us)")


def players_in(text: str) -> tuple[int, ...]:
    """Returns the numbers of the players in a text, in order."""
    return tuple(ord(character) - FIRST_PLAYER for character in text if re.match(PLAYER, character))


def change(label: re.Match[str], lead: str, denied: bool) -> int | None:
    """Returns the change that a label states: 1 for more suspicious, -1 for less; ``None`` if it judges nobody here.

    ``label`` is a match of :data:`LABEL` in a sentence, ``lead`` the words since the last name, and ``denied`` says
    that the sentence denies what it says, as in "I do not think that ...".
    """
    if label["same"]:
        return 0
    if label["up"] or label["down"]:
        return (1 if label["up"] else -1) if _SUSPICION.search(label.string) else None
    if re.fullmatch(_CULPRIT, label[0]) and not _COPULA.search(lead) and not NAMED_AFTERWARDS.match(
            label.string, label.end()):
        return None
    if _SHARE.search(lead):
        return None
    clause = _CLAUSE.split(lead)[-1]
    stated = -1 if label["innocent"] else 1
    denied = denied != bool(_DENIAL.search(clause))
    compared = bool(_COMPARED.search(clause))
    if _EQUAL.search(clause) and not compared:
        return -stated if denied else 0
    if denied and compared:
        return 0
    return -stated if denied != bool(_LESS.search(clause)) else stated
