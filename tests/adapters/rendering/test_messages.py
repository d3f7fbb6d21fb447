import base64

from adapters.rendering.messages import alternating, message


def test_a_message_carries_a_picture_only_if_there_is_one():
    assert message("user", "Look.") == {"role": "user", "content": "Look."}
    assert base64.b64decode(message("user", "Look.", b"PNG")["image"]) == b"PNG"


def test_adjacent_messages_of_one_role_become_one_with_a_blank_line_between_them():
    chat = [("system", "S"), ("user", "a"), ("user", "b"), ("user", "c"), ("assistant", "d"), ("user", "e")]
    assert alternating(message(*turn) for turn in chat) == [
        message(*turn) for turn in [("system", "S"), ("user", "a\n\nb\n\nc"), ("assistant", "d"), ("user", "e")]]


def test_a_picture_stays_with_the_text_that_it_came_with():
    assert alternating([message("user", "a"), message("user", "b", b"PNG")]) == [message("user", "a\n\nb", b"PNG")]


def test_the_chat_that_is_merged_stays_as_it_was():
    chat = [message("user", "a"), message("user", "b")]
    alternating(chat)
    assert chat == [message("user", "a"), message("user", "b")]
