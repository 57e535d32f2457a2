"""The referee, who drives the rules: asks, checks, records, takes back; scripts and dice answer.

Knows the questions and who answers them. Must not know how a rule decides, what a person reads, or a file.
Begin with `referee.Referee`.
"""
