"""The chat of GameBench's agents, and the wordings that are made of it and of the texts of a game.

The chat is that of ``OpenAITextAgent.take_action`` in agents/gpt.py, the same in all games.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from string import Template

from gtarena.suites.gamebench.importer.game_texts import PUBLISHED, Pieces, choose_text
from gtarena.suites.gamebench.importer.rap_chats import rap_pieces
from gtarena.suites.importing.source_texts import SourceTexts, either, escaped, printed

LAYOUTS = Path(__file__).parent / "layouts"
AGENT = "agents/gpt.py"

_PREDEFINED, _OPEN = "available_actions.predefined", "available_actions.openended"
_KEYS = printed("keys")
_OPEN_KEYS = printed("open_keys")
_VALID_KEYS = printed("open_keys + keys")


def make_wording(name: str, read: Callable[[str], str]) -> str:
    """Returns the wording of a game as a Jinja2 template; ``read`` returns the source of a module of the program.

    Raises:
        ValueError: a module cannot be read, or lacks a text that is part of the chat.
    """
    published = PUBLISHED[name]

    def texts_of(module: str) -> SourceTexts:
        path = f"{published.folder}/{module}"
        return SourceTexts(path, read(path), published.values)

    rules, game = texts_of(published.rules), _fill(name, published.pieces(texts_of))
    title, summary = rules.of("Rules.title", 1)[0], rules.of("Rules.summary", 1)[0]
    details = rules.entries("Rules.additional_details")[0] if rules.has("Rules.additional_details") else {}
    chat = SourceTexts(AGENT, read(AGENT), {
        "rules.title": title, "rules.summary": summary,
        "observation.text": printed("observed()"), "available_actions.instructions": printed("instructions()"),
        f"str(list({_OPEN}.keys()))": _OPEN_KEYS, f"str(list({_PREDEFINED}))": _KEYS,
        "action['action']": printed("found.action"), "str(list(valid_actions))": _VALID_KEYS})
    search = rap_pieces(read, title, summary, details)
    return _fill("chat", {"game": game, **_chat_pieces(chat, details), **search})


def _chat_pieces(chat: SourceTexts, details: Mapping[str, str]) -> Pieces:
    """Returns the texts of the chat by their places in the layout; ``details`` are the topics of the rules."""
    (opening, headings, observation, actions, instructions, opened, open_keys, offered, keys, explain, think, babble,
     choose, choose_open) = chat.of("prompt", 14)
    (plain_form,), (open_form,) = (chat.of(f"action_format_instructions_{kind}", 1)
                                   for kind in ("no_openended", "with_openended"))
    missing, no_explanation, invalid, reminder, valid, please = chat.of("error_message", 6)
    numbered = {f"H{number}": topic for number, topic in enumerate(details, start=1)}
    topics = headings + escaped(json.dumps(numbered, indent=4)) if details else ""
    explained_keys = 'offered.all | rejectattr("text", "none") | list or opened.all | selectattr("text") | list'
    told = [opening, topics, observation, actions, instructions,
            either("open_keys", open_form + opened + open_keys, plain_form),
            either("keys", offered + keys, ""),
            either(explained_keys, explain, "")]
    explained = printed('(offered.all + opened.all) | selectattr("key", "equalto", found.explain) '
                        '| map(attribute="text") | join')
    unexplained = 'found.explain in (offered.all | selectattr("text", "none") | map(attribute="key"))'
    refusals = {
        "open": missing, "heading": printed("heading(found.heading)"), "bad": no_explanation,
        "explain": either(unexplained, no_explanation, explained),
        "action": invalid + reminder + valid + please}
    return {
        "asked": "".join(told), "summary": choose + _KEYS + choose_open + _OPEN_KEYS, "think": think,
        "babble": babble + _VALID_KEYS, "system": chat.of("system_message", 1)[0],
        "heading": choose_text({f'key == "{key}"': details[topic] for key, topic in numbered.items()}, no_explanation),
        "refusal": choose_text({f"found.{case} is defined": text for case, text in refusals.items()}, "")}


def _fill(layout: str, pieces: Pieces) -> str:
    return Template((LAYOUTS / f"{layout}.jinja").read_text("utf-8")).substitute(pieces)
