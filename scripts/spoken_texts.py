"""Shows what matches log of texts that are easily damaged on their way.

    python scripts/spoken_texts.py

Each line has the name of a text, the reply that says it, and whether the log has the text to the character or the name
of a failure. The exit code is 1 if a text was changed or failed otherwise than it should.
"""

import sys

from _harness import Checks

from tests.support.spoken_texts import SPOKEN, outcome

SHOWN = 48  # characters of a reply


def main() -> None:
    """Runs the command line."""
    wrong = []
    for spoken in SPOKEN:
        logged, failure = outcome(spoken.reply)
        if (logged, failure) != (spoken.logged, spoken.failure):
            wrong.append(spoken.name)
        shown = ascii(spoken.reply)
        verdict = f"{len(spoken.logged)} characters" if spoken.logged is not None else f"failed: {failure}"
        equal = "CHANGED" if spoken.name in wrong else "equal" if failure is None else "refused"
        print(f"{spoken.name:40}{shown[:SHOWN] + '...' * (len(shown) > SHOWN):53}{equal:9}{verdict}")
    check = Checks()
    check("every text is logged to the character or fails by name", not wrong, ", ".join(wrong) or f"all {len(SPOKEN)}")
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
