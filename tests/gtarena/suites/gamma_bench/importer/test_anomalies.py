from dataclasses import replace

from gtarena import games
from gtarena.suites.gamma_bench.importer import anomalies
from gtarena.suites.gamma_bench.importer.log_format import LogName, PublishedLog

LOG = PublishedLog("a.json", "1", LogName("m", "v1", "1"), {}, [{}], ["m"] * 2, [[], []], [[], []], "Rules.")
SELFISH = LogName("m", "v1", "role2")


def personas(*logs):
    return dict(anomalies.undeclared_personas(logs, {log.source: "pirate_game" for log in logs}))


def test_only_the_later_of_two_equal_files_is_a_duplicate():
    logs = [LOG, replace(LOG, source="b.json"), replace(LOG, source="c.json", sha256="2")]
    assert list(anomalies.duplicates(logs)) == [("b.json", "the same bytes as a.json")]


def test_text_in_front_of_the_rules_is_a_persona_that_the_name_has_to_tell():
    spoken = replace(LOG, source="b.json", system="Be selfish. Rules.")
    assert personas(LOG, spoken) == {"b.json": "its system text opens with 'Be selfish.', which its name does not say"}
    declared = replace(spoken, source="c.json", name=SELFISH)
    assert personas(LOG, declared) == {}
    assert personas(LOG, spoken, declared) == {
        "b.json": "its system text opens with 'Be selfish.', as with the persona gamabench_role2, "
                  "which its name does not say"}


def test_rules_of_another_version_are_not_compared():
    assert personas(LOG, replace(LOG, source="b.json", system="Be selfish. Rules.", name=LogName("m", "v2"))) == {}


def test_an_unusual_parameter_is_noted_unless_the_name_tells_of_other_rules():
    params = games.complete("public_goods", {"multiplier": 1.0, "rounds": 3})
    assert list(anomalies.undeclared_settings(LOG, "public_goods", params)) == [
        "multiplier=1.0 where 2.0 is usual, which its name does not say"]
    told = replace(LOG, name=LogName("m", "v1", "r2"))
    assert list(anomalies.undeclared_settings(told, "public_goods", params)) == []
