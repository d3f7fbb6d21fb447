"""Import of GTBench's published wordings as prompt versions, from a local checkout of its repository.

The program's functions make a game's texts out of its observation; they become macros, and the observation is made of
ours. A wording is a whole chat. It has the question of the agent that is asked for its move alone, that of the agents
with chain of thought, where there is an instruction to think, and those of the tree of thoughts.
"""

from collections.abc import Iterator
from pathlib import Path

from adapters.adapter import READER, REPLY_FORMAT
from adapters.rendering import templates
from adapters.replies.published import VERSION
from gtarena.agents.llm.instructions import PHRASE
from gtarena.agents.llm.schemes.self_consistency import LAST_SAMPLE
from gtarena.agents.llm.schemes.tree_of_thoughts import GIVEN, STOP, THOUGHT, VOTE
from gtarena.suites.gtbench.importer.observations import PUBLISHED_GAMES, PublishedGame
from gtarena.suites.importing.text_functions import TextFunctions
from gtarena.suites.importing.wordings import import_games, read_published, require_checkout, tell_folder

BENCHMARK = "GTBench"
PROMPTS = Path("gamingbench/prompts")
_FORMS = "regex_and_format.py"
_OBSERVATION, _STEP, _VOTE = "construct_observation_prompt", "construct_step_prompt", "construct_voting_prompt"
_SEEN = "observations"  # the program's observation, of which the texts are made
_NEW_LINE = ' ~ "\\n" ~ '
_CHOICES = "choices(candidates)"  # as the program writes them (tot_agent.py, ``_vote``)
_CHOICES_MACRO = (
    "{% macro choices(candidates) %}{% for candidate in candidates %}"
    '{{ ("" if loop.first else "\\n") ~ "Choice" ~ loop.index ~ ": " ~ candidate }}{% endfor %}{% endmacro %}\n')
_BLOCKS = {
    READER: "gtbench", PHRASE: "", LAST_SAMPLE: "", STOP: "Action:",  # tot_agent.py, ``_get_stop_signs``
    REPLY_FORMAT: '{% if part == "form" %}\nAction: <move>\n{% endif %}\n'}


def import_prompts(folder: Path, out: Path) -> Iterator[str]:
    """Writes ``OUT/GAME/published.jinja`` for the ten games, and yields lines that report the result.

    What cannot be imported is reported and left out; a file that was not imported before is never replaced.

    Raises:
        UsageError: the folder is not a checkout of GTBench, or no wording in it could be imported.
    """
    require_checkout(folder, BENCHMARK, [str(PROMPTS)])
    made = yield from import_games(folder, out, BENCHMARK, PUBLISHED_GAMES, lambda game: {
        VERSION: _make_wording(folder / PROMPTS, PUBLISHED_GAMES[game])})
    yield f"wrote {len(made)} wordings to {out}; choose them with prompt={VERSION}"
    yield from tell_folder(out)


def _make_wording(prompts: Path, published: PublishedGame) -> str:
    """Returns the wording of a game as a Jinja2 template.

    Raises:
        ValueError: a file of the program lacks a text, or has what is not supported.
    """
    forms = _read_functions(prompts / _FORMS)
    known = {name: forms.find_text_where("env_name", published.name, name) for name in ("regex", "format")}
    known |= {"env_name": '""', "stop_signs": '""'}
    system = _read_functions(prompts / "system_prompts" / published.module).find_text("SYSTEM_PROMPT")
    observed = _read_functions(prompts / "observation_prompts" / published.module, "observed_")
    prompt, cot, tot = (_read_functions(prompts / "step_prompts" / f"{agent}_agent.py", f"{agent}_", known)
                        for agent in ("prompt", "cot", "tot"))
    step = tot.write_call(_STEP, _SEEN)
    asked = {
        templates.TURNS: [f"({cot.write_call(_STEP, _SEEN)} if phrase else {prompt.write_call(_STEP, _SEEN)})"],
        f"ask_{THOUGHT}": [step, '""'], f"ask_{GIVEN}": [step, "thought"],
        f"ask_{VOTE}": [_CHOICES, tot.write_call(_VOTE, _SEEN)]}
    # The system's turn, and the user's, which begins with the observation and has each text on a new line.
    head = f'{_write_observation(published)}{{{{ turn("system") }}}}{{{{ {system} }}}}{{{{ turn("user") }}}}'
    first = observed.write_call(_OBSERVATION, _SEEN)
    chats = {name: f"{head}{{{{ {_NEW_LINE.join([first, *texts])} }}}}" for name, texts in asked.items()}
    macros = [_CHOICES_MACRO, observed.write_macros(_OBSERVATION), tot.write_macros(_VOTE),
              *(each.write_macros(_STEP) for each in (prompt, cot, tot))]
    blocks = {templates.MOVES: published.moves, **_BLOCKS, **chats}
    return "".join([*macros, *map(_write_block, blocks, blocks.values())])


def _read_functions(path: Path, prefix: str = "", known: dict[str, str] | None = None) -> TextFunctions:
    return TextFunctions(path.name, read_published(path), prefix, known)


def _write_observation(published: PublishedGame) -> str:
    values = {"legal_moves": "legal", **published.values}
    entries = ", ".join(f'"{name}": {value}' for name, value in values.items())
    return f"{published.before}{{% set {_SEEN} = {{{entries}}} %}}"


def _write_block(name: str, text: str) -> str:
    """Returns a block; one that lists moves or holds turns is rendered only if it is asked for."""
    part = name if "turn(" in text else "turn" if name == templates.MOVES else ""
    shown = f'{{% if part == "{part}" %}}\n{text}{{% endif %}}' if part else text
    return f"{{% block {name} %}}{shown}{{% endblock %}}\n"
