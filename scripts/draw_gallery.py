"""Plays small runs offline and writes the pictures of their reports: `python scripts/draw_gallery.py`.

The pictures are in docs/gallery, with a page that shows them. They hold nothing that differs from one run to the next,
so that a difference of the files is one of the looks. All runs take five to ten minutes on two cores, and `--runs magic
sweep` plays only those. Screens need Chromium or Chrome, and stay as they are where there is none.
"""

import argparse
import contextlib
import io
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
from _harness import ROOT, records, run
from PIL import Image

from gtarena.suites.reporting import write_run_report
from tests.support.browser import CHROMIUM, SWITCHES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GALLERY = ROOT / "docs" / "gallery"
PAGE = "README.md"
COMMAND = "scripts/gtarena"
PAPER = '<rect width="100%" height="100%" fill="white"/>'  # pages that show Markdown may be dark

STRAY_PIXELS = 10  # of a screen: a busy browser now and then draws one at a round corner otherwise


@dataclass(frozen=True)
class Screen:
    """The size of a browser's window in pixels, and its colour scheme."""

    width: int
    height: int
    scheme: Literal["light", "dark"]

    @property
    def says(self) -> str:
        return f"{self.width:,} x {self.height}, {self.scheme}"


SCREENS = {"light": Screen(1280, 900, "light"), "dark": Screen(1280, 900, "dark"), "phone": Screen(390, 844, "light")}


@dataclass(frozen=True)
class Run:
    """A run whose report has pictures in the gallery: its words for gtarena, and figures of its folder with captions.

    ``name`` is that of its folder, and so the title of its report.
    """

    name: str
    title: str
    words: str
    figures: Mapping[str, str]


RUNS = (
    Run("arena", "The default arena", "", {
        "comparisons/strength-and-cost": "Ratings against cost",
        "comparisons/matrix-All-games": "Agents head to head, over all games",
        "comparisons/matrix-kuhn_poker": "Agents head to head, in Kuhn poker"}),
    Run("gtbench", "GTBench", "suite=gtbench matches=4", {
        "gtbench/figures/nra-against-mcts-tit_for_tat": "NRA against mcts or tit_for_tat, by game",
        "gtbench/figures/nra-against-random": "NRA against random, by game",
        "gtbench/figures/errors": "Error rates and numbers of cases"}),
    Run("gamma_bench", "gamma-Bench", "suite=gamma_bench", {
        "gamma_bench/figures/runs-offline-random": "Every game round by round",
        "gamma_bench/figures/choices-offline-random": "Choices and outcomes of one run",
        "gamma_bench/figures/actions-offline-random": "Every player's action in one run"}),
    Run("gamebench", "GameBench", "suite=gamebench", {
        "gamebench/figures/strengths-by-game-checked": "exp(rating) relative to the best agent of each game",
        "gamebench/figures/ratings-overall-checked": "Overall ratings",
        "gamebench/figures/ratings-by-game-checked": "Ratings by game"}),
    Run("magic", "MAgIC", "suite=magic matches=3", {
        "magic/figures/abilities": "Abilities, their radar area and win rate of challengers",
        "magic/figures/investments-and-defections": "Investment by multiplier, and defections by scores",
        "comparisons/sweep-game.multiplier-public_good": "Mean return in the public good by multiplier"}),
    Run("econ_arena", "Economics Arena", "suite=econ_arena matches=3", {
        "econ_arena/figures/payoff-beauty_contest-melee-none": "Payoffs in the beauty contest",
        "econ_arena/figures/deviation-beauty_contest-rational": "Deviation from equilibrium in the beauty contest",
        "econ_arena/figures/path-melee-choices-told": "Actions over the runs of a session"}),
    Run("sweep", "A sweep of 2 models, 3 temperatures and 2 prompts",
        "-m game=kuhn_poker,tic_tac_toe model.name=offline/random,offline/first model.temperature=0,0.5,1 prompt=v1,v2 "
        "agents=[llm,random] matches=12", {
            "comparisons/sweep-temperature-kuhn_poker": "Score by temperature",
            "comparisons/sweep-prompt-kuhn_poker": "Score by version of the prompt",
            "comparisons/matrix-All-games": "Agents head to head, over both games"}),
)
# A match of each game is shown after one of its moves.
GAMES = {"tic_tac_toe": 6, "connect_four": 14, "kuhn_poker": 4, "liars_dice": 4, "chameleon": 26,
         "two_rooms_and_a_boom": 35, "el_farol": 31, "chess": 48}
