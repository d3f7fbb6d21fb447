r"""Replies as MAgIC's program reads them (github.com/cathyxl/MAgIC, ``chatarena``).

The program ends a reply at its stop marks and takes the speaker's name off its front (``backends/openai.py``). Then:

- a clue is any text;
- a vote of the word games is for the first of Player 1, 2 and 3 who is named anywhere (``_text2vote``);
- the own name and role are what follows ``I am`` and ``my role is``, up to the next sign (``parse_consistency``);
- suspicions are lines of the program's template (``parse_pgm``), and a player suspects the first of those whom it
  suspects most, which is Player 1 if the reply says nothing of it (``compute_pgm_metric``);
- a guess is what stands in the first quotation marks, or else as many last words as the secret word has
  (``_is_true_code``);
- a proposal is lines with an airline, a colon and per cent, without any check (``parse_proposal``);
- a vote of Cost Sharing is what follows ``I vote for`` (``_text2vote``);
- a move of the dilemma is to cooperate if the word is anywhere, and otherwise to defect (``_scoring``);
- a contribution is the first whole number anywhere (``_scoring``).

At tables with beliefs, which are told by the line ``pgm``, a vote of Cost Sharing is the first name anywhere, and a
contribution the number after ``I contribute``, or else 0.

What the program takes and our rules cannot hold is refused: a vote for oneself or for no one, shares that are no whole
multiples of the step or do not sum to 100, more points than there are, or a clue that is too long. So is what stops the
program, and what it asks another model about. The line breaks of a clue become spaces, and of players who are suspected
equally the first whom the rules let be named is taken, where the program may take the player itself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pyspiel

from adapters.replies.errors import ReplyError
from adapters.replies.reply_forms import ReplyForm
from adapters.replies.reply_reader import Reading
from adapters.replies.turns import MAX_REPLY_LENGTH
from adapters.views import View
from custom_games.action_specs import ActionSpec, Choice, Fields
from custom_games.action_specs.patterns import Parts, Pattern
from custom_games.chameleon import Chameleon
from custom_games.word_sets.json_sets import SEATS

BESIDE_PGM = "pgm"  # the line of a wording for tables with beliefs
Stated = Mapping[str, Any]  # values by key, as in a JSON object

_ENDS = re.compile(r"<\|endoftext\|>|<EOS>")
_BRACKETS = re.compile(r"^\s*\[.*]:")
_PLAYER = re.compile(r"Player \d+")
_CHANGES = {"no change": 0, "more suspicious": 1, "less suspicious": -1}
# By a slip of the program any of these signs may follow, a space among them, so that "is not" suspects as well.
_IS = r"(Player \d+) is[ |cdehnortuv]"
_I_SUSPECT, _OTHER_SUSPECTS = re.compile(f"I think {_IS}"), re.compile(rf"I think (Player \d+) thinks {_IS}")
_ROLES = {"non-undercover": "civilian"}  # our names of the program's roles, if others
_LETTERS = ("A", "B", "C")


def read(reply: str, view: View, state: pyspiel.State, player: int, *lines: str) -> Reading:
    """Returns the move that the program plays after a reply.

    Raises:
        ReplyError: it stops, asks another model, or plays what our rules cannot hold.
    """
    if len(reply) > MAX_REPLY_LENGTH:
        raise ReplyError("unparsable", f"Your reply has more than {MAX_REPLY_LENGTH} characters.")
    spec = view.action_spec(state, player)
    assert spec is not None, "the games of MAgIC say what is decided"
    said = _strip_name(_ENDS.split(reply, maxsplit=1)[0], player)
    try:
        return Reading(spec.read(_stated(said, spec, state, player, BESIDE_PGM in lines)))
    except ValueError as error:
        raise ReplyError("illegal", f"Your answer is not a legal move: {error}.") from error


def reply_form(shown: ReplyForm, view: View, state: pyspiel.State, player: int, *lines: str) -> ReplyForm:
    """Returns the form of a reply that plays a move; a proposal is its own message."""
    spec = view.action_spec(state, player)
    assert spec is not None, "the games of MAgIC say what is decided"
    return ReplyForm(tuple(_list_replies(spec, state, player)), label="")


def _list_replies(spec: ActionSpec, state: pyspiel.State, player: int) -> Iterator[Pattern]:
    """Yields what the program's templates make of the moves of a decision."""
    values = spec.patterns_of_keys()
    match spec.keys:
        case ("clue",) | ("move",):
            yield from spec.patterns()
        case ("guess",):
            yield from (Pattern('"', *word.pieces, '"') for word in values["guess"])
        case ("proposal", "message"):
            yield from _list_proposals(values["proposal"])
        case ("contribution",):
            yield from (Pattern("I contribute ", *points.pieces) for points in values["contribution"])
        case ("vote",):
            yield from (Pattern(f"I vote for {name}") for name in values["vote"])
        case ("name", "role"):
            for name, role in product(*values.values()):
                yield Pattern(f"I am {name}, and my role is {role}")
        case _:
            write = _write_judgement if _is_chameleon(state) else _write_suspicion
            for names in product(*values.values()):
                suspected = zip(values, names, strict=True)
                yield Pattern("\n".join(write(_asked_seat(key, player), name, player) for key, name in suspected))


