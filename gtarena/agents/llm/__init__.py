"""Language model agents: prompts, reasoning schemes, calls and retries."""
