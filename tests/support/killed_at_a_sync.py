"""The command line in a process that is killed when it is about to sync matches for the third time."""

import os
import signal
from itertools import count
from pathlib import Path

from gtarena.cli.main import main
from gtarena.runs.matches import workers

THIRD = 2
UNSYNCED = 20  # matches: however slow the disk is, most of a run of hundreds is not yet played at the third sync

if __name__ == "__main__":
    sync, syncs = os.fsync, count()

    def fsync(descriptor: int) -> None:
        synced = Path(f"/proc/self/fd/{descriptor}").resolve().name
        if synced == "matches.jsonl" and next(syncs) == THIRD:
            os.kill(os.getpid(), signal.SIGKILL)
        sync(descriptor)

    os.fsync = fsync
    workers.MOST_UNSYNCED = UNSYNCED
    main()
