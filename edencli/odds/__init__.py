"""Exact probabilities of one attack, from integer formulas over the arithmetic that the rules use.

There is no sampling and no floating point: weights are whole numbers that sum to their denominator. What an
attack starts from (pools, difficulties, protection) is asked of the match through the interface that play
uses, so play and odds cannot disagree. Of the cards that act in the middle of an attack, only those that
always reroll dice to hit or always change wounds are counted.

Knows the steps of an attack and the dice. Must not know a player, a screen or random numbers. Begin with
`attack`.
"""
