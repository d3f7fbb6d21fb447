from gtarena.suites.econ_arena.figures import figures
from tests.support.drawn_figures import drawn, imports_matplotlib, row_names, texts
from tests.support.econ_arena_runs import among_rational, frame, row, titled


def test_nothing_gives_no_figures():
    assert figures(frame()) == []


def test_importing_the_figures_does_not_import_matplotlib():
    assert not imports_matplotlib("gtarena.suites.econ_arena.figures")


def test_equilibrium_agents_around_a_model_are_in_no_figure():
    rows = [among_rational(deviation=0.5), *(among_rational("1", "rational", seat=seat, told="", equilibrium=True)
                                              for seat in range(1, 5))]
    (figure,) = titled(*rows).values()
    assert figure.title == "Deviation from equilibrium in Beauty Contest (rational)"
    assert row_names(drawn(figure)) == ["llm m"]


def test_names_of_figures_differ_and_hostile_names_of_models_are_drawn():
    hostile = ["$x^2$", "two\nlines", "_hidden", "a" * 80 + "1", "a" * 80 + "2"]
    rows = [make(f"{who} {number}", who, run=run, history="choices", deviation=0.1 * run)
            for make in (row, among_rational) for who in hostile for number in range(2) for run in (1, 2)]
    rows += [among_rational(who, who) for who in hostile]
    found = titled(*rows)
    assert len({figure.name for figure in found.values()}) == len(found)
    for title, figure in found.items():
        drawing = drawn(figure)
        names = texts(*drawing.legends) if title.startswith("Actions") else row_names(drawing)
        assert len(set(names)) == len(hostile)
