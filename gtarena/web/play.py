"""Play of a sitting in the browser."""

import asyncio
import sys

from gtarena import games
from gtarena.agents.people.front_ends import Quit
from gtarena.logs.records import MatchRecord
from gtarena.runs.sittings.sitting import Sitting, refuse_second, sit, tell_log
from gtarena.web.desk import Desk
from gtarena.web.person import WebPerson
from gtarena.web.server import serve_page

LAST_LOOK = {"over": 60.0, "left": 3.0, "failed": 3.0}  # most seconds that a page has to fetch the end


def play_in_browser(sitting: Sitting, port: int = 0) -> MatchRecord:
    """Plays a sitting on a page whose address is printed on standard error; port 0 is any that is free.

    Raises:
        Quit: the person has left.
        UsageError: the port is not free, there are too few file descriptors, another process plays in the folder, or
            the sitting cannot be played (see :func:`~gtarena.runs.sittings.sitting.sit`).
        UnfinishedError: a model could not be reached, or may not be asked any more, or the page's server has stopped.
    """
    spec = sitting.spec
    refuse_second(sitting)  # before an address is printed that would not work
    desk = Desk(games.label(spec.game, spec.params))
    with serve_page(desk, port) as address:
        print(f"Open this address in a browser on this computer; it works until the command ends.\n\n  {address}\n",
              file=sys.stderr, flush=True)
        phase, logged = "failed", ""
        try:
            record = asyncio.run(sit(sitting, WebPerson(desk)))
            phase, logged = "over", tell_log(sitting.folder, record)
        except Quit:
            phase = "left"
            raise
        finally:
            desk.end(phase, logged)
            desk.wait_for_page(LAST_LOOK[phase])
    return record
