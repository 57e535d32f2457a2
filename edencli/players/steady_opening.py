"""What the practice opponent settles beforehand: who is first, who leads, where everybody stands."""

from itertools import product

from edencli.field.distance import between
from edencli.field.units import PER_CM
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side, opposes
from edencli.match.questions import Bid, Choice, Spot
from edencli.model.terms import Characteristic
from edencli.players.fray import Fray
from edencli.players.steady_acts import Thought
from edencli.rules.ground import gap, standing
from edencli.rules.placing import Deploying, NoRoom

DEPLOYED_EVERY = 2 * PER_CM
"""Fighters are deployed on places that lie so far apart."""
ABREAST = 7 * PER_CM
"""How far from each other friends like to stand."""
BEHIND = 10 * PER_CM
"""How much farther from the enemy a leader stands."""
PREPARING = "setup."


def is_pressing(view: Match) -> bool:
    """Tell whether somebody may strike in this round, so that it matters who is first."""
    fray = Fray(view)
    on_field = [piece for piece in standing(view.state) if piece.side is not None]
    return any(
        opposes(one, other) and fray.threat(one, other, gap(view, one, other)) > 0
        for one, other in product(on_field, on_field)
    )


def bid_share(view: Match, question: Bid) -> Thought:
    """Bid nothing while nobody can strike, else more than an equal share for each round that is left."""
    if question.rule.startswith(PREPARING) or not is_pressing(view):
        return Thought(0, "bid-nothing")
    rounds = view.book.match.rounds + view.state.rounds_more - view.state.round + 1
    share = -(-2 * question.most // (max(rounds, 1) + 1))
    return Thought(min(share, question.most), "bid-share", {"n": min(share, question.most)})


def pick_first(view: Match, question: Choice[Side]) -> Thought:
    """Be first where blows fall; else let the other commit himself first."""
    assert question.asked is not None  # noqa: S101  # somebody won the bid
    if question.rule.startswith(PREPARING) or not is_pressing(view):
        return Thought(question.asked.other, "let-him-come")
    return Thought(question.asked, "be-first")


def pick_leader(view: Match, question: Choice[Piece]) -> Thought:
    """Name the one who is hardest to put out: most CP in his weakest limb, and the better VIG."""

    def toughness(piece: Piece) -> tuple[int, int]:
        card = view.of(piece).card
        return min(limb.cp for limb in card.limbs.values()), card.printed(Characteristic.VIG)

    chosen = max(question.allowed(), key=toughness)
    return Thought(chosen, "toughest", {"fighter": chosen})


def pick_half(view: Match, question: Choice[str]) -> Thought:
    """Take the half in which most scenery lies: it is cover."""

    def cover(half: str) -> int:
        width, height = view.setup.width / 2, view.setup.height / 2
        places = [lying.place for lying in view.state.scenery.values()]
        inside = {
            "south": [y < height for _, y in places],
            "north": [y > height for _, y in places],
            "west": [x < width for x, _ in places],
            "east": [x > width for x, _ in places],
        }
        return sum(inside[half])

    return Thought(max(question.allowed(), key=cover), "cover")


def pick_place(view: Match, question: Spot[Deploying | NoRoom]) -> Thought:
    """Put the next one as near to the enemy as may be, beside his friends, and the leader behind them."""
    side = question.asked
    assert side is not None  # noqa: S101  # somebody deploys
    piece = min(question.left, key=lambda one: one == view.state.sides[side].leader)
    is_leader = piece == view.state.sides[side].leader
    xs, ys = (
        range(DEPLOYED_EVERY, view.setup.width, DEPLOYED_EVERY),
        range(DEPLOYED_EVERY, view.setup.height, DEPLOYED_EVERY),
    )
    for place in sorted(product(xs, ys), key=lambda one: _far(view, side, one, is_leader=is_leader)):
        deploying = Deploying(piece, place)
        if question.refusal(deploying) is None:
            return Thought(deploying, "behind" if is_leader else "front", {"fighter": piece})
    return Thought(None, "no-room")


def _far(
    view: Match, side: Side, place: tuple[int, int], *, is_leader: bool
) -> tuple[float, tuple[int, int]]:
    """How ill a place would do: far from the enemy, or from where he will come, and far from friends."""
    foes: list[tuple[int, int]] = []
    friends: list[tuple[int, int]] = []
    for piece in standing(view.state):
        there = view.of(piece).place
        if there is not None:
            (friends if piece.side is side else foes).append(there)
    towards = foes or [(view.setup.width // 2, view.setup.height // 2)]
    to_foe = min(between(*place, *there) for there in towards)
    to_friend = min((between(*place, *there) for there in friends), default=float(ABREAST))
    if is_leader:
        to_foe = abs(to_foe - min((between(*a, *b) for a in friends for b in towards), default=0) - BEHIND)
    return to_foe + abs(to_friend - ABREAST), place
