"""Prints how the sides of the suites' games fare, as a table for docs/ratings.md.

    nice .venv/bin/python scripts/balance_table.py [--matches 100] [--simulations 50] [GAME ...]

A row is a side. Besides random agents there is one other kind of player in each of these games: a search, or a deducer
where roles are hidden. Random agents play 100 matches with each other, and pairings with the player have as many as
stated. Games in which all seats are alike and move at the same time have no sides to compare.
"""

import argparse

from gtarena import games
from gtarena.runs.balance import Pairing, find_decided_side, list_agents, measure_balance

GAMES = (
    "air_land_sea", "arctic_scavengers", "are_you_the_traitor", "codenames", "hive_without_beetles", "pit", "santorini",
    "sea_battle", "two_rooms_and_a_boom", "breakthrough(columns=3)", "connect_four", "tic_tac_toe", "nim",
    "pig(winscore=20)", "kuhn_poker", "liars_dice", "negotiation", "first_sealed_auction", "chameleon", "undercover")
RANDOM_MATCHES = 100  # random agents against each other cost little


def table_rows(game: str, matches: int, simulations: int) -> list[str]:
    """Returns a row of the table for every side of a game, with a mark if a side wins more than 90 % whoever plays.

    Args:
        game: a game string such as ``pig(winscore=20)``.
        matches: number of matches of each pairing with a player that is not random.
        simulations: of a search.
    """
    name, params = games.parse(game)
    pairings = [*measure_balance(name, params, matches, simulations=simulations),
                *measure_balance(name, params, RANDOM_MATCHES, kinds=["random"])]
    wins = {(each.side, each.agent, each.others): each.wins for each in pairings}  # of equal ones the last
    player = list(dict.fromkeys(each.agent for each in pairings))[-1]
    decided = find_decided_side([Pairing(*own, wins=found) for own, found in wins.items()])
    depth = list_agents(games.load(name, params), simulations)[player].get("simulations", "–")
    rows = []
    for side in dict.fromkeys(each.side for each in pairings):
        cells = [f"{100 * found.share:.0f} [{100 * found.low:.0f}, {100 * found.high:.0f}]" for found in (
            wins[side, own, others] for own, others in (
                ("random", "random"), (player, player), (player, "random"), ("random", player)))]
        mark = " (decides)" if decided and decided.side == side else ""
        rows.append(f"| `{game}` | {side}{mark} | {player} | {depth} | {' | '.join(cells)} | {matches} |")
    return rows


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=50)
    given = parser.parse_args()
    print("| game | side | player | simulations | random, random | player, player | player, random | random, player "
          "| matches |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for game in given.games:
        print("\n".join(table_rows(game, given.matches, given.simulations)), flush=True)


if __name__ == "__main__":
    main()
