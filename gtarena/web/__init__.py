"""People in the browser: a page on this computer on which one person plays a match."""
