"""Import of MAgIC's published wordings from a local checkout of its program."""
