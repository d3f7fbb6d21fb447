"""Pictures in chat messages: which models take them, and the form in which they are sent."""

from typing import Any

from adapters import Message
from gtarena.models import litellm_loader, offline
from gtarena.models.functions import is_function


async def sees_pictures(name: str, setting: str) -> bool:
    """Returns whether a model is sent pictures; with the setting ``auto`` litellm's list of models decides.

    Offline models never are, and functions only if it is ``on``.
    """
    if offline.is_offline(name) or setting == "off" or (setting == "auto" and is_function(name)):
        return False
    return setting == "on" or bool((await litellm_loader.load_litellm()).supports_vision(name))


async def sees_everything() -> bool:
    """Returns true, for models that are known to take pictures."""
    return True


def sent_form(message: Message, name: str) -> dict[str, Any]:
    """Returns a message as litellm takes it for this model: a picture is a part of the content in OpenAI's form."""
    role, text = message["role"], message["content"]
    if "image" not in message or offline.is_offline(name):
        return {"role": role, "content": text}
    url = f"data:image/png;base64,{message['image']}"
    return {"role": role, "content": [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": url}}]}
