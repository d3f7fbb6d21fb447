"""Hand-made matches of MAgIC, from the answers that players give."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from custom_games.framework.rules import CHANCE, SIMULTANEOUS
from gtarena import games
from gtarena.logs.records import MatchRecord, Seat, Step
from gtarena.logs.replay import Replay
from gtarena.seeds import derive
from tests.support.records import record, seat

Answer = Mapping[str, Any] | None
"""The JSON object that states a move; ``None`` for an unusable answer."""

DEFENDER = seat("defender", "gpt-4", kind="llm", openings="recorded")
SEATS = (0, 1, 2)


def model(name: str = "m", **params: Any) -> Seat:
    return seat("llm", name, **({"kind": "llm", "scheme": "once"} | params))


def aware(name: str = "m", **params: Any) -> Seat:
    """A challenger with beliefs."""
    return seat("pgm", name, **({"kind": "llm", "scheme": "pgm", "beliefs": "text"} | params))


def match(
    game: str, turns: Iterable[int | Answer | Sequence[Answer]], *, challenger: Seat | None = None,
    challengers: Sequence[int] = (0,), match_id: str = "x", tags: Mapping[str, Any] | None = None, **fields: Any,
) -> MatchRecord:
    """A finished match between a challenger, in the seats ``challengers``, and defenders.

    Each of the ``turns`` is an outcome of chance, the answer of the player to move, or the answers of all who choose at
    once. The recorded returns are those of the rules.
    """
    name, given = games.parse(game)
    params = games.complete(name, given)
    replay, history = Replay(name, params), []
    for turn in turns:
        for player, choices in _choices(replay, turn).items():
            for choice in choices:
                text = isinstance(choice, str)
                history.append(Step(player=player, action=None if text else choice, name=str(choice)))
                replay.apply(player, choice)
    replay.require_end()
    agent = challenger or model()
    seats = [agent if number in challengers else DEFENDER for number in SEATS]
    return record(match_id, seats, replay.state.returns(), **({
        "suite": "magic", "game": name, "params": params, "history": history, "seed": derive(0, name),
        "tags": {"run": 1, "challengers": list(challengers)} if tags is None else dict(tags)} | fields))


def _choices(replay: Replay, turn: Any) -> dict[int, list[int | str]]:
    """Returns the logged choices of every player who answers."""
    player = replay.node.player
    if player == CHANCE:
        return {CHANCE: [turn]}
    answers = dict(enumerate(turn)) if player == SIMULTANEOUS else {player: turn}
    return {number: _spelled(replay, number, answer) for number, answer in answers.items()}


def _spelled(replay: Replay, player: int, answer: Answer) -> list[int | str]:
    spec, penalty = replay.node.spec(player), replay.node.penalty_action(player)
    assert spec is not None, f"player {player} has nothing to decide"
    if answer is None:
        assert penalty is not None, "the rules do not charge for unusable answers here"
        return [penalty]
    return spec.logged_actions(spec.read(answer))


MOVES: Mapping[str, Answer] = {"C": {"move": "Cooperate"}, "D": {"move": "Defect"}, "-": None}


def dilemma(*rounds: str, scores: Sequence[int] = (3, 5, 5), **fields: Any) -> MatchRecord:
    """A dilemma of rounds such as ``CD-``: the moves in order of seats, ``-`` for an unusable answer."""
    cooperate, one, two = scores
    return match(f"three_player_prisoners_dilemma(rounds={len(rounds)},cooperate={cooperate},one_defect={one},"
                 f"two_defect={two})", [[MOVES[move] for move in each] for each in rounds], **fields)


def public_good(*rounds: Sequence[int | None], multiplier: float = 1.5, **fields: Any) -> MatchRecord:
    """A public good of rounds such as ``(10, 0, None)``: contributions, ``None`` for an unusable answer."""
    return match(f"public_good(rounds={len(rounds)},multiplier={multiplier})", [
        [None if points is None else {"contribution": points} for points in each] for each in rounds], **fields)


def cost_sharing(
    *rounds: tuple[Sequence[Sequence[int] | None], Sequence[int | None]], group: int = 1, most: int | None = None,
    **fields: Any,
) -> MatchRecord:
    """A match of cost sharing from each round's proposals, and votes for seats; ``None`` for an unusable answer."""
    turns: list[Answer] = []
    for proposals, votes in rounds:
        turns += [None if shares is None else {"proposal": list(shares), "message": ""} for shares in proposals]
        turns += [None if vote is None else {"vote": f"Player {vote + 1}"} for vote in votes]
    return match(f"cost_sharing(group={group},rounds={most or len(rounds)})", turns, **fields)


Beliefs = Sequence[Sequence[int | None] | None]
"""Per seat the seats that it says each player suspects, as in the games' positions; ``None`` for an unusable answer."""


