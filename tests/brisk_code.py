"""The code of `brisk` as a digest, and its score over pairs, as `tests/benchmarks/brisk.py` counts it."""

import hashlib
import tokenize
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from edencli.bots import Strength

NORMAL_95 = 1.96
DIGEST_LENGTH = 16
BRISK = Path(__file__).parents[1] / "edencli" / "bots" / "brisk.py"


def score_of_pairs(scores: Sequence[float], code: str) -> Strength:
    """The mean of the scores of pairs, with a 95 % interval from their variance."""
    pairs = len(scores)
    mean = sum(scores) / pairs
    spread = sum((score - mean) ** 2 for score in scores) / (pairs - 1)
    margin = NORMAL_95 * sqrt(spread / pairs)
    return Strength(pairs, round(mean, 3), round(mean - margin, 3), round(mean + margin, 3), code)


LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


def code_digest() -> str:
    """A digest of the code of `brisk`, whatever its comments, docstrings and layout."""
    kept, begins = [], True
    with BRISK.open(encoding="utf-8") as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type in LAYOUT:
                begins = begins or token.type not in {tokenize.COMMENT, tokenize.NL}
                continue
            if not (begins and token.type == tokenize.STRING):
                kept.append(token.string)
            begins = False
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()[:DIGEST_LENGTH]
