from custom_games.asking import PARTNER_FRAMES, answer_frames, question_frames


def test_every_sentence_has_one_place_for_what_it_states_and_is_listed_once():
    for frames in (PARTNER_FRAMES, question_frames("Player 2"), answer_frames("Player 2")):
        assert {frame.count("{}") for frame in frames} == {1}
        assert len(set(frames)) == len(frames)


def test_nobody_but_the_one_addressed_is_named():
    for frames in (question_frames("Player 2"), answer_frames("Player 2")):
        assert not any("Player" in frame.replace("Player 2", "") for frame in frames)
    assert {"I ask Player 2: {}", "My question to Player 2 is: {}"} <= set(question_frames("Player 2"))
    assert {"I tell Player 2: {}", "I say: {}"} <= set(answer_frames("Player 2"))
