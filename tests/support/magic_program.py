"""MAgIC's published program, run beside ours from a checkout: its requests are recorded, and its replies scripted.

The released files cannot all be run as they are; what is mended here changes no message.
"""

import contextlib
import importlib
import io
import json
import random
import re
import shutil
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Answer = Callable[[str, str, int, random.Random], str]  # game, stage, seat

MENDED = {
    # A text without its end, and a line that is indented too far.
    "chatarena/environments/public_good.py": [(r"openai\.api_key = '$", "openai.api_key = ''")],
    "chatarena/environments/chameleon_competition.py": [(r"^ {9}if self\.competition", "        if self.competition")],
    "chatarena/arena_new.py": [  # players with beliefs in Undercover take no argument test_start
        (r"elif isinstance\(player, FixAirportPlayer\):",
         "elif isinstance(player, PGMPlayer):\n"
         "                action = player(observation, request_msg=request_msg, stage=self.environment._current_phase,"
         " single_history=self.environment._single_history)\n"
         "            elif isinstance(player, FixAirportPlayer):")],
}
# The module, its class, the word of its settings, and where it reads these.
GAMES = {
    "public_good": ("public_good", "Competition_Public_Good", "topics_release/public_good/settings"),
    "three_player_prisoners_dilemma": ("prisoner", "Competition_Prisoner", "results/prisoner/setting"),
    "cost_sharing": ("airportfee", "Competition_Airportfee", "topics_release/airportfee/settings"),
    "undercover": ("undercover", "Competition_Under_Cover", "topics_release/undercover/settings"),
    "chameleon": ("chameleon", "Competition_Chameleon", "topics_release/chameleon/settings"),
}
_THEIRS = ("chatarena", "prompts", "utils", "run_competition_", "openai", "tenacity", "tqdm")


@dataclass(frozen=True)
class Sent:
    """A request of the program: who was asked, in which stage, the chat, and the reply."""

    seat: int
    stage: str
    messages: list[dict[str, str]]
    reply: str


class MagicProgram:
    """The program in a mended copy of a checkout."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(checkout, folder, ignore=shutil.ignore_patterns(".git", "imgs"))
        for place, changes in MENDED.items():
            text = (folder / place).read_text(encoding="utf-8")
            for old, new in changes:
                text, found = re.subn(old, new, text, flags=re.MULTILINE)
                assert found == 1, f"{place} has another text than {old}"
            (folder / place).write_text(text, encoding="utf-8")

    def play(self, game: str, competition: str, settings: Mapping[str, Any], model: str, answer: Answer,
             seed: int) -> list[Sent]:
        """Returns the requests of a match, whose challenger has a model of that name (``-pgm``: with beliefs).

        What the program asks another model about a reply is a request of the same seat in the stage ``reading``.
        """
        module, name, place = GAMES[game]
        (self.folder / place).mkdir(parents=True, exist_ok=True)
        (self.folder / place / "0.json").write_text(json.dumps(settings), encoding="utf-8")
        shutil.rmtree(self.folder / "saved", ignore_errors=True)
        with self.imported(), contextlib.redirect_stdout(io.StringIO()):
            runs = importlib.import_module(f"run_competition_{module}")
            sent = _record(game, answer, random.Random(seed))
            with contextlib.suppress(SystemExit):
                getattr(runs, name)().run(
                    str(self.folder / "config_release"), competition, str(self.folder / "saved"), model, 1)
        return sent

    @contextlib.contextmanager
    def imported(self) -> Iterator[None]:
        """Makes the program's modules importable, in place of others of these names."""
        kept = dict(sys.modules)
        for name in list(sys.modules):
            if name.startswith(_THEIRS):
                del sys.modules[name]
        sys.modules |= {"openai": types.ModuleType("openai"), "tenacity": _tenacity(), "tqdm": _tqdm()}
        sys.path.insert(0, str(self.folder))
        try:
            yield
        finally:
            sys.path.remove(str(self.folder))
            sys.modules.clear()
            sys.modules.update(kept)


def _record(game: str, answer: Answer, rng: random.Random) -> list[Sent]:
    """Returns the list to which the program's requests will be added, in place of being sent."""
    arenas = importlib.import_module("chatarena.arena_new")
    backend = importlib.import_module("chatarena.backends.openai")
    backend.is_openai_available = True  # which needs a key otherwise
    sent: list[Sent] = []
    current: list[Any] = [None, 0]
    run, query = arenas.Arena.run, backend.OpenAIChat.query

    def remember_arena(self: Any, *args: Any, **kwargs: Any) -> Any:
        current[0] = self.environment
        return run(self, *args, **kwargs)

    def remember_seat(self: Any, agent_name: str, *args: Any, **kwargs: Any) -> Any:
        current[1] = int(agent_name.removeprefix("Player ")) - 1
        return query(self, agent_name, *args, **kwargs)

    def respond(self: Any, messages: list[dict[str, str]]) -> str:
        environment, seat = current
        stage = environment._current_phase
        reply = answer(game, stage, seat, rng)
        sent.append(Sent(seat, stage, [dict(message) for message in messages], reply))
        return reply

    arenas.Arena.run, backend.OpenAIChat.query = remember_arena, remember_seat
    def read(messages: list[dict[str, str]], **settings: Any) -> Any:
        reply = answer(game, "reading", current[1], rng)
        sent.append(Sent(current[1], "reading", messages, reply))
        return {"choices": [{"message": {"content": reply}}]}

    backend.OpenAIChat._get_response = respond
    sys.modules["openai"].ChatCompletion = types.SimpleNamespace(create=read)  # type: ignore[attr-defined]
    return sent


def _tenacity() -> types.ModuleType:
    module: Any = types.ModuleType("tenacity")
    module.RetryError = type("RetryError", (Exception,), {})
    module.retry = lambda **settings: lambda function: function
    module.stop_after_attempt = module.wait_random_exponential = lambda *args, **settings: None
    return module


def _tqdm() -> types.ModuleType:
    module: Any = types.ModuleType("tqdm")
    module.tqdm = lambda items: items
    return module
