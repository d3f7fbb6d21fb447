from gtarena.suites.magic import findings
from gtarena.suites.magic.figures import figures
from tests.support.drawn_figures import drawn, imports_matplotlib
from tests.support.magic_figures import frame
from tests.support.magic_matches import aware, dilemma, model, public_good


def test_nothing_gives_no_figures():
    assert figures(frame(), []) == []
    assert findings([]).figures == []


def test_importing_the_figures_does_not_import_matplotlib():
    assert not imports_matplotlib("gtarena.suites.magic.figures")


def test_a_single_match_gives_the_figures_of_what_was_played():
    found = findings([dilemma("CDC", "DDD")]).figures
    assert [figure.name for figure in found] == ["investments-and-defections"]
    drawn(found[0])


def test_matches_of_two_games_give_abilities_and_hostile_names_are_drawn():
    records = [play(rounds, challenger=agent(name), match_id=f"{play} {agent} {name}")
               for play, rounds in ((dilemma, "CDD"), (public_good, (10, 20, None)))
               for agent in (model, aware) for name in ("$x^2$", "_h", "a" * 90 + "1", "a" * 90 + "2")]
    found = findings(records).figures
    assert len({figure.name for figure in found}) == len(found)
    assert [figure.name for figure in found] == [
        "abilities", "abilities-with-beliefs", "abilities-in-pairs", "investments-and-defections"]
    for figure in found:
        drawn(figure)
