"""Reads an analysis of who suspects whom, as a model writes it, as changes of a matrix of suspicions.

A text goes through points of view: "I think", "As Player 1, I think:", "I think Player 2 now thinks:", "From Player 3's
perspective" each hold until the next. In each a judgement is about the names before it ("Player 2 is more suspicious",
"Player 2 and Player 3: no change"), after it ("More suspicious: Player 2", "the undercover is Player 3"), or else about
the player at whose name the line began. "I suspect Player 3" and "Player 1 suspects Player 3" are judgements too.

What is denied is read as a person would: "not suspicious" is less suspicious, and "not more suspicious" no change.
Reasons ("because ..."), conditions, questions, plans and quotations judge nobody, and who clears itself changes
nothing. Of several judgements on the same suspicion the last one counts. What is not understood changes nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from adapters import suspicion_words
from adapters.suspicion_words import FIRST_PLAYER, PLAYER, PLAYERS, players_in

Changes = tuple[tuple[int, ...], ...]  # a row per point of view, with 1, 0 or -1 for each player

MAX_LENGTH = 20_000  # characters that are read

_AUXILIARY = (
    r"(?:(?:now|currently|probably|likely|might|may|would|will|could|also|then|still|must|should|do|does|really|"
    r"strongly|mainly|mostly|most|personally|too|am|is|starting|beginning|begins?|starts?|to|just)\s+){0,4}")
_THINKS = (
    r"(?:think(?:s|ing)?|believ(?:es?|ing)|feels?|assumes?|guess(?:es)?|reckons?|says?|sees?|views?|regards?|"
    r"considers?|finds?|knows?|judges?|lean(?:s|ing)?)")
_MIND = (
    rf"(?P<mind>{PLAYERS}|\bi)\s+{_AUXILIARY}(?P<denied>not\s+|never\s+|no longer\s+)?{_AUXILIARY}"
    rf"(?:{_THINKS}|(?P<doubts>doubts?)|(?P<suspects>suspect(?:s|ing)?|distrusts?|accuses?)|(?P<trusts>trusts?))\b")
_VIEW = (
    rf"\bas\s+(?P<role>{PLAYER})\s*,?(?:\s*i\s+{_AUXILIARY}{_THINKS}\b)?"
    rf"|(?P<whose>{PLAYER}|\bmy|\bown)(?:'s)?\s+(?:own\s+)?(?:perspective|point of view|view(?:point|s)?|standpoint|"
    r"eyes|thoughts?|opinion|mind|suspicions|beliefs?|analysis|thinking|shoes)\b"
    rf"|(?:perspective|point of view|view|thoughts|eyes|shoes) of (?P<of>{PLAYER})|\baccording to (?P<said>{PLAYER})"
    r"|\b(?P<overall>overall|in conclusion|conclusion|in summary|summary|to sum up|final verdict)\b")
_MAIN_SUSPECT = (
    rf"(?P<main>{PLAYER}|\bmy)(?:'s)?\s+(?:(?:main|prime|top|primary|biggest|chief)\s+)?suspect\s*(?:is|:|would be)")
_TOKEN = re.compile(rf"{_MAIN_SUSPECT}|{_MIND}|{_VIEW}|{suspicion_words.LABEL}|(?P<names>{PLAYERS})")
_HOLDERS = ("main", "mind", "role", "whose", "of", "said", "overall")  # the groups of points of view

_MARKUP = re.compile(r"[*_`#>~|\[\]{}]")
_BULLET = re.compile(r"^\s*(?:[-+•–—]|\(?\d{1,2}[.)])\s+")
_QUOTED = re.compile(r'"([^"\n]{0,300})"')
_WHOLE_QUOTATION = re.compile(r'^"([^"]*)"$')
_NO_QUOTATION = re.compile(
    rf"\W*(?:{PLAYER}\W*|(?:(?:more|less|no|not|the|most|least|suspicious|change|culprit)\W*)+)")
_SENTENCE = re.compile(r"[^.;!?]+[.;!?]*")
_NEXT_VIEW = re.compile(rf",\s*(?:and|but|while|whereas)\s+(?={PLAYER}\s+{_AUXILIARY}(?:suspects|thinks|believes)\b)")
_REASON = re.compile(
    r"\b(?:because|since|given that|due to|seeing that|considering that|"
    r"(?<=,) as|as (?=(?:their|his|her|its|it|he|she|they|this|that)\b))\b.*?(?=$|[.;!?)]"
    r"|,\s*(?:and |while |whereas |but )?"
    rf"(?:{PLAYER}\s+(?:is|are|remains?|seems?|looks?|appears?|must|has to)|i\s+(?:suspect|trust|distrust))\b)")
_ASIDE = re.compile(
    r",\s*(?:who|which|whose)\b[^,]*,|(?<=\w)\s(?:if|whether|unless)\b[^,.;!?]*"
    rf"|\b(?:than|compared (?:to|with)|unlike|relative to)\s+{PLAYERS}"
    r"|\b(?:sure|certain|clear|unsure|uncertain|unclear|idea|knows?|wonders?|tell)\s+(?:yet\s+)?(?:about\s+)?"
    r"(?:who|which)\b[^,.;!?]*"
    # From the start of a sentence and its first "would" only: a search from every place would take quadratic time.
    r"|(?:^|(?<=[.;!?]))(?>[^.;!?]*?\bwould (?:be|become|seem|look|appear)\b)[^.;!?]*\b(?:if|unless|had)\b[^.;!?]*")
_NOT_SAID = re.compile(
    r"^\W*(?:if|unless|whether)\b|\?\s*$|\bi(?:'ll| will| should| want to| would like to| plan to| intend to)\b"
    r"|\bmy (?:plan|goal|target|aim|strategy)\b")
_DIAGNOSIS = re.compile(r"\bam i (?:the |an? )?culprit\W{1,5}(yes|no)\b")
_ME = re.compile(
    r"\b(?:me|myself)\b|\b(?:i|you)(?='(?:m|re)\b|\s+(?:am|are|look|seem|appear|may be|might be|could be|must be)\b)")
_ALL_OTHERS = re.compile(
    r"\b(?:(?:both|all|the|two)\s+){0,3}(?:other players|others)(?=\s+(?:think|believe|suspect|find|see|consider)\b)")
_OTHERS = re.compile(r"\bother players?'?s?'?\s+(?:thoughts|views|perspectives|suspicions|minds)\b")
_STRAIGHT = str.maketrans("’‘“”", "''\"\"")


def changes_in(
    text: str, names: Sequence[str], owner: int, culprits: Sequence[str] = (), innocents: Sequence[str] = ()
) -> Changes:
    """Returns the changes that an analysis states: 1 for more suspicious, -1 for less, and 0 for all else.

    ``names`` are those of the players in the order of their seats, and ``owner`` is the one who writes. ``culprits``
    and ``innocents`` are the words by which a game calls those who are looked for, and the others.
    """
    reading = _Reading(owner)
    for line in _prepared(_with_plain_roles(text[:MAX_LENGTH], culprits, innocents), names, owner).splitlines():
        reading.read_line(_WHOLE_QUOTATION.sub(r"\1", _BULLET.sub("", line).strip()))
    seats = range(len(names))
    return tuple(tuple(reading.found.get((row, column), 0) for column in seats) for row in seats)


def _with_plain_roles(text: str, culprits: Sequence[str], innocents: Sequence[str]) -> str:
    """Returns the text with the words "culprit" and "innocent" in place of a game's own ones."""
    for plain, words in (("culprit", culprits), ("innocent", innocents)):
        if words:
            text = re.sub(rf"(?i)(?<![^\W_])(?:{'|'.join(map(re.escape, words))})(?![^\W_])", plain, text)
    return text


