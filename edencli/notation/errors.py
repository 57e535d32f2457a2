"""What can be wrong with a line: it cannot be read, it means two things, or it answers another question.

Each carries a message id and its values, never a sentence. That an answer is against the rules is no fault of
its writing: the question says so itself.
"""


class Misread(ValueError):  # noqa: N818  # the game's word for it
    """A line that gives no answer: the message to show, and its values."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values


class Unreadable(Misread):
    """Text that says nothing we know."""


class Ambiguous(Misread):
    """Text that could mean several things; `meanings` names them."""


class Unsuited(Misread):
    """A line that is well formed and answers another question, or speaks for somebody who was not asked."""


class Unwritable(LookupError):  # noqa: N818  # an answer that no form has; a fault of the program
    """An answer for which the table has no form."""
