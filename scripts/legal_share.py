"""Asks a real, very small language model for moves in every game of OpenSpiel, held to the JSON schema of the reply.

    .venv/bin/python -m pip install --editable '.[local]'
    .venv/bin/python scripts/legal_share.py [GAME ...] [--decisions 4] [--version v1]

The decisions are spread over a random match of each game. A line tells how many replies were legal moves, and the first
that was not. 145 games take about twenty minutes on two cores. `scripts/real_model.py` plays whole matches.
"""

import argparse
import json
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import pyspiel
from real_model import MODEL, serving

import adapters
from custom_games.framework.states import movers
from gtarena import games
from gtarena.checks.playouts import begun, evenly, states
from gtarena.errors import UsageError

LONGEST = 400  # positions of a match among which decisions are chosen
TOKENS = 120  # of a reply


def decisions(game: pyspiel.Game, count: int) -> Sequence[tuple[pyspiel.State, int]]:
    """Returns decisions of a random match, evenly spread."""
    found = [(state, player) for state in islice(states(game, 1), LONGEST) for player in movers(state)
             if not begun(state)]
    return evenly(found, count)


def ask(address: str, messages: Sequence[adapters.Message], schema: Mapping[str, Any] | None) -> str:
    """Returns the model's reply to a chat."""
    body: dict[str, Any] = {"model": MODEL, "messages": messages, "max_tokens": TOKENS, "temperature": 1.0, "seed": 1}
    if schema is not None:
        held = {"name": "reply", "strict": True, "schema": schema}
        body["response_format"] = {"type": "json_schema", "json_schema": held}
    request = urllib.request.Request(  # noqa: S310 - the server is on the loopback interface
        f"{address}/chat/completions", json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=300) as answer:  # noqa: S310
        return str(json.load(answer)["choices"][0]["message"]["content"])


def failures(address: str, game: pyspiel.Game, version: str, count: int) -> Iterator[str]:
    """Yields for each decision why the reply was no legal move, and nothing where it was one."""
    adapter = adapters.for_game(game)
    for state, player in decisions(game, count):
        schema = adapter.reply_schema(state, player, version)
        reply = ask(address, adapter.prompt(state, player, version), schema)
        try:
            adapter.parse(reply, state, player, version)
        except adapters.ReplyError as error:
            yield f"{reply!r:.80}: {error!s:.120}"
        else:
            yield ""


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help="games, by default all that load without parameters")
    parser.add_argument("--decisions", type=int, default=4, help="in each game (default: 4)")
    parser.add_argument("--version", default="v1", help="prompt version (default: v1)")
    asked = parser.parse_args()
    known = [name for name, kind in sorted(games.all_types().items()) if kind.default_loadable]
    total = legal = 0
    with serving() as address:
        for name in asked.games or known:
            try:
                found = list(failures(address, games.load(name, {}), asked.version, asked.decisions))
            except UsageError as error:
                print(f"{name:36} {error}", flush=True)
                continue
            total, legal = total + len(found), legal + found.count("")
            print(f"{name:36} {found.count('')} of {len(found)}  {next(filter(None, found), '')}", flush=True)
    print(f"\n{legal} of {total} replies are legal moves")


if __name__ == "__main__":
    main()
