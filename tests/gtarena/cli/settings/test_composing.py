from hydra.core.global_hydra import GlobalHydra

from gtarena.cli.settings.composing import composing


def test_hydra_is_made_ready_once_and_left_as_it_was() -> None:
    GlobalHydra.instance().clear()
    with composing():
        loader = GlobalHydra.instance().config_loader()
        with composing():
            assert GlobalHydra.instance().config_loader() is loader
        assert GlobalHydra.instance().is_initialized()
    assert not GlobalHydra.instance().is_initialized()