WATCHED = Run("match_browser", "The match browser",
              f"-m game={','.join(GAMES)} agents=[llm] model.name=offline/flaky:0.1 matches=1", {})


# Commands, one after the other in one folder, of which the last writes the page.
PROFILED = Run("profile", "A page of profiles", """\
-m game=kuhn_poker,tic_tac_toe agents=[llm@offline/random,llm@offline/first,mcts] disguise=none,renamed matches=12
policy kuhn_poker agents=[llm@offline/random,llm@offline/first,cfr] --samples 10
positions tic_tac_toe agents=[llm@offline/random,llm@offline/first,mcts] --positions 30
beliefs kuhn_poker agents=[llm@offline/random,llm@offline/first] --positions 30
choices agents=[llm@offline/random,llm@offline/first] --samples 3
profile results --out results/profiles""", {
    "results/beliefs/kuhn_poker/figures/reliability": "Stated probabilities and what came true"})


@dataclass(frozen=True)
class Picture:
    """A file of the gallery, with its caption."""

    file: str
    caption: str


def shown_figures(shown: Run) -> dict[str, Picture]:
    """Returns the pictures of a run's figures, by their place in its folder."""
    return {place: Picture(f"{shown.name}-{Path(place).name}.svg", caption) for place, caption in shown.figures.items()}


def shown_screens(shown: Run) -> dict[str, Picture]:
    """Returns the pictures of the first screen of a run's report, by name of the screen."""
    return {name: Picture(f"{shown.name}-{name}.png", f"First screen, {screen.says}")
            for name, screen in SCREENS.items()}


def shown_matches() -> dict[str, Picture]:
    """Returns the pictures of the match browser, by game."""
    return {game: Picture(f"match-{game}.png", f"{game} after move {move}") for game, move in GAMES.items()}


def sections() -> list[tuple[Run, list[Picture]]]:
    """Returns the runs of the gallery in the order of its page, each with all its pictures."""
    reports = [(shown, [*shown_screens(shown).values(), *shown_figures(shown).values()]) for shown in RUNS]
    profiles = [*shown_screens(PROFILED).values(), *shown_figures(PROFILED).values()]
    return [*reports, (WATCHED, list(shown_matches().values())), (PROFILED, profiles)]


def files() -> list[str]:
    """Returns the names of the files in the gallery."""
    return [PAGE, *(picture.file for _, pictures in sections() for picture in pictures)]


def page() -> str:
    """Returns the gallery's page, in Markdown."""
    lines = ["# What reports look like", "",
             "Reports of small runs with offline models: the default arena, every suite, a sweep, a match of each of",
             f"{len(GAMES)} games, and profiles. `python scripts/draw_gallery.py` plays them and writes this page with",
             "its pictures, so that a change of looks is seen. [docs/reports.md](../reports.md) says what they show."]
    for shown, pictures in sections():
        commands = [f"{COMMAND} {words}".strip() for words in shown.words.splitlines() or [""]]
        lines += ["", f"## {shown.title}", "", "```sh", *commands, "```"]
        for picture in pictures:
            lines += ["", f"{picture.caption}:", "", f"![{shown.title}: {picture.caption}]({picture.file})"]
    return "\n".join([*lines, ""])


def on_paper(svg: str) -> str:
    """Returns a picture with a white ground behind it."""
    return re.sub(r"<svg [^>]*>", lambda tag: f"{tag[0]}\n {PAPER}", svg, count=1)


def play(shown: Run, folder: Path) -> Path:
    """Plays a run in the folder of its name, and returns that folder."""
    place = folder / shown.name
    run(place, f"hydra.sweep.dir={place}", *shlex.split(shown.words))
    return place


