"""Seeds for everything that chance decides in a pair, derived from one seed.

A derived seed is a hash: it is equal on every machine, and says nothing about any other one.
"""

import hashlib
from typing import Final

_DIGITS: Final = 16  # hexadecimal digits of a derived seed: 64 bits
BOTH_LEGS: Final = 0


def derive_seed(seed: int, pair: int, leg: int, purpose: str) -> int:
    """The seed for one purpose in one leg of a pair; leg 0 is for what both legs share, the table."""
    text = f"{seed}/{pair}/{leg}/{purpose}"
    return int(hashlib.sha256(text.encode("ascii")).hexdigest()[:_DIGITS], 16)
