from gtarena.metrics.duels import OVERALL
from gtarena.metrics.paired_differences import Difference
from gtarena.metrics.setting_effects import SettingEffect
from gtarena.reports.comparisons.setting_effects import frame_effects, show_effects


def effect(game, advantage, adjusted, setting="temperature"):
    low, high = advantage - 0.1, advantage + 0.1
    found = Difference(game, ("x", "y"), advantage, low, high, 0.5, 9, adjusted, adjusted=adjusted)
    return SettingEffect("llm", setting, "0", "1", found)


def test_a_change_has_a_row_with_all_games_first_and_what_is_beyond_noise_is_marked():
    found = [effect("nim", 0.5, 0.01), effect(OVERALL, 0.05, 0.2), effect("nim", -0.5, 0.3, "top_p")]
    (part,) = show_effects(found)
    assert part["games"] == ["All games", "nim"]
    warmer, other = part["rows"]
    assert [cell["beyond"] for cell in warmer["cells"]] == [False, True]
    assert warmer["cells"][1] == {
        "advantage": "+0.50", "interval": "[+0.40, +0.60]", "beyond": True, "verdict": "beyond noise", "units": 9}
    assert (other["setting"], other["first"], other["value"]) == ("top_p", "0", "1")
    assert other["cells"][0] is None
    rows = frame_effects(found).to_dict("records")
    assert [(row["game"], row["setting"], row["verdict"]) for row in rows] == [
        ("nim", "temperature", "beyond noise"), ("All games", "temperature", "within noise"),
        ("nim", "top_p", "within noise")]
