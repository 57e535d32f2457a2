"""Players who are programs: one at random, and `steady`, the practice opponent.

A bot sees what its side may see and answers the questions of the referee. Must not know a screen or a file.
Begin with `random_player`, then `steady`.
"""
