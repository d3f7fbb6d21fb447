"""Composition of configurations outside of a run of Hydra's, without copying its files for each of them."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from hydra import compose, initialize_config_dir
from hydra._internal.config_loader_impl import ConfigLoaderImpl
from hydra._internal.config_repository import ConfigRepository
from hydra.core.config_search_path import ConfigSearchPath, SearchPathQuery
from hydra.core.global_hydra import GlobalHydra
from omegaconf import DictConfig, OmegaConf

from gtarena import plugins
from gtarena.system.checkout import config_folder


class OneRepository(ConfigRepository):  # type: ignore[misc]
    """Repository of configuration files that is not copied, with all that is in it, for each configuration composed."""

    def __deepcopy__(self, memo: object) -> "OneRepository":
        return copy.copy(self)  # enough: Hydra gives its copy other sources, if any, and changes none


@contextmanager
def composing() -> Iterator[None]:
    """Makes Hydra ready to compose configurations of those registered; within another one nothing is done again."""
    if GlobalHydra.instance().is_initialized():
        yield
        return
    with initialize_config_dir(str(config_folder()), version_base="1.3"):
        loader = GlobalHydra.instance().config_loader()
        assert isinstance(loader, ConfigLoaderImpl)
        add_plugged_folders(loader.get_search_path())
        loader.repository = OneRepository(loader.get_search_path())
        yield


def add_plugged_folders(path: ConfigSearchPath) -> None:
    """Adds the plug-ins' folders of configuration files to a search path, last but for the schema."""
    for folder in plugins.folders("conf"):
        path.prepend("plug-in", f"file://{folder}", SearchPathQuery(provider="schema", path=None))


def names_beside(key: str, overrides: Sequence[str]) -> list[str]:
    """Returns the names of all settings in the same group, with the game or suite that the overrides choose."""
    chosen = [word for word in overrides if word.split("=")[0] in ("game", "preset", "suite") and "," not in word]
    with composing():
        settings = compose("config", overrides=chosen)
    parent = key.rpartition(".")[0]
    beside = OmegaConf.select(settings, parent) if parent else settings
    return [str(name) for name in beside] if isinstance(beside, Mapping | DictConfig) else []
