"""Bridge: the table with everybody's calls, the contract, the player's own hand and that of dummy."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._card_table import draw_table
from adapters.images.captions import address
from adapters.images.drawing import Canvas
from adapters.native._cards import SEATS, list_hand

MOST_CALLS = 4  # of a seat that are shown


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    own = address(obs, f"Your hand ({SEATS[obs['seat']]})", "Hand of {}")
    hands = [(own, list_hand(obs["hand"]))]
    if obs["dummy_hand"] is not None and obs["dummy"] != obs["seat"]:
        hands.append((f"Dummy ({SEATS[obs['dummy']]})", list_hand(obs["dummy_hand"])))
    return draw_table(obs, [_note(obs, seat) for seat in range(len(SEATS))], hands, _write_lines(obs))


def _note(obs: Mapping[str, Any], seat: int) -> str:
    """Returns the latest calls of a seat, or nothing once cards are played."""
    calls = [call["move"] for call in obs["calls"] if call["player"] == seat] if obs["auction"] else []
    return " ".join(["..."] * (len(calls) > MOST_CALLS) + calls[-MOST_CALLS:])


def _write_lines(obs: Mapping[str, Any]) -> list[str]:
    contract = obs["contract"]
    if contract is None:
        return [f"Dealer: {obs['dealer']}. No bid yet."]
    seat = SEATS[contract["bidder" if obs["auction"] else "declarer"]]
    bid = f"{contract['bid']} by {seat}{', ' + contract['doubled'] if contract['doubled'] else ''}"
    if obs["auction"]:
        return [f"Dealer: {obs['dealer']}. Highest bid: {bid}."]
    taken = obs["taken"]
    return [f"Contract: {bid}. {contract['target']} tricks are needed.",
            f"Tricks: North and South {taken[0]}, East and West {taken[1]}."]
