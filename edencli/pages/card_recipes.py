"""Recipes for authors of cards: how a file says what a text says. A test validates each of them."""

from edencli.named_tuple import NamedTuple


class CardRecipe(NamedTuple):
    """How a file says what a text says; `key` names its messages, `deck` the kind of card."""

    key: str
    deck: str
    card: str


CARD_RECIPES = (
    CardRecipe(
        "at-once",
        "tactics",
        """
        tactical: true
        effects:
          - effect: now
            choose: {who: {side: own}}
            do: [{op: give-ap}]
        """,
    ),
    CardRecipe(
        "each-time",
        "abilities",
        """
        kind: permanent
        effects:
          - effect: when
            event: wounded
            doer: {side: enemies}
            sufferer: {the: user}
            how: melee
            do: [{op: give-markers, who: {the: doer}, marker: fear}]
        """,
    ),
    CardRecipe(
        "not-again",
        "abilities",
        """
        kind: permanent
        effects:
          - effect: when
            event: wounded
            doer: {side: enemies}
            sufferer: {the: user}
            do: [{op: wound, who: {the: user}, limb: legs}]
        """,
    ),
    CardRecipe(
        "first-time-each-round",
        "abilities",
        """
        kind: permanent
        limit: {round: 1}
        effects:
          - effect: when
            event: left
            sufferer: {side: enemies, out: true}
            do: [{op: give-vp}]
        """,
    ),
    CardRecipe(
        "may",
        "abilities",
        """
        kind: permanent
        effects:
          - effect: when
            event: activated
            doer: {the: user}
            may: true
            do: [{op: lose-cp, who: {the: user}, limb: head}, {op: give-ap, who: {the: user}}]
        """,
    ),
    CardRecipe(
        "may-pay",
        "abilities",
        """
        kind: permanent
        cost: {sp: 1}
        effects:
          - effect: instead
            event: rolled
            doer: {the: user}
            change: {change: reroll}
        """,
    ),
    CardRecipe(
        "instead",
        "abilities",
        """
        kind: permanent
        effects:
          - effect: instead
            event: markers-added
            sufferer: {the: user}
            marker: fear
            change: {change: become, marker: rage}
        """,
    ),
    CardRecipe(
        "does-not-happen",
        "tactics",
        """
        effects:
          - effect: instead
            event: tactic-in-force
            player: opponent
            from-hand: true
            change: {change: prevent}
        """,
    ),
    CardRecipe(
        "next-time",
        "tactics",
        """
        effects:
          - effect: when
            event: designated
            sufferer: {side: enemies}
            from-hand: true
            do: [{op: take-ap, who: {the: sufferer}}]
        """,
    ),
    CardRecipe(
        "as-long-as",
        "abilities",
        """
        kind: permanent
        effects:
          - effect: adds
            to: cbt
            by: 1
            only-if: [{test: there-are, who: {the: user, wounded: true}}]
        """,
    ),
    CardRecipe(
        "until",
        "abilities",
        """
        kind: action
        cost: {ap: 1}
        effects:
          - effect: now
            choose: {who: {side: enemies, within: 10}}
            do:
              - op: lasting
                until: round
                effects: [{effect: forbids, acts: [charge], of: {the: target}}]
        """,
    ),
    CardRecipe(
        "as-many",
        "tactics",
        """
        effects:
          - effect: when
            event: cp-lost
            sufferer: {side: own}
            doer: {side: enemies}
            from-hand: true
            do: [{op: lose-cp, who: {the: doer}, limb: same, n: {event: amount}}]
        """,
    ),
    CardRecipe(
        "no-word",
        "abilities",
        """
        kind: permanent
        effects:
          - effect: when
            event: attack-begun
            sufferer: {the: user}
            do: [{op: remind}]
        """,
    ),
)
