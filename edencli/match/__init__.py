"""The nouns of play: pieces, the state, changes, events, questions and answers.

Holds the four doors through which rules work: ask, do, value and why_not. Knows no rule.
"""
