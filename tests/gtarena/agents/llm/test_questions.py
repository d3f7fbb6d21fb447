from gtarena.agents.llm.questions import Question, assistant_message

ASKED = Question("move", ({"role": "system", "content": "rules"},), {"role": "user", "content": "?"}, nudges=1)


def test_a_question_after_a_look_up_is_the_same_one_with_the_reply_and_the_text_at_its_end():
    again = ASKED.told("Look up: Draws", "Nobody wins.")
    assert again.messages == (
        *ASKED.messages, assistant_message("Look up: Draws"), {"role": "user", "content": "Nobody wins."})
    assert (again.look_ups, again.nudges, again.turn) == (1, 1, ASKED.turn)
    assert again.told("x", "y").look_ups == 2


def test_an_empty_reply_is_shown_as_such():
    assert assistant_message("") == {"role": "assistant", "content": "(no answer)"}
    assert assistant_message(" yes") == {"role": "assistant", "content": " yes"}