def _prepared(text: str, names: Sequence[str], owner: int) -> str:
    """Returns the text in small letters and without markup, in which each player is one character."""
    plain = _MARKUP.sub(" ", re.sub(PLAYER, " ", text.lower()).translate(_STRAIGHT))
    plain = plain.replace("can't", "can not").replace("cannot", "can not").replace("won't", "will not")
    plain = plain.replace("n't", " not")
    for seat in sorted(range(len(names)), key=lambda seat: -len(names[seat])):
        plain = re.sub(_spelled(names[seat]), chr(FIRST_PLAYER + seat), plain)
    plain = _DIAGNOSIS.sub(lambda said: f"i am {'not ' if said[1] == 'no' else ''}the culprit", plain)
    others = " and ".join(chr(FIRST_PLAYER + seat) for seat in range(len(names)) if seat != owner)
    return _ALL_OTHERS.sub(others, _ME.sub(chr(FIRST_PLAYER + owner), plain))


def _spelled(name: str) -> str:
    """Returns a pattern of a name, also without its spaces and, of one like "Player 1", as "P1"."""
    words = name.lower().replace("_", " ").split()
    numbered = rf"|{re.escape(words[0][0] + words[1])}" if len(words) == 2 and words[1].isdigit() else ""
    spelled = r"[ \t]*".join(map(re.escape, words))
    return rf"(?<!\w)(?:{spelled}{numbered})(?!\w)"


