"""Results of matches: what each seat won, drew or lost."""

from statistics import mean

from gtarena.logs.records import MatchRecord


def seat_results(record: MatchRecord) -> list[str | None]:
    """Returns the result of each seat, ``win``, ``draw`` or ``loss``, which is that of its team.

    It is ``None`` in invalid matches, in games of one team, and for the other teams of a forfeit among three or more.
    """
    teams = record.seat_teams
    numbers = set(teams)
    if record.outcome == "forfeit":
        bystander = "win" if len(numbers) == 2 else None
        lost = None if record.offender is None else teams[record.offender]
        return ["loss" if team == lost else bystander for team in teams]
    if record.outcome == "invalid" or record.returns is None or len(numbers) == 1:
        return [None] * len(teams)
    returns = list(zip(teams, record.returns, strict=True))
    # Rounded once: with fmean a team whose seats all got 0.1 would have more than another seat with 0.1.
    means = {number: mean(value for team, value in returns if team == number) for number in numbers}
    results = {team: _compare_returns(own, max(paid for other, paid in means.items() if other != team))
               for team, own in means.items()}
    return [results[team] for team in teams]


def _compare_returns(own: float, best: float) -> str:
    if own == best:
        return "draw"
    return "win" if own > best else "loss"