def _list_proposals(divisions: Sequence[Pattern]) -> Iterator[Pattern]:
    """Yields the lines of all proposals; a share has two digits, or else the program does not find it."""
    (parts,) = (piece for division in divisions for piece in division.pieces if isinstance(piece, Parts))
    for first, second in product(range(0, parts.total + 1, parts.step), repeat=2):
        if (third := parts.total - first - second) >= 0:
            shares = zip(_LETTERS, (first, second, third), strict=True)
            yield Pattern("\n".join(f"Airline {letter}: {share:02}%" for letter, share in shares))


def _write_judgement(seat: int, suspected: str, player: int) -> str:
    """Returns whom a seat suspects in the lines of an analysis in Chameleon."""
    return f"As {SEATS[seat]}:\n{suspected} is more suspicious."


def _write_suspicion(seat: int, suspected: str, player: int) -> str:
    """Returns whom a seat suspects in the line of an analysis in Undercover."""
    viewer = "" if seat == player else f"{SEATS[seat]} thinks "
    return f"I think {viewer}{suspected} is the undercover."


def _asked_seat(key: str, player: int) -> int:
    """Returns the seat whose suspicion a decision of a player has under a key."""
    return player if key == "suspect" else int(key.split("_")[1]) - 1


def _is_chameleon(state: pyspiel.State) -> bool:
    return bool(state.get_game().get_type().short_name == "chameleon")


def read_changes(analysis: str, state: pyspiel.State, player: int) -> Sequence[Sequence[int]]:
    """Returns who suspects whom more (1) or less (-1) by the analysis of a player, as rows of seats.

    Raises:
        ReplyError: it names somebody who does not play, which stops the program.
    """
    return _read_judgements(analysis, player) if _is_chameleon(state) else _read_suspects(analysis, player)


def read_diagnosis(reply: str) -> int:
    """Returns the role in another model's one word: 1 for undercover, -1 if not, 0 otherwise (``parse_undercover``)."""
    return {"undercover": 1, "non-undercover": -1}.get(reply.strip().lower(), 0)


def _read_judgements(analysis: str, player: int) -> Sequence[Sequence[int]]:
    """Returns the rows of an analysis in Chameleon (``_text2change``)."""
    changes, viewer = [[0] * len(SEATS) for _ in SEATS], SEATS[player]
    for line in analysis.split("\n"):
        named = _PLAYER.search(line)
        if named is None:
            continue
        if line.startswith(("As Player", "I think now Player")):
            viewer = named[0]
        if line.startswith("Player"):
            judged = [change for phrase, change in _CHANGES.items() if phrase in line]
            changes[_seat(viewer)][_seat(named[0])] = judged[-1] if judged else 0
    return changes


