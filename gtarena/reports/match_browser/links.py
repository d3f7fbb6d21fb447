"""Addresses of matches within the page of a report, as its match browser reads them."""

from urllib.parse import quote

from gtarena.formatting import format_visible


def match_link(match_id: str, move: int = 0) -> str:
    """Returns the address of a match in the page after a number of its turns: ``#match=ID&move=17``."""
    return f"#match={_quoted(match_id)}" + (f"&move={move}" if move else "")


def matches_link(
    game: str | None = None,
    agent: str | None = None,
    against: str | None = None,
    outcome: str | None = None,
    failure: str | None = None,
) -> str:
    """Returns the address of a search in the page: ``#matches&game=nim&agent=llm``.

    Args:
        game: the label of a game, from :func:`gtarena.games.label`.
        agent: the name of an agent that played, from :func:`gtarena.formatting.agent_name`.
        against: the name of an agent in another seat.
        outcome: ``finished``, ``forfeit`` or ``invalid``.
        failure: a reason why a reply gave no move, such as ``illegal``; ``any`` of them, or ``none``.
    """
    asked = {"game": game, "agent": agent, "against": against, "outcome": outcome, "failure": failure}
    return "#matches" + "".join(f"&{name}={_quoted(value)}" for name, value in asked.items() if value is not None)


def _quoted(value: str) -> str:
    return quote(format_visible(value), safe="")  # the index has visible texts as well
