"""Text environments: a match that is steered from outside, reply by reply."""

from gtarena.environments.environment import OUTSIDE, Environment, Result, Turn, env, envs

__all__ = ["OUTSIDE", "Environment", "Result", "Turn", "env", "envs"]
