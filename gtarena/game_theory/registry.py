"""Registry of the studies that commands conduct, by name."""

from importlib import import_module

from gtarena.game_theory.studies import Study

# Each module has a ``STUDY`` of that name. Those that take long to import are imported only when they are conducted.
MODULES = {
    "policy": "gtarena.game_theory.policies.study",
    "positions": "gtarena.game_theory.quality.study",
    "beliefs": "gtarena.game_theory.beliefs.study",
    "choices": "gtarena.game_theory.axioms.study",
    "recognition": "gtarena.game_theory.recognition",
}


def study_of(name: str) -> Study:
    """Returns the study of a name.

    Raises:
        KeyError: there is none.
    """
    found: Study = import_module(MODULES[name]).STUDY
    return found
