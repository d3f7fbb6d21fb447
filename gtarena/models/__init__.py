"""Clients for language models; litellm is imported only when a model is called."""
