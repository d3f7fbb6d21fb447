import asyncio
import base64

import pytest

from gtarena.models.vision import sees_everything, sees_pictures, sent_form
from tests.support.drawn_board import png

PICTURE = base64.b64encode(png([[0]])).decode()
PLAIN = {"role": "user", "content": "Your move?"}


@pytest.mark.parametrize(("name", "setting", "sees"), [
    ("openai/gpt-4o-mini", "auto", True),
    ("openai/gpt-4o-mini", "off", False),
    ("openai/gpt-3.5-turbo", "auto", False),
    ("openai/gpt-3.5-turbo", "on", True),
    ("openai/some-model-of-ones-own", "auto", False),
    ("openai/some-model-of-ones-own", "on", True),
    ("offline/random", "auto", False),
    ("offline/random", "on", False),
])
def test_a_model_sees_pictures_if_the_setting_or_else_litellm_says_so(name, setting, sees):
    assert asyncio.run(sees_pictures(name, setting)) is sees


def test_a_model_known_to_take_pictures_sees_them():
    assert asyncio.run(sees_everything()) is True


def test_a_picture_is_sent_beside_the_text_as_openai_has_it():
    assert sent_form(PLAIN | {"image": PICTURE}, "openai/x") == {"role": "user", "content": [
        {"type": "text", "text": "Your move?"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PICTURE}"}},
    ]}


@pytest.mark.parametrize(("message", "name"), [
    (PLAIN, "openai/x"), (PLAIN, "offline/random"), (PLAIN | {"image": PICTURE}, "offline/random")])
def test_a_message_without_a_picture_or_to_an_offline_model_is_its_text(message, name):
    assert sent_form(message, name) == PLAIN
