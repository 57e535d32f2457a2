"""The dice of a command: `--seed`, `--dice` or `--by-hand`, and the refusals about them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from edencli.lang import Words
from edencli.output.console import Refused, read_line, remark, write_stderr

if TYPE_CHECKING:
    from edencli.files.library import File
    from edencli.match.questions import Roll
    from edencli.referee.dice import Dice, WrongDice

_SEEDS = 2**32


def dice_source(
    words: Words, seed: int | None, dice: str | None, by_hand: "Callable[[Roll], str] | None"
) -> "Dice":
    """The source of dice asked for; without any option, a fresh seed that is printed on stderr."""
    from edencli.referee.dice import DiceByHand, ListedDice, SeededDice, WrongDice, parse_faces

    if by_hand is not None:
        return DiceByHand(lambda roll, fault: _ask(words, by_hand(roll), fault))
    if dice is not None:
        try:
            return ListedDice(parse_faces(dice))
        except WrongDice as wrong:
            raise dice_refusal(words, wrong) from None
    if seed is None:
        seed = fresh_seed()
        remark(words.say("attack", "seed", seed=seed))
    return SeededDice(seed)


def fresh_seed() -> int:
    """An unpredictable seed."""
    import random

    return random.SystemRandom().randrange(_SEEDS)


def dice_refusal(words: Words, wrong: "WrongDice") -> Refused:
    """The refusal of dice that do not fit."""
    return Refused(words.say("attack", wrong.message, **wrong.values))


def _ask(words: Words, prompt: str, fault: "WrongDice | None") -> str:
    if fault is not None:
        problem = words.say("attack", fault.message, **fault.values)
        write_stderr(words.say("attack", "prompt-again", problem=problem) + "\n")
    try:
        return read_line(prompt)
    except EOFError:
        raise Refused(words.say("attack", "no-answer"), code=1) from None


def choose_seed(words: Words, file: "File", seed: int | None) -> int:
    """The seed given, else the file's, else a fresh one that is printed on stderr."""
    own = known_seed(file, seed)
    if own is not None:
        return own
    drawn = fresh_seed()
    remark(words.say("attack", "seed", seed=drawn))
    return drawn


def known_seed(file: "File", seed: int | None) -> int | None:
    """The seed given, else the file's."""
    own = getattr(file.value, "seed", None) if seed is None else seed
    return None if own is None else int(own)
