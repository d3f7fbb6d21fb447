"""Samples of inspect's logs: a seat of a model in a match, with its chat, its usage and its scores.

Import this module only where inspect_ai is installed.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalSample
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentImage,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    ModelOutput,
    ModelUsage,
)
from inspect_ai.scorer import Score

from gtarena import games
from gtarena.logs.move_names import name_moves
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.records import Call, MatchRecord, TextRef
from gtarena.logs.replay import tell_match
from gtarena.logs.turns import seat_name
from gtarena.metrics.match_results import seat_results

RESULTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}
SCORES = {"return": "return of the seat", "result": "1 for a win, 0.5 for a draw, 0 for a loss",
          "failures": "replies that had to state a move and gave no legal one", "finished": "1 if the match finished"}
NOT_LOGGED = "(not in the logs)"
SAMPLING = ("temperature", "max_tokens", "reasoning_effort")

_Shown = tuple[str, str]  # role and SHA-256 of a message


def sample(record: MatchRecord, seat: int, texts: Mapping[str, str]) -> EvalSample:
    """Returns the match as the model in a seat saw it.

    ``input`` are the messages of its first call, ``messages`` those of all its calls with the replies between them.
    What a chat repeats of earlier calls is left out, and so is a system message that was the last one too.
    """
    told = tell_match(record)
    named = zip(record.calls, name_moves(record, told.turns), strict=True)
    calls = [(call, move) for call, move in named if call.player == seat]
    name = f"{record.match_id}-seat{seat}"
    chat = _chat(name, calls, texts)
    messages = list({message.id: message for input_, reply in chat for message in (*input_, reply)}.values())
    events = list(_events(record, seat, [(call, *turn) for (call, _), turn in zip(calls, chat, strict=True)]))
    return EvalSample(
        id=name, epoch=1, input=chat[0][0], target="", messages=messages, output=events[-1].output, events=events,
        scores=scores(record, seat), metadata=_metadata(record, seat, told.seats), model_usage=_usage(record, seat),
        started_at=record.started, total_time=record.seconds, uuid=sha256(name)[:22],
        working_time=sum(call.seconds for call, _ in calls))


def sampling(params: Mapping[str, Any]) -> GenerateConfig:
    """Returns those settings of an agent that inspect knows too."""
    return GenerateConfig(**{name: params[name] for name in SAMPLING if params.get(name) is not None})


def _chat(
    name: str, calls: Sequence[tuple[Call, str | None]], texts: Mapping[str, str]
) -> list[tuple[list[ChatMessage], ChatMessage]]:
    """Returns the messages of each call and the reply; a message that was there before is the same object."""
    shown: list[_Shown] = []
    there: list[ChatMessage] = []  # the messages of shown
    system: dict[_Shown, ChatMessage] = {}  # the latest one
    turns: list[tuple[list[ChatMessage], ChatMessage]] = []
    numbers = count()
    for call, move in calls:
        refs = [(ref.role, ref.sha256) for ref in call.messages]
        repeated = _count_repeated(shown, refs)
        new = []
        for ref, key in zip(call.messages[repeated:], refs[repeated:], strict=True):
            message = system.get(key) or _message(f"{name}-{next(numbers)}", ref, texts)
            if ref.role == "system":
                system = {key: message}
            new.append(message)
        input_ = [*there[len(there) - repeated:], *new]
        reply = _reply(f"{name}-{next(numbers)}", call, move)
        shown += [*refs[repeated:], ("assistant", sha256(call.reply))]
        there += [*new, reply]
        turns.append((input_, reply))
    return turns


def _events(
    record: MatchRecord, seat: int, calls: Sequence[tuple[Call, list[ChatMessage], ChatMessage]]
) -> Iterator[ModelEvent]:
    """Yields the calls as events of the transcript, one after the other: logs have their durations only."""
    start, passed = datetime.fromisoformat(record.started), 0.0
    for call, messages, reply in calls:
        output = _output(reply, call, record)
        yield ModelEvent(
            uuid=sha256(str(reply.id))[:22], model=output.model, input=messages, tools=[], tool_choice="none",
            config=sampling(record.seats[seat].params), output=output, retries=call.retries or None,
            cache="read" if call.cached else None, timestamp=start + timedelta(seconds=passed), working_start=passed,
            completed=start + timedelta(seconds=passed + call.seconds), working_time=call.seconds)
        passed += call.seconds


def _count_repeated(shown: Sequence[_Shown], refs: Sequence[_Shown]) -> int:
    """Returns how many of a call's first messages are the latest ones of the chat."""
    return next((number for number in range(len(refs), 0, -1) if list(shown[-number:]) == list(refs[:number])), 0)


