"""The tables of events (`tables.py` has all of the league)."""

import datetime as dt

from sqlalchemy import CheckConstraint, UniqueConstraint

from schneider_league.store.table_model import Table, id_column, one_of, refers, text_column


class Event(Table, table=True):
    """An event: an identity and nothing else."""

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("uid"), refers("batch_id", "batch.id"))
    id: int = id_column()
    uid: str = text_column()
    batch_id: int | None
    at: dt.datetime
    came: dt.datetime


class EventEntry(Table, table=True):
    """What was settled for an event or happened in it (`records/event.py`). Its reason may hold a name, and can be
    replaced."""

    __tablename__ = "event_entry"
    __table_args__ = (
        UniqueConstraint("uid"),
        UniqueConstraint("event_id", "seq"),
        refers("event_id", "event.id"),
        refers("batch_id", "batch.id"),
        CheckConstraint(
            "kind IN ('settings', 'enter', 'withdraw', 'absent', 'bye', 'draft', 'pair', 'unpair', 'forfeit', 'close',"
            " 'finish', 'undo')",
            name="kind",
        ),
        CheckConstraint("(name IS NOT NULL) = (kind = 'settings')", name="name"),
        CheckConstraint("(format IS NOT NULL) = (kind = 'settings')", name="format"),
        CheckConstraint("(settings IS NOT NULL) = (kind = 'settings')", name="settings"),
        CheckConstraint("(undoes IS NOT NULL) = (kind = 'undo')", name="undo"),
        CheckConstraint("undoes < seq", name="undoes_earlier"),
        CheckConstraint(
            "(loser IS NOT NULL) = (kind = 'forfeit') AND (board IS NOT NULL) = (kind = 'forfeit')", name="forfeit"
        ),
        one_of("loser", "loser", "a", "b", "both"),
        CheckConstraint("round >= 1 AND board >= 1", name="round"),
        CheckConstraint("seq >= 1", name="seq"),
    )
    id: int = id_column()
    uid: str = text_column()
    event_id: int
    seq: int
    kind: str = text_column()
    name: str | None = text_column(nullable=True)
    format: str | None = text_column(nullable=True)
    settings: str | None = text_column(nullable=True)
    batch_id: int | None
    at: dt.datetime
    came: dt.datetime
    round: int | None
    board: int | None
    loser: str | None = text_column(nullable=True)
    undoes: int | None
    reason: str | None = text_column(nullable=True)


class EventEntryPlayer(Table, table=True):
    """A player whom an event's entry is about; of several, in which order they were named."""

    __tablename__ = "event_entry_player"
    __table_args__ = (
        refers("entry_id", "event_entry.id"),
        refers("player_id", "player.id"),
        CheckConstraint("place >= 1", name="place"),
    )
    entry_id: int = id_column()
    place: int = id_column()
    player_id: int


class Pairing(Table, table=True):
    """One board of a round that was drafted or published; its reason names players, and can be replaced."""

    __tablename__ = "pairing"
    __table_args__ = (
        refers("entry_id", "event_entry.id"),
        refers("player_a", "player.id"),
        refers("player_b", "player.id"),
        UniqueConstraint("entry_id", "board"),
        CheckConstraint("(player_b IS NOT NULL) = (kind = 'game')", name="other"),
        CheckConstraint("player_a <> player_b", name="players"),
        CheckConstraint("board >= 1", name="board"),
    )
    id: int = id_column()
    entry_id: int
    board: int
    player_a: int
    player_b: int | None
    kind: str = text_column()
    by_hand: bool
    reason: str = text_column()
