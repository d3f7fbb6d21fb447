"""Players by their numbers, in texts that are shown to one of them."""


def name_seat(seat: int, player: int) -> str:
    """Returns ``player 2``, or ``player 2 (you)`` for the player who is shown the text."""
    return f"player {seat} (you)" if seat == player else f"player {seat}"
