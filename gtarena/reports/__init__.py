"""Output for people: terminal, HTML page, transcripts, tables and figures."""
