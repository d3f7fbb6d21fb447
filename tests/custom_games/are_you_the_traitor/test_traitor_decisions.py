import pytest

from custom_games.are_you_the_traitor.talk import PASS, STOP, STOPPING, other_spec


@pytest.mark.parametrize("own", range(5))
def test_everybody_but_oneself_may_be_asked_and_accused(own):
    spec = other_spec("accused", own)
    assert list(spec.legal_actions()) == [label for label in range(5) if label != own]
    assert [spec.action_name((), label) for label in spec.legal_actions()] == [
        f"Player {label + 1}" for label in range(5) if label != own]


def test_the_talk_is_stopped_or_goes_on():
    assert [STOPPING.read({"stop": stated}) for stated in ("pass", "Stop.")] == [[PASS], [STOP]]
