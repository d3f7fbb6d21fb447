"""Framework of the games: rules, their glue to pyspiel, rounds, chance, cards, labels, votes and questions."""
