"""What no test shows yet, of all rules in all rulebooks that have them, and what it waits for."""

LATER: dict[str, str] = {}