@dataclass
class _Reading:
    """State of reading: the judgements so far, the points of view, and the players at whose names the line began."""

    owner: int
    found: dict[tuple[int, int], int] = field(default_factory=dict)
    views: tuple[int, ...] = ()
    topic: tuple[int, ...] = ()
    of_others: bool = False  # since a heading for the thoughts of others

    def __post_init__(self) -> None:
        self.views = (self.owner,)

    def read_line(self, line: str) -> None:
        """Reads a line without its bullet."""
        line = _QUOTED.sub(lambda said: f" {said[1]} " if _NO_QUOTATION.fullmatch(said[1]) else " ", line).strip()
        heading = re.fullmatch(rf"({PLAYERS})\s*:?", line)
        if heading and self.of_others:
            self.views = players_in(heading[1])
        self.of_others = self.of_others or bool(_OTHERS.search(line))
        if opening := re.match(PLAYERS, line):
            self.topic = players_in(opening[0])
        said = _NEXT_VIEW.sub("; ", _ASIDE.sub(" ", _REASON.sub(" ", line)))
        for sentence in _SENTENCE.findall(said):
            if not _NOT_SAID.search(sentence):
                self._read_sentence(sentence)

    def _read_sentence(self, sentence: str) -> None:
        about: tuple[int, ...] = ()  # those named since the last point of view
        accused, denied, end = 0, False, 0
        for token in _TOKEN.finditer(sentence):
            if token.start() < end:
                continue  # read with the judgement before it
            lead, end = sentence[end:token.start()], token.end()
            if token["names"]:
                about = players_in(token["names"])
                denied = denied or bool(suspicion_words.DENIED_BEFORE.search(lead))
                if accused and len(lead.split()) <= 3:
                    self._judge(about, accused)
                accused = 0
            elif any(token[name] for name in _HOLDERS):
                self.views, about = self._holders(token), ()
                accused = _accusation(token)
                denied = not accused and bool(token["denied"]) != bool(token["doubts"])
            elif (stated := suspicion_words.change(token, lead, denied)) is not None:
                end = self._judge_named(token, about, stated)

    def _holders(self, token: re.Match[str]) -> tuple[int, ...]:
        return players_in("".join(token[name] or "" for name in _HOLDERS)) or (self.owner,)

    def _judge_named(self, label: re.Match[str], about: tuple[int, ...], stated: int) -> int:
        """Takes down a judgement on those whom the sentence names; returns up to where it has been read."""
        sentence, end = label.string, label.end()
        if suspicion_words.CHOICE.match(sentence, end):
            return len(sentence)  # the labels that were offered, and none chosen
        if towards := suspicion_words.OBJECT.match(sentence, end):
            self.views = about or self.views
            self._judge(players_in(towards[1]), stated)
            return towards.end()
        named = None if about else suspicion_words.NAMED_AFTERWARDS.match(sentence, end)
        self._judge(players_in(named[1]) if named else about or self.topic, stated)
        return named.end() if named else end

    def _judge(self, players: Sequence[int], stated: int) -> None:
        # Who clears itself says nothing of the others, whom its row would otherwise suspect more.
        self.found |= {(view, player): max(stated, 0) if view == player else stated
                       for view in self.views for player in players}


def _accusation(token: re.Match[str]) -> int:
    stated = 1 if token["main"] or token["suspects"] else -1 if token["trusts"] else 0
    return -stated if token["denied"] else stated
