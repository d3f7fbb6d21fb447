"""Reports: terminal tables, the HTML page, transcripts, tables and figures to publish."""
