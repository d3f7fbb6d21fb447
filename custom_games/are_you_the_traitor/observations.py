"""Reports of Are You the Traitor?: what one player knows of the roles, the talk, the treasures and past rounds."""

from collections.abc import Mapping
from typing import Any

from custom_games.are_you_the_traitor.position import (
    DRAWS,
    KEY_HOLDER,
    ROLES,
    TARGETS,
    TEAM_NAMES,
    TEAMS,
    WIZARDS,
    Exchange,
    Position,
    Round,
)
from custom_games.are_you_the_traitor.treasures import NAMES, Row, points


def observe(state: Position, player: int, knows_key_holder: bool) -> Mapping[str, Any]:
    """Returns what a player knows; ``knows_key_holder`` says whether it is told who holds the key.

    Players of this round have names; in reports of past rounds and of treasures they are called by their roles, since
    a name that had treasures would be known by the rounds that its team has won.
    """
    labels, own, over = state.labels, state.rows[player], state.stage == "over"
    asking = state.stage in ("question", "answer")
    return {
        "you": labels.name(player), "role": ROLES[player], "team": TEAM_NAMES[TEAMS[player]],
        "target": _role(TARGETS[player]),
        "wizards": [labels.name(seat) for seat in labels.seats() if seat in WIZARDS],
        "key_holder": labels.name(KEY_HOLDER) if knows_key_holder else None,
        "round": len(state.rounds) + (not over), "cycle": len(state.exchanges) + (state.stage == "partner"),
        "talk": [_exchange(state, said) for said in state.exchanges if said.question is not None],
        "partner": labels.names[state.exchanges[-1].partner] if asking and state.seat == player else None,
        "decision": state.stage if state.seat == player and not over else "wait",
        "forced": state.forced and state.seat == player and not over,
        "treasures": _cards(own), "points": points(own),
        "numbers_of_treasures": {role: len(row) for role, row in zip(ROLES, state.rows, strict=True)},
        "rounds": [_round(past) for past in state.rounds],
        "best_points": _best(state) if over else None,
    }


def best_points(state: Position) -> tuple[int, ...]:
    """Returns the points of the best player of each team."""
    return tuple(max(points(row) for row, of in zip(state.rows, TEAMS, strict=True) if of == team)
                 for team in range(len(TEAM_NAMES)))


def _best(state: Position) -> dict[str, int]:
    return dict(zip(TEAM_NAMES, best_points(state), strict=True))


def _role(seat: int | None) -> str | None:
    return None if seat is None else ROLES[seat]


def _exchange(state: Position, said: Exchange) -> Mapping[str, Any]:
    names = state.labels.names
    return {"asker": names[said.asker], "partner": names[said.partner],
            "question": said.question, "answer": said.answer}


def _cards(row: Row) -> dict[str, int]:
    """Returns the numbers of a player's treasures by their names, the dearest first."""
    kinds = [card.kind for card in row]
    return {NAMES[kind]: kinds.count(kind) for kind in sorted(set(kinds))}


def _round(past: Round) -> Mapping[str, Any]:
    return {
        "accuser": ROLES[past.accuser], "accused": ROLES[past.accused], "forced": past.forced, "right": past.right,
        "winner": TEAM_NAMES[past.winner],
        "thefts": [{"thief": ROLES[theft.thief], "victim": ROLES[theft.victim], "treasure": NAMES[theft.kind]}
                   for theft in past.thefts]}


def position_text(state: Position) -> str:
    """Returns roles, treasures and the talk of the round for people to read, one line each."""
    over = state.stage == "over"
    lines = [f"round {len(state.rounds)} is over" if over else f"round {len(state.rounds) + 1}"]
    for seat, role in enumerate(ROLES):
        held = ", ".join(f"{number} {name}" for name, number in _cards(state.rows[seat]).items())
        name = "" if state.stage in DRAWS else f"{state.labels.name(seat)}, "
        lines.append(f"{name}{role}: {points(state.rows[seat])} points ({held or 'no treasures'})")
    if not over and state.exchanges:
        lines += [_exchange_text(_exchange(state, said)) for said in state.exchanges if said.question is not None]
    else:
        lines += [_round_text(_round(past)) for past in state.rounds[-1:]]
    return "\n".join(lines)


def _exchange_text(said: Mapping[str, Any]) -> str:
    answer = "" if said["answer"] is None else f", {said['answer']!r}"
    return f"{said['asker']} to {said['partner']}: {said['question']!r}{answer}"


def _round_text(past: Mapping[str, Any]) -> str:
    verdict = "rightly" if past["right"] else "wrongly"
    thefts = [f"; {theft['thief']} took {theft['treasure']} from {theft['victim']}" for theft in past["thefts"]]
    return (f"last round: {past['accuser']} accused {past['accused']}, {verdict}; {past['winner']} won the round"
            f"{''.join(thefts)}")
