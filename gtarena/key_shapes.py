"""Shapes of keys, tokens and passwords, by which they are found in texts that nobody knows them for."""

from collections.abc import Mapping

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
