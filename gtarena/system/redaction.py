"""Redaction: keys, tokens and passwords in texts that are shown or saved."""

import base64
import html
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

# Every pattern takes what it has scanned: one that failed at the end would scan the same text again and again.
WORDS: Mapping[str, str] = {
    "a key as of OpenAI or Anthropic (sk-...)": r"sk-[\w-]{16,}",
    "a key id of AWS (AKIA...)": r"(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "a token of GitHub (ghp_...)": r"gh[pousr]_\w{30,}|github_pat_\w{30,}",
    "a token of Hugging Face (hf_...)": r"hf_\w{30,}",
    "a key of Google (AIza...)": r"AIza[\w-]{30,}",
    "a key of Groq, xAI, Perplexity or NVIDIA": r"(?:gsk_|xai-|pplx-|nvapi-)[\w-]{30,}",
    "a key of Cerebras, Fireworks, Replicate or Together": r"(?:csk-|fw_|r8_|tgp_v1_)[\w-]{20,}",
    "a token of GitLab, Slack, npm or PyPI": r"(?:glpat-|xox[abeprs]-|npm_|pypi-)[\w-]{20,}",
    "a JSON web token (eyJ...)": r"eyJ[\w.-]{40,}",
    "an access token of Google (ya29...)": r"ya29\.[\w-]{30,}",
    "a token of an HTTP header (Bearer ...)": r"(?P<scheme>(?:Bearer|bearer|Basic|basic)\s{1,8})[\w.~+/=-]{16,}",
}
IN_ADDRESSES: Mapping[str, str] = {"a password in an address": r"(?P<slashes>://)[^/@\s:]*:[^/@\s]+(?=@)"}
BLOCKS: Mapping[str, str] = {"a private key": r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----"}
SIGNS = ("sk-", "AKIA", "ASIA", "gh", "hf_", "AIza", "gsk_", "xai-", "pplx-", "nvapi-", "csk-", "fw_", "r8_",
         "tgp_v1_", "glpat-", "xox", "npm_", "pypi-", "eyJ", "ya29.", "earer",
         "asic", "://", "PRIVATE KEY")  # one of them is in every text that has a shape


HIDDEN = "[hidden]"

_SHORTEST = 6  # characters; hiding every "none" or "1" would make texts unreadable and protect nothing
_SHORTEST_UNSURE = 16  # where the name does not say for certain that the value is a secret
_WORDS = r"(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|CONNECTION_?STRING)S?"
_NAMED = re.compile(rf"{_WORDS}$|(?:^|_)(?:PASS|AUTH|PAT|JWT)$", re.IGNORECASE)
_PERHAPS_NAMED = re.compile(rf"{_WORDS}(?![A-Z])", re.IGNORECASE)
_ADDRESS_NAMED = re.compile(r"(?:API_BASE|BASE_URL|ENDPOINT)$", re.IGNORECASE)
_AUTH_SCHEME = re.compile(r"(?:Bearer|Basic)\s+", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;]+")

_KEY_SHAPES = re.compile(rf"\b(?:{'|'.join(WORDS.values())})|{'|'.join(IN_ADDRESSES.values())}")
# Errors of servers repeat keys in part, or with asterisks.
_KEY_TRACES = re.compile(
    r"\bsk-[\w.*-]+|(?P<scheme>Bearer )\S+|(?P<slashes>://)[^/@\s]+(?=@)", re.IGNORECASE)
_RUN = re.compile(rf"[A-Za-z0-9]{{{_SHORTEST_UNSURE},}}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_ADDRESS = re.compile(r"""https?://[^\s'"<>)}]+""", re.IGNORECASE)

# Fields of log lines that hold ids or words of ours; without them a line could not be read.
_OURS = frozenset({"match_id", "sha256", "image", "game", "role", "purpose", "outcome", "form", "failure"})


def hide_secrets(text: str) -> str:
    """Returns the text with ``[hidden]`` in place of every secret of the environment, and otherwise as it is.

    Secrets are the values of variables whose names mark them, and what addresses among the variables hide. They are
    found as they are and as they stand in JSON, HTML and addresses.
    """
    return _replace_forms(text, _known().written)


def hide_json_secrets(line: str) -> str:
    """Returns JSON whose strings have passed :func:`hide_secrets`; names, numbers, ids and the game stay."""
    if not any(form in line for form in _known().written):
        return line
    try:
        return json.dumps(_hide_value(json.loads(line)), separators=(",", ":"))
    except (ValueError, RecursionError):
        return hide_secrets(line)


def hide_byte_secrets(line: bytes) -> bytes:
    """Returns :func:`hide_json_secrets` of a line as a file holds it."""
    found = any(form in line for form in _known().as_bytes)
    return hide_json_secrets(line.decode(errors="replace")).encode() if found else line


def hide_outside_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """Returns a text of a server's or a library's with everything hidden that is, or is shaped like, a secret.

    Secrets are found in base64 and hexadecimal digits too. ``secrets`` are further ones.
    """
    known = _known()
    text = _replace_forms(text, known.written)
    text = _replace_forms(text, known.encoded)
    for secret in secrets:
        text = _replace_forms(text, (*_written_forms(secret), *_encoded_forms(secret)))
    return _KEY_SHAPES.sub(_hide_shape, text) if any(sign in text for sign in SIGNS) else text


def redact(text: str) -> str:
    """Returns an error as one printable line, also without parts of keys, and without queries and keys in addresses."""
    shown = _KEY_TRACES.sub(_hide_shape, hide_outside_secrets(text))
    shown = _ADDRESS.sub(_hide_parts, shown)
    return " ".join("".join(c if c.isprintable() else " " for c in shown).split())


def public_address(address: str) -> str:
    """Returns an address without user name, password, query, fragment and parts of the path that look like keys."""
    try:
        parts = urlsplit(address)
    except ValueError:  # not an address, and the call will say so
        return redact(address.partition("?")[0])
    if any(mark in address for mark in "?#@"):
        address = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    return redact(address)


def address_secrets(address: str | None, shortest: int = _SHORTEST) -> list[str]:
    """Returns what may be a secret: user name, password, values of the query, and keys in the path, if long enough."""
    try:
        parts = urlsplit(address or "")
    except ValueError:
        return []
    queried = (value for name, value in parse_qsl(parts.query) if "version" not in name)
    user_info = (unquote(each) for each in parts.netloc.rpartition("@")[0].partition(":")[::2])
    return [*(each for each in user_info if len(each) >= _SHORTEST), *filter(_is_key, parts.path.split("/")),
            *(each for each in queried if len(each) >= shortest)]


def secret_forms() -> dict[str, tuple[bytes, ...]]:
    """Returns by environment variable the forms in which its secrets may be written, plain or encoded."""
    found = {name: list(_secrets({name: value})) for name, value in os.environ.items()}
    return {name: tuple(form.encode(errors="surrogateescape") for form in _longest_first(
                each for secret in secrets for each in (*_written_forms(secret), *_encoded_forms(secret))))
            for name, secrets in found.items() if secrets}


def is_secret_name(name: str) -> bool:
    """Returns whether an environment variable of this name may hold a secret."""
    return bool(_NAMED.search(name) or _PERHAPS_NAMED.search(name))


@dataclass(frozen=True)
class _Known:
    """Secrets in the forms in which they may be written, longest first, and in encodings that servers may use."""

    written: tuple[str, ...] = ()
    as_bytes: tuple[bytes, ...] = ()
    encoded: tuple[str, ...] = ()


class _Environment:
    """Secrets of the environment, collected again whenever it has changed."""

    def __init__(self) -> None:
        self._seen: tuple[dict[bytes, bytes], _Known] = ({}, _Known())

    def known(self) -> _Known:
        # The variables as bytes: to decode all of them for every line would take longer than to write it.
        variables: dict[bytes, bytes] = vars(os.environ)["_data"]
        seen, known = self._seen
        if variables != seen:
            seen = dict(variables)
            secrets = set(_secrets({os.fsdecode(name): os.fsdecode(value) for name, value in seen.items()}))
            written = _longest_first(form for secret in secrets for form in _written_forms(secret))
            encoded = _longest_first(form for secret in secrets for form in _encoded_forms(secret))
            known = _Known(written, tuple(form.encode(errors="surrogateescape") for form in written), encoded)
            self._seen = seen, known
        return known


_known = _Environment().known


def _secrets(environment: Mapping[str, str]) -> Iterator[str]:
    for name, value in environment.items():
        shortest = _SHORTEST if _NAMED.search(name) else _SHORTEST_UNSURE
        if is_secret_name(name) and len(value.strip()) >= shortest and not _is_path(value):
            yield from _parts(value)
        elif "://" in value:
            yield from address_secrets(value, _SHORTEST if _ADDRESS_NAMED.search(name) else _SHORTEST_UNSURE)


def _is_path(value: str) -> bool:
    return os.path.isabs(value) and os.path.exists(value)


def _parts(value: str) -> Iterator[str]:
    """Yields a secret value, and those of its parts that are secrets of their own: keys in a list, in lines or JSON."""
    value = _AUTH_SCHEME.sub("", value.strip(), count=1)
    if value not in HIDDEN:
        yield value
        yield " ".join(value.split())
    for part in _BETWEEN.split(value):
        yield from (each for each in (part, part.partition("=")[2]) if len(each) >= _SHORTEST_UNSURE)
    if value.startswith("{"):
        try:
            fields = json.loads(value)
        except (ValueError, RecursionError):
            return
        for name, field in fields.items():
            if isinstance(field, str) and len(field) >= _SHORTEST and is_secret_name(name):
                yield from _parts(field)


def _written_forms(secret: str) -> Iterator[str]:
    """Yields a secret as it is, in JSON, in JSON within JSON, in HTML, in addresses and as Python prints it."""
    yield secret
    yield secret.replace("/", "\\/")
    escaped = json.dumps(secret)[1:-1]
    yield from (escaped, json.dumps(escaped)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1])
    yield from (html.escape(secret), repr(secret)[1:-1])
    data = secret.encode(errors="surrogateescape")
    for quoted in (quote(data), quote(data, safe=""), quote_plus(data)):
        yield quoted
        yield re.sub("%..", lambda code: code[0].lower(), quoted)


def _encoded_forms(secret: str) -> Iterator[str]:
    """Yields a secret in hexadecimal digits, and what of its base64 is the same wherever it stands in a text."""
    data = secret.encode(errors="surrogateescape")
    yield from (data.hex(), data.hex().upper())
    for before in range(3):
        # A digit stands for six bits: those that also hold bits of the neighbours are left out.
        first, end = (before * 8 + 5) // 6, (before + len(data)) * 8 // 6
        for altchars in (b"+/", b"-_"):
            yield base64.b64encode(bytes(before) + data, altchars).decode()[first:end]


def _longest_first(forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({form for form in forms if len(form) >= _SHORTEST}, key=lambda form: (-len(form), form)))


def _replace_forms(text: str, forms: Iterable[str]) -> str:
    for form in forms:
        if form in text:
            text = text.replace(form, HIDDEN)
    return text


def _hide_value(value: Any, name: str = "") -> Any:
    if isinstance(value, str):
        return value if name in _OURS else hide_secrets(value)
    if isinstance(value, list):
        return [_hide_value(each, name) for each in value]
    if isinstance(value, dict):
        return {key: _hide_value(each, key) for key, each in value.items()}
    return value


def _hide_shape(found: re.Match[str]) -> str:
    kept = found["scheme"] or found["slashes"] or ""
    return f"{kept}{HIDDEN}"


def _hide_parts(found: re.Match[str]) -> str:
    head, mark, _ = found[0].partition("?")
    shown = "/".join(HIDDEN if _is_key(part) else part for part in head.split("/"))
    return f"{shown}{mark}{HIDDEN}" if mark else shown


def _is_key(part: str) -> bool:
    """Returns whether a part of a path seems to be drawn by chance, unlike names of models, versions and dates."""
    runs = _RUN.findall(part)
    return bool(_UUID.search(part)) or any(not run.isdigit() and not run.isalpha() for run in runs)