def _stated(said: str, spec: ActionSpec, state: pyspiel.State, player: int, beside_pgm: bool) -> Stated:
    """Returns what the program finds in a text, under the keys of the decision."""
    match spec.keys:
        case ("clue",):
            return {"clue": " ".join(said.splitlines())}
        case ("name", "role"):
            return _read_role(said)
        case ("guess",):
            return {"guess": _read_guess(said, state)}
        case ("proposal", "message"):
            return {"proposal": _read_proposal(said), "message": said}
        case ("move",):
            return {"move": "Cooperate" if "cooperate" in said.lower() else "Defect"}
        case ("contribution",):
            return {"contribution": _read_contribution(said, beside_pgm)}
        case ("vote",):
            sharing = state.get_game().get_type().short_name == "cost_sharing"
            return {"vote": _read_agreement(said, beside_pgm) if sharing else _read_accusation(said)}
    return _read_beliefs(said, spec, state, player)


def _strip_name(text: str, player: int) -> str:
    said = _BRACKETS.sub("", text.strip()).strip()
    return re.sub(rf"^\s*{SEATS[player]}\s*:", "", said).strip()


def _unread(what: str) -> ReplyError:
    return ReplyError("unparsable", f"Your reply states no {what} in the form that was asked for.")


def _seat(name: str) -> int:
    if name not in SEATS:
        raise ReplyError("unparsable", f"Your reply names {name}, who does not play.")
    return SEATS.index(name)


def _read_role(said: str) -> Stated:
    name, role = re.search(r"I am (Player \d+)", said), re.search(r"my role is ([ \w|-]+)", said)
    if name is None or role is None:
        raise _unread("name and role")
    plain = re.sub(r"\b(?:the|a|an)\b", "", role[1], flags=re.IGNORECASE).strip().lower()
    return {"name": name[1], "role": _ROLES.get(plain, plain)}


def _read_guess(said: str, state: Any) -> str:
    if quoted := re.search(r'"(.+?)"', said):
        return quoted[1]
    rules, position = state.node.rules, state.node.position
    assert isinstance(rules, Chameleon), "only a chameleon guesses"
    size = len(rules.secret_word(position).split())
    return " ".join(said.split()[-size:])


def _read_proposal(said: str) -> Sequence[str]:
    shares: dict[str, str] = {}
    for line in said.split("\n"):
        before, per_cent, _ = line.rpartition("%")
        if per_cent and (found := re.search(r"Airline (\S+): (?=\d.)", before)):
            shares[found[1]] = before[found.end():]
    if not all(letter in shares for letter in _LETTERS):
        raise _unread("share of each airline")
    return [shares[letter] for letter in _LETTERS]


def _read_agreement(said: str, beside_pgm: bool) -> str:
    found = re.search(r"(Player \d+)" if beside_pgm else r"I vote for (Player \d+)", said)
    if found is None:
        raise _unread("vote")
    return found[1]


def _read_accusation(said: str) -> str:
    small = said.lower()
    for name in SEATS:
        if any(name.lower().replace(" ", between) in small for between in (" ", "", "_")):
            return name
    raise _unread("vote")


def _read_contribution(said: str, beside_pgm: bool) -> int:
    if beside_pgm:
        stated = re.search(r"I contribute (\d+)", said)
        return int(stated[1]) if stated else 0
    found = re.search(r"\b\d+\b", said)
    if found is None:
        raise _unread("whole number")
    return int(found[0])


def _read_beliefs(said: str, spec: ActionSpec, state: pyspiel.State, player: int) -> Stated:
    """Returns whom each player who is asked about suspects."""
    rows = read_changes(said, state, player)
    assert isinstance(spec, Fields), "suspicions are fields"
    asked = {field.key: field.options for field in spec.fields if isinstance(field, Choice)}
    of_keys = {key: rows[_asked_seat(key, player)] for key in asked}
    return {key: max(options, key=lambda name: of_keys[key][SEATS.index(name)]) for key, options in asked.items()}


def _read_suspects(said: str, player: int) -> Sequence[Sequence[int]]:
    """Returns the rows of an analysis in Undercover, with a 1 for a suspect (``_text2changev3``)."""
    rows = [[0] * len(SEATS) for _ in SEATS]
    for line in said.split("\n"):
        if found := _I_SUSPECT.search(line):
            rows[player][_seat(found[1])] = 1
        elif found := _OTHER_SUSPECTS.search(line):
            rows[_seat(found[1])][_seat(found[2])] = 1
    return rows
