from gtarena.logs.prompt_texts import InMemoryTexts, refer, sha256

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180's example


def test_a_text_is_known_by_its_sha256():
    assert sha256("abc") == ABC
    assert sha256("\ud800") != sha256("?")  # half a character has a hash too


def test_a_message_refers_to_its_picture_too():
    texts = InMemoryTexts()
    (ref,) = refer(texts, [{"role": "user", "content": "Look.", "image": "abc"}])
    assert (texts[ref.sha256], ref.image, texts[ref.image]) == ("Look.", ABC, "abc")


def test_messages_refer_to_texts_that_are_stored_once():
    texts = InMemoryTexts()
    refs = refer(texts, [{"role": "system", "content": "abc"}, {"role": "user", "content": "abc"}])
    assert [(ref.role, ref.sha256) for ref in refs] == [("system", ABC), ("user", ABC)]
    assert texts == {ABC: "abc"}
