"""Concurrent chains of consecutive calls by litellm alone, in a process that knows nothing of gtarena.

    python scripts/_litellm_alone.py MODEL ADDRESS CHAINS CALLS

prints the seconds that they take, without the start of the process, the import of litellm and the first call.
"""

import asyncio
import os
import sys
import time

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # it would download its price list

import litellm

MESSAGES = [{"role": "system", "content": "word " * 200}, {"role": "user", "content": "Legal moves: a | b"}]


async def chain(model: str, address: str, calls: int) -> None:
    """Makes so many calls, one after another."""
    for _ in range(calls):
        await litellm.acompletion(model=model, messages=MESSAGES, api_base=address, api_key="none")


async def seconds(model: str, address: str, chains: int, calls: int) -> float:
    """Returns the wall time of concurrent chains."""
    await chain(model, address, 1)
    started = time.perf_counter()
    await asyncio.gather(*(chain(model, address, calls) for _ in range(chains)))
    taken = time.perf_counter() - started
    await litellm.close_litellm_async_clients()
    return taken


if __name__ == "__main__":
    print(asyncio.run(seconds(*sys.argv[1:3], *map(int, sys.argv[3:]))))
