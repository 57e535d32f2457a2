"""What each command does once its options are read: a module a command, named as the command is.

Opens the files that are named, checks them, runs games, draws tables, saves what was made. Knows every
package below and no option of the command line; a wish that cannot be met raises `Refused` with a sentence
and an exit code. Decides nothing that a rule decides. Begin with `play`.
"""
