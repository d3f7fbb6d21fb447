"""Quality of moves: how much of the best move's value a move gives away, judged by a strong reference."""