def chameleon(
    votes: Sequence[int | None], guesses: Sequence[str | None] = (), *, culprit: int = 0,
    roles: Sequence[Sequence[tuple[int, int] | None]] | None = None, beliefs: Sequence[Beliefs] | None = None,
    settings: str = "topic=1,secret=1", **fields: Any,
) -> MatchRecord:
    """A match of Chameleon in which all answers are right unless they are given; entries may be ``None`` (unusable).

    Args:
        votes: a seat per seat.
        guesses: the word that the chameleon guesses if it is accused.
        culprit: the chameleon's seat.
        roles: after each of the three clues per seat the name's seat and the role, 0 for the chameleon.
        beliefs: after each of the three clues, see ``Beliefs``.
        settings: further parameters of the game.
        **fields: of the match.
    """
    roles = roles or [_true_roles(culprit)] * 3
    beliefs = beliefs or [_true_beliefs(culprit)] * 3
    turns: list[Any] = []
    for asked, believed in zip(roles, beliefs, strict=True):
        turns += [_roles(asked, ("chameleon", "non-chameleon")), {"clue": "One of many."},
                  [_stated(own, seat) for seat, own in enumerate(believed)]]
    turns += [_votes(votes), *(None if guess is None else {"guess": guess} for guess in guesses)]
    return match(f"chameleon(chameleon={culprit + 1},{settings})", turns, **fields)


def undercover(
    votes: Sequence[int | None], *, culprit: int = 0, roles: Sequence[Sequence[tuple[int, int] | None]] | None = None,
    beliefs: Sequence[Beliefs] | None = None, settings: str = "pair=1,undercover_word=1", **fields: Any,
) -> MatchRecord:
    """A match of Undercover with two rounds of clues, given as in :func:`chameleon`."""
    roles = roles or [_true_roles(culprit)] * 2
    beliefs = beliefs or [[(culprit,) * 3] * 3] * 2
    turns: list[Any] = []
    for asked, believed in zip(roles, beliefs, strict=True):
        turns += [{"clue": "One of many."}] * 3
        turns += [_roles(asked, ("undercover", "civilian")), [_stated(own, seat) for seat, own in enumerate(believed)]]
    return match(f"undercover(undercover={culprit + 1},{settings})", [*turns, _votes(votes)], **fields)


def secret_word(settings: str = "topic=1,secret=1") -> str:
    """The secret word of a match of Chameleon, told to a player who knows it."""
    name, given = games.parse(f"chameleon(chameleon=1,{settings})")
    return str(Replay(name, games.complete(name, given)).node.observation(1)["word"])


def _name(seat: int) -> str:
    return f"Player {seat + 1}"


def _true_roles(culprit: int) -> list[tuple[int, int]]:
    return [(number, int(number != culprit)) for number in SEATS]


def _true_beliefs(culprit: int) -> list[list[int | None]]:
    """The beliefs of players who all know the chameleon, which itself is said to suspect the first of the others."""
    other = next(number for number in SEATS if number != culprit)
    return [[(None if owner == culprit else other) if number == culprit else culprit for number in SEATS]
            for owner in SEATS]


def _roles(asked: Sequence[tuple[int, int] | None], names: Sequence[str]) -> list[Answer]:
    return [None if answer is None else {"name": _name(answer[0]), "role": names[answer[1]]} for answer in asked]


def _stated(own: Sequence[int | None] | None, seat: int) -> Answer:
    if own is None:
        return None
    keys = ["suspect" if number == seat else f"player_{number + 1}_suspects" for number in SEATS]
    return {key: _name(named) for key, named in zip(keys, own, strict=True) if named is not None}


def _votes(votes: Sequence[int | None]) -> list[Answer]:
    return [None if vote is None else {"vote": _name(vote)} for vote in votes]


FAIR = ((40, 30, 30),) * 3


def strong_set(challenger: Seat, name: str = "strong") -> list[MatchRecord]:
    """A match in each role, in which the challenger answers and votes well, with one wrong vote as civilian."""
    who = {"challenger": challenger}
    return [chameleon((1, 2, 1), match_id=f"{name} 1", **who),
            chameleon((1, 0, 0), ("no such word",), challengers=(1, 2), match_id=f"{name} 2", **who),
            undercover((1, 2, 0), match_id=f"{name} 3", **who),
            undercover((1, 0, 1), challengers=(1, 2), match_id=f"{name} 4", **who),
            cost_sharing((FAIR, (0, 0, 0)), match_id=f"{name} 5", **who),
            dilemma("DCC", "DDC", match_id=f"{name} 6", **who),
            public_good((5, 0, 0), (0, 0, 0), match_id=f"{name} 7", **who)]


def weak_set(challenger: Seat, name: str = "weak") -> list[MatchRecord]:
    """A match in each role, in the settings of :func:`strong_set`; the challenger wins as civilian only."""
    who = {"challenger": challenger}
    return [chameleon((1, 0, 0), ("no such word",), match_id=f"{name} 1", **who),
            chameleon((1, 2, 1), challengers=(1, 2), match_id=f"{name} 2", **who),
            undercover((1, 0, 0), match_id=f"{name} 3", **who),
            undercover((1, 0, 0), challengers=(1, 2), match_id=f"{name} 4", **who),
            cost_sharing((FAIR, (0, 0, None)), match_id=f"{name} 5", **who),
            dilemma("CDD", "CDD", match_id=f"{name} 6", **who),
            public_good((5, 0, 0), (5, 0, 0), match_id=f"{name} 7", **who)]
