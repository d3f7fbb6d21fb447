"""Digest of the prompt texts that a model is shown, so that matches with other texts are other matches."""

import hashlib

from adapters import Adapter
from adapters.rendering import descriptions, templates
from gtarena.agents.eligibility import reason_not_reasoned
from gtarena.agents.llm.agent import LlmSettings
from gtarena.agents.llm.instructions import REASONING, guide_digest, persona_text
from gtarena.agents.llm.look_up import rules_digest
from gtarena.agents.llm.nudge import nudge_digest
from gtarena.agents.llm.reasoning_schemes import scheme_digest
from gtarena.errors import UsageError


def wording_digest(adapter: Adapter, settings: LlmSettings) -> str:
    """Returns a short hash of all prompt texts that a model is shown.

    Raises:
        UsageError: the scheme cannot be used in the game, or the game has no guide of that name; ``memory`` is
            ``reports``, but the prompt version does not report the rounds one by one; or ``observation`` is not
            ``text``, but the game has no pictures.
    """
    name = adapter.game.get_type().short_name
    if reason := reason_not_reasoned(settings.scheme, adapter.game):
        raise UsageError(f"scheme={settings.scheme} cannot be used in {name}: {reason}")
    if settings.observation != "text" and not adapter.draws():
        raise UsageError(
            f"observation={settings.observation} needs a game with pictures, and {name} has none: set observation=text")
    if settings.memory == "reports" and not adapter.tells_rounds(settings.prompt):
        raise UsageError(
            f"memory=reports needs a prompt version that reports the rounds one by one: {settings.prompt} of {name} "
            "does not")
    instructions = f"{templates.prompt_digest(REASONING, settings.reasoning)}{persona_text(settings.persona)}"
    shown = settings.rules == "full" or settings.look_ups
    topics = rules_digest(name, settings.rules) if shown else ""
    wordings = f"{adapter.digest(settings.prompt)}{instructions}{nudge_digest()}"
    described = descriptions.digest() if settings.observation == "described" else ""
    own = hashlib.sha256(wordings.encode()).hexdigest()[:12]
    guide = guide_digest(settings.guide, adapter)
    return f"{own}{scheme_digest(settings.scheme, adapter)}{topics}{described}{guide}"
