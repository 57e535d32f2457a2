"""What the commands do: they say what was wished, and the desk has it done.

Opens the files that are named, finds who is meant, checks, runs games and attacks, draws tables, saves what
was made. Knows every room below and no option of the command line; a wish that cannot be granted is `Refused`
with a sentence and an exit code. Decides nothing that a rule decides.
"""
