"""Search agents: MCTS and IS-MCTS."""
