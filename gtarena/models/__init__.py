"""Calls to language models: cache, retries, limits, budget, offline models; litellm is imported only for a call."""
