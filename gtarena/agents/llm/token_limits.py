"""Limits of replies that a suite sets game by game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gtarena.agents.llm.reasoning_schemes import REASONING_SCHEMES
from gtarena.errors import UsageError


@dataclass(frozen=True)
class TokenLimits:
    """Most tokens of a reply in one game of a suite, where the run leaves ``model.max_tokens`` null.

    ``schemes`` has other limits for agents with some reasoning schemes. A limit of ``None`` is the provider's.

    Raises:
        UsageError: a limit is not a whole number of at least 1, or there is no such scheme.
    """

    max_tokens: int | None = None
    schemes: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.schemes, Mapping):
            raise UsageError(f"schemes={self.schemes!r} is not a limit for each scheme: write schemes: {{single: 256}}")
        for scheme, limit in {"": self.max_tokens, **self.schemes}.items():
            if scheme and scheme not in REASONING_SCHEMES:
                raise UsageError(f"schemes.{scheme} is not {' or '.join(REASONING_SCHEMES)}")
            if (limit is not None or scheme) and (type(limit) is not int or limit < 1):
                name = f"schemes.{scheme}" if scheme else "max_tokens"
                raise UsageError(f"{name}={limit!r} is not a whole number of at least 1")

    def of(self, scheme: str) -> int | None:
        """Returns the limit for agents with this reasoning scheme."""
        return self.schemes.get(scheme, self.max_tokens)


NO_LIMITS = TokenLimits()
