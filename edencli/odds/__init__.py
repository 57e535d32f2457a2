"""Exact probabilities of one attack, by integer closed forms over the arithmetic that the rules use.

No sampling and no floating point: weights are whole numbers that sum to their denominator. What an attack
starts from (pools, difficulties, protection) is asked of the match by the interface that play uses, so that
play and odds cannot disagree. Of cards that act in the middle of an attack, those are counted that roll to
hit again or change wounds in any case.

Knows the steps of an attack and the dice. Must not know a player, a screen or chance. Begin with `attack`.
"""
