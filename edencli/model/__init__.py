"""What is printed on cards and written in files: fighters, equipment, missions, tactics, scenery, bands.

Values are frozen, and valid once made. The words of the game are defined here, a row for each, with where
each may be used.

Knows what a card may say. Must not know a file, a rule or a match. Begin with `fighter` and `terms`.
"""
