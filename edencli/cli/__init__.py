"""The commands: options in, one call, a report out.

One module a command. No rule, no geometry and no sentence of the game lives here. Heavy imports stand
inside the commands that need them, so that a rules question starts fast.
"""
