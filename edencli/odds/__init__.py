"""Exact probabilities of one attack, by integer closed forms over the arithmetic that the rules use.

No sampling and no floating point: weights are whole numbers that sum to their denominator.
"""
