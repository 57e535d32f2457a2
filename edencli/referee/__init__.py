"""The referee: drives the rules, asks questions, checks answers, keeps the log, takes answers back.

Scripts and dice answer its questions. Knows the questions and their sources of answers. Must not know how a
rule decides, what a person reads, or a file. Begin with `referee.Referee`.
"""
