"""Beliefs that models state about what is hidden, beside those that follow from the rules."""
