"""People in the browser: a page on this computer alone, on which one person plays a match."""