def _message(name: str, ref: TextRef, texts: Mapping[str, str]) -> ChatMessage:
    text = texts.get(ref.sha256, NOT_LOGGED)
    content: Any = text
    if ref.image is not None and ref.image in texts:
        content = [ContentText(text=text), ContentImage(image=f"data:image/png;base64,{texts[ref.image]}")]
    kinds = {"system": ChatMessageSystem, "assistant": ChatMessageAssistant}
    message: ChatMessage = kinds.get(ref.role, ChatMessageUser)(id=name, content=content)
    return message


def _reply(name: str, call: Call, move: str | None) -> ChatMessage:
    """Returns a reply, with what was read in it and what it took as metadata."""
    content: Any = call.reply
    if call.reasoning:
        content = [ContentReasoning(reasoning=call.reasoning), ContentText(text=call.reply)]
    told = {"purpose": call.purpose, "move_number": call.move_number, "sample": call.sample or None, "move": move,
            "form": call.form, "failure": call.failure, "overlong_bytes": call.overlong_bytes or None,
            "cached": call.cached, "retries": call.retries, "tokens_in": call.tokens_in,
            "tokens_cache_read": call.tokens_cache_read, "tokens_out": call.tokens_out,
            "tokens_reasoning": call.tokens_reasoning, "cost": call.cost, "seconds": call.seconds}
    return ChatMessageAssistant(
        id=name, content=content, source="generate", model=call.model,
        metadata={key: value for key, value in told.items() if value is not None})


def _output(reply: ChatMessage, call: Call, record: MatchRecord) -> ModelOutput:
    stopped = "max_tokens" if call.failure == "truncated" else "stop"
    return ModelOutput(
        model=call.model or record.seats[call.player].model or "", time=call.seconds, usage=_sum_usage([call]),
        completion=call.reply, choices=[ChatCompletionChoice(message=reply, stop_reason=stopped)])


def _usage(record: MatchRecord, seat: int) -> dict[str, ModelUsage]:
    """Returns the usage by model, without replies from the cache."""
    paid: dict[str, list[Call]] = {}
    for call in record.calls:
        if call.player == seat and not call.cached:
            paid.setdefault(call.model or record.seats[seat].model or "", []).append(call)
    return {model: _sum_usage(calls) for model, calls in paid.items()}


def _sum_usage(calls: Sequence[Call]) -> ModelUsage:
    read, written = (sum(getattr(call, name) or 0 for call in calls) for name in ("tokens_in", "tokens_out"))
    costs = [call.cost for call in calls]
    thought = [call.tokens_reasoning for call in calls if call.tokens_reasoning is not None]
    reread = [call.tokens_cache_read for call in calls if call.tokens_cache_read is not None]
    return ModelUsage(
        # inspect counts these apart from the others.
        input_tokens=read - sum(reread), input_tokens_cache_read=sum(reread) if reread else None, output_tokens=written,
        total_tokens=read + written, reasoning_tokens=sum(thought) if thought else None,
        total_cost=None if None in costs else sum(cost for cost in costs if cost is not None))


def scores(record: MatchRecord, seat: int) -> dict[str, Score]:
    """Returns the scores of a seat; what is undefined in the match is left out."""
    moves = [call for call in record.calls if call.player == seat and call.purpose == "move"]
    failures = [call.failure for call in moves if call.failure]
    result = seat_results(record)[seat]
    values = {
        "return": record.returns[seat] if record.returns else None,
        "result": None if result is None else RESULTS[result],
        "failures": float(len(failures)),
        "finished": float(record.outcome == "finished"),
    }
    words = {"return": record.outcome, "result": result, "failures": ", ".join(failures) or None,
             "finished": record.error or record.outcome}
    return {name: Score(value=value, explanation=words[name]) for name, value in values.items() if value is not None}


def _metadata(record: MatchRecord, seat: int, called: Sequence[str]) -> dict[str, Any]:
    return {
        "match_id": record.match_id, "suite": record.suite, "game": games.label(record.game, record.params),
        "params": record.params, "seed": record.seed, "unit": record.unit, "source": record.source, "seat": seat,
        "called": list(called), "seats": [seat_name(each) for each in record.seats], "teams": record.seat_teams,
        "outcome": record.outcome, "returns": record.returns, "error": record.error, "tags": record.tags,
        "versions": record.versions}
