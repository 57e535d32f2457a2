"""Games from files: checked, begun, played by their scripts, kept in records, resumed, written out again.

Knows files, bands and the referee. Must not know a screen, a key or an option of the command line. Begin with
`checks.Checks` (a file becomes a game that can be played) and `session.Session` (one match in progress).
"""
