"""Laws that every game keeps, checked on random matches (`gtarena check GAME`)."""
