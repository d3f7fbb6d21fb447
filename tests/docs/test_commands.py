"""Commands in the pages are ones that the program accepts; `scripts/run_docs.py` runs them."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import adapters
from gtarena import games
from gtarena.cli.error_messages import error_line
from gtarena.cli.listings.experiments import _overrides as overrides_of
from gtarena.cli.main import run
from gtarena.cli.planned_jobs import plan_jobs
from gtarena.cli.play import split_words
from gtarena.cli.settings.arguments import Parser, checked_settings, run_arguments
from gtarena.cli.settings.composing import composing
from gtarena.cli.settings.hydra_config import register_configs
from gtarena.cli.settings.named_game import settings_of_game
from gtarena.cli.settings.plugin_setting import is_plugin_setting
from gtarena.cli.verbs import STUDIES, VERBS
from gtarena.game_theory.registry import study_of
from gtarena.runs.asking.plan import asked_seats
from gtarena.runs.plan import plan_matches
from tests.support import ROOT
from tests.support.script_modules import load_script

PROGRAM = "scripts/gtarena"
SEPARATORS = set(";|&()<>")
# Options, settings of other packages' launchers and sweepers, and files that a page has its reader write.
LEFT_OUT = ("-", "model.prices=", *(f"hydra{sign}{part}" for sign in "/." for part in ("launcher", "sweeper")))
FIRST = re.compile(r"range\((\d+),.*?\)")  # the first job of thousands is like the others
INTERMIXED = ("play", "experiments", *STUDIES)  # verbs that take settings anywhere among their words
MANY = 50  # commands that a way of reading pages finds at the least

doc_blocks = load_script("scripts/_doc_blocks.py")


class Parsed(Exception):  # noqa: N818 - it is no error
    """Arguments of a verb that its parser accepts, raised in place of what the verb does with them."""


def words_of(command: str) -> Iterator[list[str]]:
    """Yields the arguments of every call of the program in a command of the shell."""
    lexer = shlex.shlex(command.replace("\\\n", " "), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] | None = None
    for token in [*lexer, ";"]:
        if set(token) <= SEPARATORS:
            if words is not None:
                yield words
            words = None
        elif words is not None:
            words.append(token)
        elif token == PROGRAM:
            words = []


@dataclass(frozen=True)
class Call:
    """Call of the program in a page; ``has_all`` unless its block needs something that a plain machine lacks."""

    place: str
    words: list[str]
    has_all: bool = True

    def __str__(self) -> str:
        return f"{self.place}  {shlex.join(self.words)}"


def documented() -> list[Call]:
    """Returns the calls of the program in all pages."""
    found = []
    for page in doc_blocks.pages():
        for block in doc_blocks.blocks(page.read_text(encoding="utf-8")):
            if block.language == "sh":
                found += [Call(f"{page.relative_to(ROOT)}:{block.line + line}", words, not block.needs)
                          for line, command in doc_blocks.commands(block.text) for words in words_of(command)]
    return found


def refusal(call: Call, patch: pytest.MonkeyPatch) -> str:
    """Returns the reason why the program would not accept its arguments; an empty text if it would."""
    words = [word for word in call.words if not is_plugin_setting(word)]
    if words != call.words and words[0] not in VERBS:  # it may play a game that the page has its reader write
        return ""
    try:
        if words and words[0] in VERBS:
            read_verb(words, patch)
        elif words[:1] not in (["--help"], ["--version"]):
            read_run(words, call.has_all)
    except Exception as error:  # noqa: BLE001 - as the command line does
        return error_line(error)
    return ""


def read_run(words: list[str], has_all: bool = True) -> None:
    """Plans the jobs of a run, and the matches of the first one if a plain machine ``has_all`` for them.

    Those that need what an earlier command of the page has written cannot be planned before it.
    """
    settings = [FIRST.sub(r"\1", word) for word in run_arguments(words) if not word.startswith(LEFT_OUT)]
    _, jobs = plan_jobs(settings)
    if has_all and not any("results/" in word for word in settings):
        plan_matches(jobs[0].settings)


def read_verb(words: list[str], patch: pytest.MonkeyPatch) -> None:
    def stop(parser: Parser, arguments: list[str]) -> None:
        raise Parsed(original(parser, arguments))

    original = Parser.parse_intermixed_args if words[0] in INTERMIXED else Parser.parse_args
    with patch.context() as changed:
        changed.setattr(Parser, original.__name__, stop)
        if words[0] == "doctor":
            read_run(words[1:])
            return
        try:
            run(words)
        except Parsed as parsed:
            read_settings(words[0], parsed.args[0])


def read_settings(verb: str, parsed: object) -> None:
    """Checks the settings of a verb that takes some."""
    words = getattr(parsed, "words", [])
    if verb == "play":
        game, _, settings = split_words(words)
        plan_jobs(checked_settings([f"game={game}", *settings]))
    elif verb in STUDIES:
        game = study_of(verb).game or getattr(parsed, "game", "")
        subject_settings(game, getattr(parsed, "settings", []))
    elif verb == "experiments" and words:
        name = next((word for word in words if "=" not in word), "")
        plan_jobs([*overrides_of(name), *checked_settings([word for word in words if "=" in word])])


def subject_settings(game: str, settings: list[str]) -> None:
    """Checks the settings of a study of a game, and that its agents can be asked."""
    run_settings = settings_of_game(game, checked_settings(settings))
    assert run_settings.game is not None
    asked_seats(run_settings, adapters.for_game(games.load(run_settings.game.name, run_settings.game.params)))


def test_every_command_of_the_pages_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    found = documented()
    assert len(found) >= MANY
    register_configs()
    with composing():  # once for all
        refused = [f"{call}: {reason}" for call in found if (reason := refusal(call, monkeypatch))]
    assert not refused, "\n".join(refused)


@pytest.mark.parametrize(("command", "reason"), [
    ("game=nim", ""), ("report results/nim --out merged", ""), ("play nim against random seed=1", ""),
    ("game=nim sed=1", "sed"), ("game=nim agent.mcts.simulation=1", "simulation"), ("game=nimm", "nimm"),
    ("game=nim agents=[mtcs]", "mtcs"), ("-m game=nim prompt=v1,v77 agents=[llm] --cgf job", "--cgf"),
    ("reprot results/nim", "reprot"), ("report results/nim --ot merged", "--out"), ("status", "DIR"),
    ("play nim against random sed=1", "sed"), ("experiments gamma_temperatur", "gamma_temperatur"),
    ("doctor game=nim sed=1", "sed"), ("export parquet results/nim", "parquet")])
def test_a_mistaken_command_is_refused(command: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = refusal(Call("", shlex.split(command)), monkeypatch)
    assert reason in told
    assert bool(told) == bool(reason)


@pytest.mark.parametrize(("command", "found"), [
    ("scripts/gtarena game=nim  # plays", [["game=nim"]]), ("ls; scripts/gtarena games | head", [["games"]]),
    ("A=1 scripts/gtarena 'game=pig(winscore=20)' && scripts/gtarena games pig >out",
     [["game=pig(winscore=20)"], ["games", "pig"]]),
    ("scripts/gtarena \\\n  game=nim", [["game=nim"]]),
    ("scripts/test -k nim", [])])
def test_calls_of_the_program_are_found_in_a_command(command: str, found: list[list[str]]) -> None:
    assert list(words_of(command)) == found


def test_python_in_the_pages_compiles() -> None:
    found = [(page, block) for page in doc_blocks.pages() for block in doc_blocks.blocks(page.read_text("utf-8"))
             if block.language == "python"]
    assert found
    for page, block in found:
        compile(block.text, f"{page.name}:{block.line}", "exec")


def test_blocks_have_their_lines_and_needs_and_commands_their_whole_text() -> None:
    page = "# A\n\n<!-- needs: Docker -->\n```sh\ndocker run x\n```\n\n1. b\n\n   ```sh\n   a \\\n     b\n\n   # c\n" \
           "   for i in 1; do\n     d\n   done\n   cat <<END\n   e\n   END\n   ```\n"
    first, second = doc_blocks.blocks(page)
    assert (first.language, first.text, first.needs, first.line) == ("sh", "docker run x\n", "Docker", 5)
    assert (second.needs, second.line) == ("", 11)
    assert list(doc_blocks.commands(second.text)) == [
        (0, "a \\\n  b"), (4, "for i in 1; do\n  d\ndone"), (7, "cat <<END\ne\nEND")]
