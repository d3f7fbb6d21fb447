"""The chats of GameBench's RAP agent, as blocks of a wording (see ``schemes/rap/questions.py``).

Its texts are in agents/rap/context_templates.json. ``context_builder_factory`` in agents/rap/chat.py fills them in, and
``ReasoningViaPlanning`` in agents/rap/agent.py asks them and says what stands for predictions that cannot be read.
"""

import json
from collections.abc import Callable, Mapping
from itertools import cycle

from gtarena.suites.gamebench.importer.game_texts import Pieces, choose_text
from gtarena.suites.importing.source_texts import SourceTexts, fill_format, printed

TEXTS, AGENT = "agents/rap/context_templates.json", "agents/rap/agent.py"
QUESTIONS: Mapping[str, str] = {  # of ours, by theirs
    "openended": "option", "actions": "actions", "action_select": "choice", "self_eval": "evaluation",
    "others": "others", "state": "state", "goal": "win"}

_ACTIONS = '{%+ for each in actions +%}{{ "\\n" if not loop.first }}{{ loop.index0 }}. {{ each }}{%+ endfor +%}'


def rap_pieces(read: Callable[[str], str], title: str, summary: str, details: Mapping[str, str]) -> Pieces:
    """Returns the texts of the search by their places in the layout of the chat.

    ``read`` returns the source of a module of the program; ``details`` are the topics of the game's rules.

    Raises:
        ValueError: a file cannot be read, or lacks a text that is part of the chats.
    """
    texts, agent = _read_texts(read(TEXTS)), SourceTexts(AGENT, read(AGENT), {})
    topics = _fill(texts, "additional_topics", {"topics": ", ".join(details)}) if details else ""
    prefix = _fill(texts, "prefix", {
        "title": title, "summary": summary, "topics": topics, "observation": printed("position(imagined)")})
    values = {"example": _fill(texts, "example", {}), "prefix": prefix, "action": printed("action"),
              "actions": _ACTIONS, "others": printed("others")}
    chats = {f"rap_{ours}": _chat(texts, theirs, values) for theirs, ours in QUESTIONS.items()}
    return {**chats, "rap_topic": choose_text({f'topic == "{topic}"': text for topic, text in details.items()}, ""),
            "no_others": agent.of("oth", 1)[0], "no_state": agent.said("GameState", 1, 0)[0]}


def _read_texts(source: str) -> Mapping[str, object]:
    try:
        texts = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{TEXTS} is not JSON: {error}") from None
    if not isinstance(texts, dict):
        raise ValueError(f"{TEXTS} is no object")
    return texts


def _chat(texts: Mapping[str, object], name: str, values: Mapping[str, str]) -> str:
    """Returns the template of a chat whose turns are the user's and the model's by turns."""
    turns = texts.get(name)
    if not isinstance(turns, list) or not turns:
        raise ValueError(f"{TEXTS} has no list of texts {name!r}")
    return "".join(f'{{{{ turn("{role}") }}}}{_fill({name: text}, name, values)}'
                   for role, text in zip(cycle(("user", "assistant")), turns, strict=False))


def _fill(texts: Mapping[str, object], name: str, values: Mapping[str, str]) -> str:
    text = texts.get(name)
    if not isinstance(text, str):
        raise ValueError(f"{TEXTS} has no text {name!r}")
    return fill_format(TEXTS, text, values)
