"""The errors of a line: unreadable, ambiguous, or the answer to another question.

Each carries a message id and its values, never a sentence. An answer against the rules is no error of
writing: the question itself refuses it.
"""


class Misread(ValueError):  # noqa: N818  # the game's word for it
    """A line that gives no answer: the message to show, and its values."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values


class Unreadable(Misread):
    """Text that no form of the table fits."""


class Ambiguous(Misread):
    """Text with several possible meanings; `meanings` names them."""


class Unsuited(Misread):
    """A well-formed line that answers another question, or whose subject is not the one asked."""


class Unwritable(LookupError):  # noqa: N818  # an answer that no form has; a fault of the program
    """An answer for which the table has no form."""
