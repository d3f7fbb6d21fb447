"""Reports: terminal tables, the HTML page, transcripts, and tables and figures for papers."""
