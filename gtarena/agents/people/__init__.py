"""People as players: front ends, their turns and what they see."""
