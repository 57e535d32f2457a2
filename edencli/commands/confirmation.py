"""Ask for a confirmation before something irreversible."""

from edencli.lang import Words, clean
from edencli.output.console import is_terminal


def is_agreed(words: Words, question: str) -> bool:
    """Ask a person at the terminal for a yes in the language in use; False without a terminal."""
    if not is_terminal():
        return False
    try:
        answer = input(clean(question, but="\n"))
    except EOFError:
        return False
    return answer.strip().casefold() == words.say("session", "yes").casefold()
