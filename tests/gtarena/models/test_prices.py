"""Prices from a file in the form of litellm's list."""

import pytest

from gtarena.errors import UsageError
from gtarena.models.prices import Price, listed
from gtarena.models.settings import ModelSettings


def test_a_call_costs_its_tokens_times_their_prices(tmp_path):
    path = tmp_path / "prices.json"
    path.write_text('{"openai/x": {"input_cost_per_token": 1e-6, "output_cost_per_token": 4e-6, "mode": "chat"}}')
    assert listed(str(path)) == {"openai/x": Price(1e-6, 4e-6)}
    settings = ModelSettings(name="openai/x", prices=str(path))
    assert settings.price().of(1000, 500) == pytest.approx(0.003)
    assert ModelSettings(name="openai/y", prices=str(path)).price() is None


@pytest.mark.parametrize(("text", "problem"), [
    (None, "No such file"), ("[]", "the file is not a price"),
    ('{"x": {"input_cost_per_token": 1}}', r"x\.output_cost_per_token is not a price"),
    ('{"x": {"input_cost_per_token": 1, "output_cost_per_token": -1}}', "costs -1.0 per token")])
def test_a_file_of_another_form_is_refused(tmp_path, text, problem):
    path = tmp_path / "prices.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(UsageError, match=problem):
        ModelSettings(prices=str(path))
