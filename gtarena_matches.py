"""Plug-in of verifiers by the name of its module: ``vf-eval gtarena-matches --env.taskset.game kuhn_poker``."""

from gtarena.environments.verifiers_envs import MatchEnv, MatchHarness, MatchTaskset

__all__ = ["MatchEnv", "MatchHarness", "MatchTaskset"]
