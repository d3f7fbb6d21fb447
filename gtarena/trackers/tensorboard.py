"""TensorBoard: files of events in a folder, which ``tensorboard --logdir`` shows."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gtarena.trackers.contract import Status, TrackedRun

FOLDER = "tensorboard"  # in that of the results


class TensorBoardRun:
    """Files of events of a run; a resumed one adds a file."""

    def __init__(self, run: TrackedRun) -> None:
        from tensorboard.plugins.hparams.summary_v2 import hparams_pb
        from tensorboard.summary.writer.event_file_writer import EventFileWriter

        self._writer = EventFileWriter(str(run.results / FOLDER / run.name))
        if run.settings:
            self._add(hparams_pb(dict(run.settings), trial_id=run.key), 0)

    def send(self, scores: Mapping[str, float], matches: int) -> None:
        """Writes the scores as scalars at the step of so many matches."""
        from tensorboard.compat.proto.summary_pb2 import Summary

        self._add(Summary(value=[Summary.Value(tag=name, simple_value=score) for name, score in scores.items()]),
                  matches)
        self._writer.flush()

    def end(self, status: Status, files: Sequence[Path]) -> None:
        """Writes where the report is, because TensorBoard keeps no files, and closes the file."""
        from tensorboard.plugins.text.summary_v2 import text_pb

        if files:
            self._add(text_pb("report", "\n".join(f"- {file}" for file in files)), 0)
        self._writer.close()

    def _add(self, summary: Any, step: int) -> None:
        from tensorboard.compat.proto.event_pb2 import Event

        self._writer.add_event(Event(wall_time=time.time(), step=step, summary=summary))
