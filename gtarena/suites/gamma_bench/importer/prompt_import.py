"""The published wordings of gamma-Bench as prompt versions, out of a local checkout of its repository.

A file of ``prompt_template`` is a header, a line that ends it, and a text with placeholders ``!<INPUT 0>!``,
``!<INPUT 1>!`` and so on; a report has three parts: what is told, the player's own answer as it would have given it,
and what followed. Some texts stand in the code of a game instead. Everything is turned into Jinja2 wordings in the
layout of ``_rounds.jinja``; blank space around a turn is left out. The layout has one turn for what follows an answer,
so that a shooter in Battle Royale gets in one what the published code tells it in two.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters import templates
from gtarena.errors import UsageError
from gtarena.suites.gamma_bench.importer.placeholders import GAMES, File, Wording
from gtarena.suites.gamma_bench.importer.source_texts import escaped

VERSIONS = ("v1", "v2", "v3", "v4", "v5")
MARK = "{# Made from a checkout of gamma-Bench by gtarena import prompts. #}"
FOLDERS = ("prompt_template", "games")

_HEADER_ENDS = "<commentblockmarker>###</commentblockmarker>"
_PART_ENDS = "<part>///</part>"
_PLACEHOLDER = re.compile(r"!<INPUT (\d+)>!")
_HEAD = ('{% extends "_rounds.jinja" %}', '{% from "_macros.jinja" import fraction %}')
_TURNS = ("report", "answer", "outcome")


def import_prompts(folder: Path, out: Path) -> Iterator[str]:
    """Writes ``OUT/GAME/gamabench_v1.jinja`` and so on, and yields lines that tell what came of it.

    What cannot be imported is told and left out; a file in the way that this did not make is told and kept.

    Raises:
        UsageError: the folder is no such checkout, or nothing in it could be imported.
    """
    missing = [name for name in FOLDERS if not (folder / name).is_dir()]
    if missing:
        raise UsageError(f"{folder} is no checkout of gamma-Bench: it has no folder {' and no folder '.join(missing)}")
    made = 0
    for game, published in GAMES.items():
        try:
            wording = published.read(_content(folder / "games" / published.module))
        except ValueError as error:
            yield f"{game}: not imported: {error}"
            continue
        for version in VERSIONS:
            files = _Files(folder / "prompt_template" / published.folder, version)
            try:
                _write(out / game / f"gamabench_{version}.jinja", files.made(wording))
            except ValueError as error:
                yield f"{game}: {version} not imported: {error}"
            else:
                made += 1
    if not made:
        raise UsageError(f"nothing in {folder} could be imported")
    yield f"{made} wordings are in {out}; settings choose them by prompt=gamabench_v1 to {VERSIONS[-1]}"
    if out.resolve() != templates.own_folder().resolve():
        yield f"they are found where {templates.FOLDER_VARIABLE}={out} is set"


def _write(target: Path, text: str) -> None:
    if target.exists() and not _content(target).startswith(MARK):
        raise ValueError(f"{target} is kept, because gtarena import prompts did not make it")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def _content(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8") from error


@dataclass(frozen=True)
class _Files:
    """The template files of one game and version."""

    folder: Path
    version: str

    def made(self, wording: Wording) -> str:
        """The wording as a Jinja2 file.

        Raises:
            ValueError: a file is missing or not in the published format.
        """
        reports = [(file.condition, self._parts(file, len(_TURNS))) for file in wording.reports]
        blocks = {"rules": self._parts(wording.rules, 1)[0]}
        for place, turn in enumerate(_TURNS):
            blocks[turn] = _first_that_holds([(condition, parts[place]) for condition, parts in reports])
        afterwards = [self._parts(file, 1)[0] for file in wording.afterwards]
        blocks["outcome"] = "\n\n".join([blocks["outcome"], *afterwards])
        blocks["request"] = _first_that_holds([(file.condition, self._parts(file, 1)[0]) for file in wording.requests])
        filled = [f"{{% block {name} %}}\n{text}\n{{% endblock %}}" for name, text in blocks.items()]
        # The published request has the form of the reply in it and no list of moves.
        empty = [f"{{% block {name} %}}{{% endblock %}}" for name in ("reply_format", "legal_moves")]
        return "\n".join([MARK, *_HEAD, *filled, *empty, ""])

    def _parts(self, file: File, count: int) -> list[str]:
        """The parts of a file, with its placeholders filled."""
        path = self.folder / f"{file.name}_{self.version}.txt"
        _, marker, rest = _content(path).partition(_HEADER_ENDS)
        if not marker:
            raise ValueError(f"{path} has no line {_HEADER_ENDS}")
        parts = rest.split(_HEADER_ENDS)[0].split(_PART_ENDS)
        if len(parts) != count:
            raise ValueError(f"{path} should have {count} parts, and it has {len(parts)}")
        try:
            return [_filled(part.strip(), file.inputs) for part in parts]
        except IndexError:
            raise ValueError(f"{path} has a placeholder above !<INPUT {len(file.inputs) - 1}>!") from None


def _filled(text: str, inputs: Sequence[str]) -> str:
    pieces = _PLACEHOLDER.split(text)  # text, number, text, number, ..., text
    return "".join(inputs[int(piece)] if place % 2 else escaped(piece) for place, piece in enumerate(pieces))


def _first_that_holds(cases: Sequence[tuple[str, str]]) -> str:
    """A template that renders the first of several others whose condition holds; an empty condition always does."""
    if len(cases) == 1 and not cases[0][0]:
        return cases[0][1]
    lines = []
    for place, (condition, text) in enumerate(cases):
        lines += [f"{{% {'elif' if place else 'if'} {condition or 'true'} %}}", text]
    return "\n".join([*lines, "{% endif %}"])
