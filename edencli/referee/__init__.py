"""Drives the rules: asks, checks, records, takes back; and answers from a script or from dice.

Knows the questions and who answers them. Must not know how a rule decides, what a person reads, or a file.
Begin with `referee`.
"""
