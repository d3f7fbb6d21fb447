"""Hydra plugin `hydra/sweeper=gtarena`; Hydra finds plugins only in packages of this name."""

from hydra.core.config_store import ConfigStore

from gtarena.cli.sweeps.sweeper import Sweeper


class GtarenaSweeper(Sweeper):
    """Sweeper under the name that Hydra asks for."""


ConfigStore.instance().store(
    group="hydra/sweeper", name="gtarena", provider="gtarena",
    node={"_target_": f"{__name__}.{GtarenaSweeper.__name__}", "max_batch_size": None, "params": None})
