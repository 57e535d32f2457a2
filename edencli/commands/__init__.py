"""What each command does once its options are read: one module per command, with the command's name.

Opens the files that are named, checks them, runs games, draws tables, saves what was made. A request that
cannot be met raises `Refused` with a sentence and an exit code. The options of all commands are in
`requests`.

Knows requests, files, games and pages. Must not know how a command line is read, and must not decide what a
rule decides. Begin with `requests.play`, then `play`.
"""
