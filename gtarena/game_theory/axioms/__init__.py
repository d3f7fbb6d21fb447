"""Axioms of rational choice, and how far repeated choices from menus agree with them."""
