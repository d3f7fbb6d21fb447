"""Policies by name."""

import json

import pyspiel
import pytest

from gtarena.agents.solving.named_policies import legal_actions, named_policy, policy_text
from gtarena.errors import UsageError

KUHN = pyspiel.load_game("kuhn_poker")
UNIFORM = {known: {"0": 0.5, "1": 0.5} for known in legal_actions(str(KUHN))}


def test_a_policy_has_all_information_states_of_the_game(tmp_path):
    assert len(named_policy("uniform", KUHN)) == 12
    assert named_policy("uniform", KUHN)["0pb"] == {0: 0.5, 1: 0.5}
    assert named_policy("cfr", KUHN)["2b"][1] == pytest.approx(1, abs=1e-3)
    file = tmp_path / "policy.json"
    file.write_text(json.dumps({**UNIFORM, "2b": {"1": 1}, "no state of the game": {"7": 1}}))
    assert named_policy(str(file), KUHN) == {**named_policy("uniform", KUHN), "2b": {1: 1}}


def test_a_saved_policy_is_read_as_it_was(tmp_path):
    policy = named_policy("cfr", KUHN)
    (tmp_path / "policy.json").write_text(policy_text(policy))
    assert named_policy(str(tmp_path / "policy.json"), KUHN) == policy


@pytest.mark.parametrize(("text", "message"), [
    ("{", "holds no policy"), ('{"0": [1]}', "holds no policy"), ('{"0": {"bet": 1}}', "holds no policy"),
    (json.dumps({known: UNIFORM[known] for known in UNIFORM if known != "1b"}),
     "lacks the information state '1b': give all of the game in which there is a choice"),
    (json.dumps({**UNIFORM, "1b": {"2": 1}}), "gives a probability to 2, which is not legal: the actions are 0, 1"),
    (json.dumps({**UNIFORM, "1b": {"0": 0.5, "1": 0.4}}), "'1b' has the probabilities 0.5, 0.4: give numbers"),
    (json.dumps({**UNIFORM, "1b": {"0": 1.5, "1": -0.5}}), "give numbers from 0 on that add up to 1"),
    (json.dumps({**UNIFORM, "1b": {"0": float("nan"), "1": 1}}), "give numbers from 0 on that add up to 1")])
def test_a_file_that_holds_no_policy_of_the_game_says_why(tmp_path, text, message):
    file = tmp_path / "policy.json"
    file.write_text(text)
    with pytest.raises(UsageError, match=message):
        named_policy(str(file), KUHN)


def test_a_missing_file_and_a_game_without_equilibrium_are_refused(tmp_path):
    with pytest.raises(UsageError, match=r"cannot be found|can be read \(No such file or directory\): name uniform"):
        named_policy(str(tmp_path / "none.json"), KUHN)
    with pytest.raises(UsageError, match="cfr has no policy of kuhn_poker: it needs two players"):
        named_policy("cfr", pyspiel.load_game("kuhn_poker(players=3)"))
    # Nobody can visit its whole tree.
    with pytest.raises(UsageError, match="cfr has no policy of go"):
        named_policy("cfr", pyspiel.load_game("go"))
