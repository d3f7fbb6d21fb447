"""Sittings: matches with a person, which can be left and go on later."""
