import pyspiel

import adapters
from tests.support.playouts import decision_points


def test_moves_of_a_copy_keep_their_names_when_the_state_that_was_copied_is_gone():
    adapter = adapters.for_game(pyspiel.load_game("morpion_solitaire"))
    assert adapter.prompts == adapters.GENERIC
    copies = [state.clone() for state, _ in decision_points("morpion_solitaire", seed=0)]
    whole = pyspiel.load_game("morpion_solitaire").new_initial_state()
    for copy in copies:
        shown = adapter.view.patterns(copy, 0)
        assert shown == [" ".join(whole.action_to_string(0, action).split()) for action in copy.legal_actions()]
        assert len(set(shown)) == len(shown)
        assert adapter.parse(f"Answer: {shown[0]}", copy, 0) == [copy.legal_actions()[0]]
