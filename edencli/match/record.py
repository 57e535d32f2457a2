"""Events, questions and acts are records."""

from edencli.record import Record

__all__ = ["Record"]
