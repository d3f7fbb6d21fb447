"""Every provider's protocol: each behaviour of the hostile server, in each of them."""

import secrets
from collections.abc import Callable, Iterator

from soaking.trial import Fault, Finding, Trial
from tests.support.faulty_server import FAULTS
from tests.support.hostile_answers import HOSTILE, STRANGER
from tests.support.protocols import PROTOCOLS


def faults() -> Iterator[Fault]:
    """Yields all faults of this kind."""
    for family in PROTOCOLS:
        for behaviour in (*FAULTS, *HOSTILE):
            name = f"{family}: every answer is {behaviour}"
            yield Fault(name, _tried(name, family, behaviour))


def _tried(name: str, family: str, behaviour: str) -> Callable[[Trial], Finding]:
    def attempt(trial: Trial) -> Finding:
        protocol, key = PROTOCOLS[family], secrets.token_urlsafe(20)
        variables = protocol.environment(key)
        trial.keys |= {variable: value for variable, value in variables.items() if value == key}
        trial.server.protocol = protocol
        trial.server.set_faults([behaviour], 1.0)
        address = f"model.api_base={trial.server.api_base}"
        ended = trial.run(*trial.words(), address, "model.retries=1", environment=variables)
        return Finding(name, ended.trouble or _strayed(trial), keys=trial.revealed())

    return attempt


def _strayed(trial: Trial) -> str:
    """Returns the reason why a request should not have left as it did; empty if all were in order."""
    headers = [request.headers for request in trial.server.received]
    if any(each["host"].startswith(STRANGER) for each in headers):
        return "a redirect was followed"
    if any("cookie" in each for each in headers):
        return "a cookie returned"
    astray = [request.path for request in trial.server.received if not trial.server.protocol.answers(request.path)]
    if astray or not headers:
        return f"requests arrived at {astray[:3]}" if astray else "no request arrived"
    return ""
