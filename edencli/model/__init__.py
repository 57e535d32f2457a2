"""What is printed on cards and written in files: fighters, equipment, missions, tactics, scenery, bands.

Frozen values, valid once made. Knows no file, no rule and no match.
"""
