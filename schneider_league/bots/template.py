"""A bot that takes what it can as cheaply as it can. Make it yours: docs/python-bots.md says what a turn shows."""

from schneider_league.bots.base import Bot, Card, Turn


class MyBot(Bot):
    """Plays one side of one deal; the next deal has a new object."""

    deterministic = True  # nothing but the deal, the options and self.rng decides
    risk = 0.0  # an option: how often to play any card, --option MyBot.risk=0.1

    def play(self, turn: Turn) -> Card:
        """Choose one of turn.legal."""
        if self.rng.random() < self.risk:
            return self.rng.choice(turn.legal)
        if turn.winning:  # cards that would take the trick: the cheapest of them
            return min(turn.winning, key=lambda card: (turn.units_of(card), card.rank))
        if turn.lead is None:  # leading: what few cards beat
            return min(turn.legal, key=lambda card: len(set(turn.beaters(card)) & set(turn.unseen)))
        return min(turn.legal, key=lambda card: (turn.units_of(card), card.rank))
