from custom_games import GAMES
from custom_games import battle_royale as battle
from gtarena.suites.gamma_bench.scores import Match
from tests.support.gamma_bench_results import drawn, result


def test_a_battle_shows_who_shot_at_whom_with_what_outcome():
    fired = (battle.Shot(0, 2, False, 3), battle.Shot(1, None, False, 3), battle.Shot(2, 0, True, 2))
    match = Match(GAMES["battle_royale"](players=3), battle.Position((1, 2), shots=fired))
    shots, left = drawn([result(match)], "battle").axes
    ends = {each.get_label(): list(zip(*each.get_data(), strict=True)) for each in shots.lines}
    assert ends["shot at and missed"] == [(1, 2)]
    assert ends["shot at and hit"] == [(3, 0)]
    assert ends["missed on purpose"] == [(2, 1)]
    lives = {segment[0][1]: segment[1][0] for segment in shots.collections[0].get_segments()}
    assert lives == {0: 3, 1: 3.5, 2: 3.5}
    assert left.lines[0].get_ydata().tolist() == [3, 3, 2]
