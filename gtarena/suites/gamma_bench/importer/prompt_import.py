"""Import of gamma-Bench's published wordings as prompt versions, from a local checkout of its repository.

A file of ``prompt_template`` has a header, a line that ends it, and a text with placeholders ``!<INPUT 0>!``,
``!<INPUT 1>!`` and so on. A report has three parts: the report itself, the player's own answer in the form of a reply,
and the outcome. Some texts are in the code of a game instead. All of them become Jinja2 wordings in the layout of
``_rounds.jinja``, turn for turn, without the blank space around a turn. The phrases that ask a model to think become
instructions, and the roles become personas; the wordings have the published places for them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.replies.published import VERSION
from gtarena.agents.llm.instructions import PERSONA, PHRASE, REASONING
from gtarena.errors import UsageError
from gtarena.suites.gamma_bench.importer.log_format import imported_name
from gtarena.suites.gamma_bench.importer.placeholders import PUBLISHED_GAMES, ROLE, File, ImportedWording
from gtarena.suites.importing.source_texts import escaped
from gtarena.suites.importing.wordings import read_published, require_checkout, tell_folder, write_wording

VERSIONS = ("v1", "v2", "v3", "v4", "v5")
BENCHMARK = "gamma-Bench"
FOLDERS = ("prompt_template", "games")

_HEADER_ENDS = "<commentblockmarker>###</commentblockmarker>"
_PART_ENDS = "<part>///</part>"
_PLACEHOLDER = re.compile(r"!<INPUT (\d+)>!")
_HEAD = ('{% extends "_rounds.jinja" %}', '{% from "_macros.jinja" import fraction %}')
# The form of replies, which is not shown: the request has it, with an explanation after a phrase.
_FORM = (
    '{% block reply_format %}{% if part == "form" %}'
    '{{ \'{"explanation": "<explanation>", \' ~ form[1:] if phrase else form }}{% endif %}{% endblock %}')
_READER = "{% block reader %}gamabench{% endblock %}\n"
_TURNS = ("report", "answer", "outcome")
_INSTRUCTIONS = {REASONING: ("cot_prompts", "cot"), PERSONA: ("role_prompts", "role")}  # folder and names of the files


def import_prompts(folder: Path, out: Path) -> Iterator[str]:
    """Writes ``OUT/GAME/gamabench_v1.jinja`` to ``_v5`` and ``published.jinja``, and yields lines with the result.

    Instructions to think become ``OUT/reasoning/gamabench_cot1.jinja`` and so on, and roles
    ``OUT/persona/gamabench_role1.jinja``. What cannot be imported is reported and left out; a file that was not
    imported before is never replaced.

    Raises:
        UsageError: the folder is not a checkout of gamma-Bench, or no wording in it could be imported.
    """
    require_checkout(folder, BENCHMARK, FOLDERS)
    made = 0
    for game, published in PUBLISHED_GAMES.items():
        try:
            wording = published.read(read_published(folder / "games" / published.module))
        except ValueError as error:
            yield f"{game}: not imported: {error}"
            continue
        for version in VERSIONS:
            try:
                _write_version(folder, out, game, version, wording)
            except ValueError as error:
                yield f"{game}: {version} not imported: {error}"
            else:
                made += 1
    if not made:
        raise UsageError(f"no wording in {folder} could be imported")
    yield f"wrote {made} wordings to {out}; choose one with prompt=gamabench_v1 to {VERSIONS[-1]} ({VERSION} is v1)"
    for kind in _INSTRUCTIONS:
        yield from _import_instructions(folder, out, kind)
    yield from tell_folder(out)


def _write_version(folder: Path, out: Path, game: str, version: str, wording: ImportedWording) -> None:
    files = _Files(folder / "prompt_template" / PUBLISHED_GAMES[game].folder, version)
    target = out / game / f"{imported_name(version)}.jinja"
    write_wording(target, BENCHMARK, files.made(wording))
    if version == VERSIONS[0]:  # that of all experiments but the comparison of wordings
        write_wording(target.with_stem(VERSION), BENCHMARK, f'{{% extends "{game}/{target.name}" %}}\n{_READER}')


def _import_instructions(folder: Path, out: Path, kind: str) -> Iterator[str]:
    """Writes all instructions of a kind, and yields lines that report the result."""
    subfolder, name = _INSTRUCTIONS[kind]
    made = []
    for path in sorted((folder / "prompt_template" / subfolder).glob(f"{name}[0-9]*.txt")):
        try:
            text = escaped(_body(path).strip())
            if kind == REASONING:
                text = f"{{%+ block {PHRASE} +%}}{text}{{%+ endblock +%}}"
            write_wording(out / kind / f"{imported_name(path.stem)}.jinja", BENCHMARK, f"{text}\n")
        except ValueError as error:
            yield f"{kind}: {path.stem} not imported: {error}"
        else:
            made.append(imported_name(path.stem))
    if made:
        yield f"wrote {', '.join(made)} to {out / kind}; choose one with agent.llm.{kind}={made[0]}"
    else:
        yield f"{kind}: nothing imported from prompt_template/{subfolder}"


def _body(path: Path) -> str:
    """Returns the text of a template file after its header."""
    _, marker, rest = read_published(path).partition(_HEADER_ENDS)
    if not marker:
        raise ValueError(f"{path} has no line {_HEADER_ENDS}")
    return rest.split(_HEADER_ENDS)[0]


@dataclass(frozen=True)
class _Files:
    """Template files of one game and version."""

    folder: Path
    version: str

    def made(self, wording: ImportedWording) -> str:
        """Returns the wording as a Jinja2 template.

        Raises:
            ValueError: a file is missing or not in the published format.
        """
        reports = [(file.condition, self._parts(file, len(_TURNS))) for file in wording.reports]
        blocks = {"rules": self._parts(wording.rules, 1)[0]}
        for place, turn in enumerate(_TURNS):
            blocks[turn] = _first_that_holds([(condition, parts[place]) for condition, parts in reports])
        if wording.afterwards is not None:
            blocks["afterwards"] = self._parts(wording.afterwards, 1)[0]
        blocks["request"] = _first_that_holds([(file.condition, self._parts(file, 1)[0]) for file in wording.requests])
        filled = [f"{{% block {name} %}}\n{text}\n{{% endblock %}}" for name, text in blocks.items()]
        # The published request contains the form of the reply and no list of moves.
        empty = ["legal_moves", "separate_turns", PHRASE, *([PERSONA] if ROLE in blocks["rules"] else [])]
        declared = [f"{{% block {name} %}}{{% endblock %}}" for name in empty]
        return "\n".join([*_HEAD, *filled, _FORM, *declared, ""])

    def _parts(self, file: File, count: int) -> list[str]:
        """Returns the parts of a file with their placeholders filled in."""
        path = self.folder / f"{file.name}_{self.version}.txt"
        parts = _body(path).split(_PART_ENDS)
        if len(parts) != count:
            raise ValueError(f"{path} has {len(parts)} parts instead of {count}")
        try:
            return [_filled(part.strip(), file.inputs) for part in parts]
        except IndexError:
            raise ValueError(f"{path} has a placeholder above !<INPUT {len(file.inputs) - 1}>!") from None


def _filled(text: str, inputs: Sequence[str]) -> str:
    pieces = _PLACEHOLDER.split(text)  # text, number, text, number, ..., text
    return "".join(inputs[int(piece)] if place % 2 else escaped(piece) for place, piece in enumerate(pieces))


def _first_that_holds(cases: Sequence[tuple[str, str]]) -> str:
    """Returns a template that renders the first of several whose condition holds; an empty condition always does."""
    if len(cases) == 1 and not cases[0][0]:
        return cases[0][1]
    lines = []
    for place, (condition, text) in enumerate(cases):
        lines += [f"{{% {'elif' if place else 'if'} {condition or 'true'} %}}", text]
    return "\n".join([*lines, "{% endif %}"])
