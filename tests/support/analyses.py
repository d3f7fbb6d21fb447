"""Analyses of who suspects whom, as models write them, each with its owner and what a person reads in it.

A matrix is one row per point of view, players 1 to 3: ``+`` more suspicious, ``-`` less suspicious, ``.`` no change.
"""

ANALYSES: list[tuple[str, int, str, str]] = [
    ("the template", 0, """As Player 1, I think:
Player 2 is more suspicious, because the clue "It's sweet" fits any fruit.
Player 3 is less suspicious, because a tropical fruit is what we look for.
As for other players' thoughts:
I think now Player 2 thinks:
Player 1 is more suspicious, because I gave a specific clue.
Player 3 is no change, because its clue is vague.
I think now Player 3 thinks:
Player 1 is less suspicious, because our clues fit each other.
Player 2 is more suspicious, because it copied.""", ".+- +.. -+."),
    ("figure 5, GPT-4", 2, "As Player 3, I think: Player 1 is less suspicious, because the clue about being sweet and "
     "juicy can apply to Mango. Player 2 is more suspicious, because the clue about being used in pies doesn't exactly "
     "apply to Mango.\nI think now Player 1 thinks: Player 3 is less suspicious, because of its clue. Player 2 is more "
     "suspicious, because of pies.\nI think now Player 2 thinks: Player 3 is less suspicious, because the clue about "
     "being tropical is specific to Mango. Player 1 is no change, since it can apply to many fruits, not only Mango.",
     ".+- ..- -+."),
    ("bold names and bullets", 0, """**As Player 1, I think:**

- **Player 2** is **more suspicious**, because their clue was vague.
- **Player 3** is **less suspicious**, because their clue was specific.

**I think now Player 2 thinks:**

- **Player 1** is *no change*, because it was neutral.
- **Player 3** is *more suspicious*, because it came last.""", ".+- ..+ ..."),
    ("headings and points", 1, """### My own view
1. Player 1: more suspicious. The clue was far too general.
2. Player 3: no change.

### Player 1's perspective
1. Player 2: less suspicious
2. Player 3: more suspicious

### Player 3's perspective
1. Player 1: more suspicious
2. Player 2: more suspicious""", ".-+ +.. ++."),
    ("a table", 0, """As Player 1, I think:
| Player | Judgement | Reason |
|---|---|---|
| Player 2 | more suspicious | too vague |
| Player 3 | less suspicious | fits well |""", ".+- ... ..."),
    ("nothing about the others", 1, "As Player 2, I think: Player 1 is more suspicious, because it says so little.",
     "... +.. ..."),
    ("only the others", 0, "I think now Player 3 thinks:\nPlayer 2 is more suspicious, because of the colour.",
     "... ... .+."),
    ("nobody has spoken", 0, "No clue has been given yet, so there is no change for any player.", "... ... ..."),
    ("small talk", 2, "Let me look at the clues one by one and then decide what to do.", "... ... ..."),
    ("not more suspicious", 0, "Player 2 is not more suspicious than before. Player 3 isn't less suspicious.",
     "... ... ..."),
    ("not suspicious", 0, "I think Player 2 is not suspicious, and Player 3 is very suspicious.", ".-+ ... ..."),
    ("equally suspicious", 0, "As Player 1, I think Player 2 and Player 3 are equally suspicious.", "... ... ..."),
    ("both", 0, "From my perspective, both Player 2 and Player 3 are more suspicious.", ".++ ... ..."),
    ("than another", 0, "I find Player 2 more suspicious than Player 3.", ".+. ... ..."),
    ("most and least", 1, "The most suspicious player is Player 3. Player 1 is the least suspicious.", "... -.+ ..."),
    ("labels first", 0, "More suspicious: Player 2\nLess suspicious: Player 3", ".+- ... ..."),
    ("the chameleon by name", 1, "I think the chameleon is Player 1. Player 1 thinks Player 3 is the chameleon.",
     "..+ +.. ..."),
    ("doubts", 0, "I don't think Player 2 is the chameleon. I doubt that Player 3 is more suspicious.", ".-. ... ..."),
    ("suspects as a verb", 2, "I suspect Player 1. Player 1 suspects Player 2, and Player 2 suspects me.",
     ".+. ..+ +.."),
    ("trust", 0, "I trust Player 3. Player 2 does not suspect me.", "..- -.. ..."),
    ("suspicious of", 0, "Player 2 is more suspicious of me now, and Player 3 is suspicious of Player 2.",
     "... +.. .+."),
    ("I and me", 1, "I think now Player 1 thinks: I am more suspicious, because I gave a vague clue. Player 3 thinks "
     "I'm the chameleon.", ".+. ... .+."),
    ("as role play of another", 0, "As Player 1, I think: Player 2 is more suspicious.\nAs Player 2, I would think: "
     "Player 1 is more suspicious.", ".+. +.. ..."),
    ("names as headings of judgements", 0, """As Player 1, I think:
Player 2:
- The clue is vague.
- More suspicious.
Player 3:
- The clue fits the word.
- Less suspicious.""", ".+- ... ..."),
    ("names as headings of views", 0, """As Player 1, I think: Player 2 is more suspicious.
As for other players' thoughts:
Player 2:
Player 1 is more suspicious. Player 3 is no change.
Player 3:
Player 1 is less suspicious. Player 2 is more suspicious.""", ".+. +.. -+."),
    ("the choice left open", 0, "As Player 1, I think: Player 2 is more suspicious / less suspicious / no change.",
     "... ... ..."),
    ("no change in several words", 0, "Player 2: no significant change. Player 3's status remains unchanged.",
     "... ... ..."),
    ("conditions", 0, "If Player 2 repeats my clue, Player 2 is more suspicious. Player 3 is less suspicious.",
     "..- ... ..."),
    ("questions", 1, "Is Player 3 more suspicious? Player 1 is more suspicious.", "... +.. ..."),
    ("plans", 0, "Player 3 is more suspicious. I will try to make Player 2 more suspicious with my clue.",
     "..+ ... ..."),
    ("reasons that judge", 0, "Player 2 is less suspicious, because Player 3 is more suspicious than Player 2.",
     ".-. ... ..."),
    ("reasons that go on", 0, "Player 2 is more suspicious, because of the colour, and Player 3 is no change, because "
     "it was clear.", ".+. ... ..."),
    ("quoted words", 0, 'Player 2 said "Player 3 is more suspicious than anybody", and is more suspicious.',
     ".+. ... ..."),
    ("labels in quotation marks", 0, 'Player 2 is "more suspicious". Player 3 is "no change".', ".+. ... ..."),
    ("JSON", 1, '{"Player 1": "more suspicious", "Player 3": "less suspicious"}', "... +.- ..."),
    ("a clue that is suspicious", 0, "Player 2's clue is quite suspicious. Player 3's clue seems fine to me.",
     ".+. ... ..."),
    ("no longer", 0, "Player 2 is no longer suspicious.", ".-. ... ..."),
    ("likely and unlikely", 0, "Player 2 is more likely to be the chameleon. Player 3 is unlikely to be the chameleon.",
     ".+- ... ..."),
    ("less likely", 0, "Player 2 is less likely to be the chameleon, and Player 3 is most likely the chameleon.",
     ".-+ ... ..."),
    ("innocent words", 2, "Player 1 is trustworthy. Player 2 is probably a non-chameleon.", "... ... --."),
    ("suspicion that grows", 0, "My suspicion of Player 2 has increased. Suspicion of Player 3 has decreased.",
     ".+- ... ..."),
    ("a summary", 0, """I think now Player 2 thinks:
Player 1 is more suspicious.
Overall, Player 3 is the most suspicious.""", "..+ +.. ..."),
    ("later words count", 0, "Player 2 is more suspicious. On reflection, Player 2 is less suspicious.", ".-. ... ..."),
    ("short names and apostrophes", 0, "As P1, I think: P2 is more suspicious. P3 isn’t suspicious.", ".+- ... ..."),
    ("underscores and capitals", 1, "AS PLAYER_2, I THINK: PLAYER_1 IS MORE SUSPICIOUS.", "... +.. ..."),
    ("a cut-off reply", 0, "As Player 1, I think: Player 2 is more suspicious, because of it. Player 3 is less susp",
     ".+. ... ..."),
    ("figure 7: undercover", 1, """As Player 2, your word is "haircut" which does not fit the clues given by Player 1 \
and Player 3. Therefore, you can conclude that you are the undercover player in this round.
2. I think Player 1 thinks Player 3 is the undercover because Player 3's clue is more vague.
3. I think Player 3 thinks Player 1 is the undercover because Player 1's clue is more specific.
4. I will try to give my next clue as "It can be made from human or synthetic hair".""", "..+ .+. +.."),
    ("figure 3: undercover", 1, "I think Player 3 is undercover because of the mug.\nI think Player 1 thinks Player 3 "
     "is undercover.\nI think Player 3 thinks Player 1 is undercover.", "..+ ..+ +.."),
    ("a diagnosis of yes", 0, "Am I the undercover? Yes, I am.\nI think Player 2 thinks I am the undercover.",
     "+.. +.. ..."),
    ("a diagnosis of no", 0, "I am not the undercover. I think Player 3 is undercover, because its clue does not fit.",
     "..+ ... ..."),
    ("lines in quotation marks", 2, '1. "I think I am not the undercover, because our clues agree."\n2. "I think '
     'Player 1 is undercover, because it said something else."', "... ... +.."),
    ("a diagnosis that is unsure", 2, "I am not sure if I am the undercover.", "... ... ..."),
    ("a diagnosis that is unsure, in the form's words", 2, "1. I am not sure whether I am the undercover, because only "
     "one clue is known.\n2. I think Player 1 is undercover.", "... ... +.."),
    ("nobody suspected of being undercover", 0, "I think Player 2 is not undercover, because our clues agree.",
     ".-. ... ..."),
    ("accused of being it", 0, "I suspect Player 3 of being the undercover. Player 2 may suspect Player 1.",
     "..+ +.. ..."),
    ("reasons with as", 0, "Player 2 is less suspicious, as their clue makes Player 3 more suspicious.",
     ".-. ... ..."),
    ("unlikely that", 0, "It is unlikely that Player 2 is the chameleon. There is no reason to find Player 3 "
     "suspicious.", ".-- ... ..."),
    ("neither of two", 0, "Neither Player 2 nor Player 3 is suspicious.", ".-- ... ..."),
    ("neither of two more", 0, "Neither Player 2 nor Player 3 is more suspicious.", "... ... ..."),
    ("levels of suspicion", 0, "Player 2's suspicion level: high. Player 3's suspicion: increased", "..+ ... ..."),
    ("all others", 0, "Both other players find me suspicious. I lean towards Player 3 being the chameleon.",
     "..+ +.. +.."),
    ("main suspects", 0, "My main suspect is Player 3. Player 2's main suspect is Player 1.", "..+ +.. ..."),
    ("adverbs", 0, "Player 2 is a bit more suspicious now, Player 3 appears slightly less suspicious to me.",
     ".+- ... ..."),
    ("brackets and arrows", 0, "Player 2 (more suspicious), Player 3 → less suspicious", ".+- ... ..."),
    ("suspects from another point of view", 0, "From Player 2's point of view, I am more suspicious, while Player 3 is "
     "less suspicious.", "... +.- ..."),
]