def play_in_turn(shown: Run, folder: Path) -> Path:
    """Runs commands, one after the other, in the folder of their name, and returns that folder."""
    place = folder / shown.name
    place.mkdir()
    for words in shown.words.splitlines():
        subprocess.run([sys.executable, "-m", "gtarena", *shlex.split(words)], cwd=place, check=True)
    return place


def write_report_pictures(
    shown: Run, place: Path, browser: "Browser | None", report: str = "report.html"
) -> None:
    """Writes the figures of a run that has been played in the folder, and the first screens of its report."""
    for name, picture in shown_figures(shown).items():
        drawn = (place / f"{name}.svg").read_text(encoding="utf-8")
        (GALLERY / picture.file).write_text(on_paper(drawn), encoding="utf-8")
    if browser:
        for name, picture in shown_screens(shown).items():
            write_screen(browser, (place / report).as_uri(), SCREENS[name], GALLERY / picture.file)


def write_matches(place: Path, browser: "Browser") -> None:
    """Writes the pictures of the match browser, of matches that have been played in the folder."""
    for log in place.rglob("matches.jsonl"):  # the page shows how long replies took
        log.write_text(re.sub(r'"seconds":[^,}]+', '"seconds":0', log.read_text(encoding="utf-8")), encoding="utf-8")
    write_run_report([place], place, WATCHED.title)
    matches = {record.game: record.match_id for record in records(place)}
    for game, picture in shown_matches().items():
        address = f"{(place / 'report.html').as_uri()}#match={matches[game]}&move={GAMES[game]}"
        write_screen(browser, address, SCREENS["light"], GALLERY / picture.file)


def write_screen(browser: "Browser", address: str, screen: Screen, file: Path) -> None:
    """Writes what a window shows of a page, with at most 256 colours."""
    with browser.new_context(viewport={"width": screen.width, "height": screen.height}, color_scheme=screen.scheme,
                             reduced_motion="reduce") as context:
        window = context.new_page()
        window.goto(address)
        if "#" in address:
            window.wait_for_selector("#browser-view h2")
        taken = Image.open(io.BytesIO(window.screenshot(animations="disabled"))).convert("RGB")
    # The other methods change colours of which a page has little, such as those of agents.
    drawn = taken.quantize(method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    if not file.exists() or differing_pixels(Image.open(file), drawn) > STRAY_PIXELS:
        drawn.save(file, optimize=True)


def differing_pixels(one: Image.Image, other: Image.Image) -> int:
    """Returns in how many pixels two pictures differ, for pictures of different sizes all of the first."""
    pixels, others = (np.asarray(picture.convert("RGB")) for picture in (one, other))
    differs = (pixels != others).any(axis=2) if pixels.shape == others.shape else np.ones(pixels.shape[:2])
    return int(differs.sum())


@contextlib.contextmanager
def opened_browser() -> "Iterator[Browser | None]":
    """Yields the installed Chromium or Chrome, if there is one."""
    if CHROMIUM is None:
        print("neither Chromium nor Chrome is installed: pictures of screens stay as they are", file=sys.stderr)
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES) as found:
        yield found


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [shown.name for shown, _ in sections()]
    parser.add_argument("--runs", nargs="+", choices=names, default=names, help="those to play (default: all)")
    chosen = parser.parse_args().runs
    GALLERY.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, opened_browser() as browser:
        for shown in RUNS:
            if shown.name in chosen:
                write_report_pictures(shown, play(shown, Path(folder)), browser)
        if browser and WATCHED.name in chosen:
            write_matches(play(WATCHED, Path(folder)), browser)
        if PROFILED.name in chosen:
            write_report_pictures(PROFILED, play_in_turn(PROFILED, Path(folder)), browser,
                                  "results/profiles/profiles.html")
    (GALLERY / PAGE).write_text(page(), encoding="utf-8")
    for file in GALLERY.iterdir():
        if file.name not in files():
            file.unlink()


if __name__ == "__main__":
    main()
