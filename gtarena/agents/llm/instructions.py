"""Texts around a question that are not the game's rules: persona, strategy guide, and instruction on how to think."""

import hashlib
from dataclasses import dataclass

from adapters import Adapter
from adapters.rendering import templates
from gtarena.agents.base import Decision
from gtarena.errors import unknown

REASONING = "reasoning"  # the folder of instructions on how to think
PERSONA = "persona"  # the folder of personas
BINDING = "direct"  # the instruction under which a reply is nothing but its form, without room for thoughts
NO_INSTRUCTION = "none"  # the instruction that says nothing; a setting of null or of an empty text means the same
PHRASE = "phrase"  # the block of an instruction that a wording may put into its own question


@dataclass(frozen=True)
class Instruction:
    """Instruction in a chat: a ``phrase`` for the wording's own place for one, or else an ``ending`` of the question.

    One of them is empty, and both are if nothing is said.
    """

    phrase: str
    ending: str

    @classmethod
    def of(cls, name: str, adapter: Adapter, version: str) -> "Instruction":
        """Returns the instruction of that name for a prompt version.

        Raises:
            ValueError: there is no instruction of that name, or no such prompt version.
        """
        if name == BINDING and adapter.place(version, templates.TURNS):  # a whole chat says itself how to reply
            return cls("", "")
        wording = templates.find(REASONING, name)
        if wording.has_block(PHRASE) and adapter.place(version, PHRASE):
            return cls(wording.plain, "")
        return cls("", wording.plain)


def render_persona(name: str | None) -> str:
    """Returns the text of a persona by its name, or the given text itself if it has several words.

    Raises:
        UsageError: there is no persona of that name.
    """
    if not name:
        return ""
    known = templates.list_versions(PERSONA)
    if name in known:
        return templates.render_version(PERSONA, name)
    if " " not in name.strip():
        raise unknown("persona", name, known, f"(choose from: {', '.join(known)}; or write a text of several words)")
    return name.strip()


def render_guide(name: str | None, decision: Decision) -> str:
    """Returns the text of a strategy guide by its name, or the given text itself if it has several words.

    Raises:
        UsageError: the game has no guide of that name.
    """
    if not name:
        return ""
    if _is_text(name):
        return name.strip()
    return decision.adapter.guide(_known_guide(name, decision.adapter), decision.state, decision.player)


def guide_digest(name: str | None, adapter: Adapter) -> str:
    """Returns a short hash of a strategy guide; empty if there is none.

    Raises:
        UsageError: the game has no guide of that name.
    """
    if not name:
        return ""
    if _is_text(name):
        return hashlib.sha256(name.strip().encode()).hexdigest()[:8]
    return templates.guide_digest(adapter.game.get_type().short_name, _known_guide(name, adapter))


def _known_guide(name: str, adapter: Adapter) -> str:
    game = adapter.game.get_type().short_name
    known = templates.list_guides(game)
    if name not in known:
        listed = ", ".join(known) or "none"
        raise unknown(f"guide of {game}", str(name), known, f"(it has: {listed}; or write a text of several words)")
    return name


def _is_text(name: str) -> bool:
    return len(str(name).split()) > 1
