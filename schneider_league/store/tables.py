"""The tables of the league, as SQLModel classes: what the migrations build and what drift is measured against.

Commands do not import this: SQLModel alone takes longer than the whole of `session score`. They speak SQL to the
driver (`engine.py`); tests hold what they read and write against these classes, on both databases.

Everything but names and free text is only ever inserted; triggers refuse the rest (`triggers.py`). Ids are given
out by the program, one after the other, so that they are the same on both databases and survive an export.
"""

import datetime as dt

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field

from schneider_league.store.event_tables import Event, EventEntry, EventEntryPlayer, Pairing
from schneider_league.store.table_model import Table, either, id_column, metadata, one_of, refers, text_column

__all__ = [
    "Batch",
    "Entry",
    "Event",
    "EventEntry",
    "EventEntryPlayer",
    "HouseRule",
    "Pairing",
    "Play",
    "Player",
    "PlayerEntry",
    "PlayerName",
    "Remark",
    "Ruleset",
    "Session",
    "SessionStart",
    "SessionWatch",
    "metadata",
]


class Batch(Table, table=True):
    """One import, or the undoing of one."""

    __tablename__ = "batch"
    __table_args__ = (
        UniqueConstraint("uid"),
        UniqueConstraint("undoes"),
        refers("undoes", "batch.id"),
        one_of("kind", "kind", "csv", "sdr", "jsonl", "league", "undo"),
        CheckConstraint("(kind = 'undo') = (undoes IS NOT NULL)", name="undoes"),
    )
    id: int = id_column()
    uid: str = text_column()
    kind: str = text_column()
    source: str = text_column()
    sha256: str | None = text_column(nullable=True)
    undoes: int | None
    at: dt.datetime


class Player(Table, table=True):
    """Somebody who plays: an identity and nothing else."""

    __tablename__ = "player"
    __table_args__ = (
        UniqueConstraint("uid"),
        refers("batch_id", "batch.id"),
        one_of("kind", "kind", "human", "bot"),
    )
    id: int = id_column()
    uid: str = text_column()
    kind: str = text_column()
    batch_id: int | None
    at: dt.datetime
    came: dt.datetime


class PlayerName(Table, table=True):
    """How a player is called. Mutable: a name must be able to vanish."""

    __tablename__ = "player_name"
    __table_args__ = (
        refers("player_id", "player.id"),
        UniqueConstraint("player_id", "name"),
        one_of("role", "role", "primary", "alias"),
        CheckConstraint("name <> ''", name="name"),
        Index(None, "folded"),
    )
    id: int = id_column()
    player_id: int
    name: str = text_column()
    folded: str = text_column()
    role: str = text_column()


class PlayerEntry(Table, table=True):
    """What happened to a player: merged into another, retired, back, anonymised, removed; or that a merge is void."""

    __tablename__ = "player_entry"
    __table_args__ = (
        UniqueConstraint("uid"),
        UniqueConstraint("player_id", "seq"),
        UniqueConstraint("replaces"),
        refers("player_id", "player.id"),
        refers("into_id", "player.id"),
        refers("replaces", "player_entry.id"),
        refers("batch_id", "batch.id"),
        one_of("kind", "kind", "merge", "retire", "return", "anonymise", "remove", "void"),
        CheckConstraint("(kind = 'merge') = (into_id IS NOT NULL)", name="into"),
        CheckConstraint("into_id <> player_id", name="into_other"),
        CheckConstraint("(kind = 'void') = (replaces IS NOT NULL)", name="replaces"),
        CheckConstraint("seq >= 1", name="seq"),
    )
    id: int = id_column()
    uid: str = text_column()
    player_id: int
    seq: int
    kind: str = text_column()
    into_id: int | None
    replaces: int | None
    batch_id: int | None
    at: dt.datetime
    came: dt.datetime


class Ruleset(Table, table=True):
    """A definition of rules that sessions were played by, by the digest of what it says."""

    __tablename__ = "ruleset"
    __table_args__ = (CheckConstraint("length(digest) = 64", name="digest"),)
    digest: str = text_column(primary_key=True)
    name: str = text_column()
    definition: str = text_column()
    at: dt.datetime


class HouseRule(Table, table=True):
    """From when on a house rule's name means which definition; the last one of a name counts."""

    __tablename__ = "house_rule"
    __table_args__ = (refers("digest", "ruleset.digest"), refers("batch_id", "batch.id"), Index(None, "name"))
    id: int = id_column()
    name: str = text_column()
    digest: str = text_column()
    batch_id: int | None
    at: dt.datetime


class Session(Table, table=True):
    """A session: an identity and where it came from."""

    __tablename__ = "session"
    __table_args__ = (
        UniqueConstraint("uid"),
        refers("batch_id", "batch.id"),
        Index(None, "source_key"),
        Index(None, "batch_id"),
    )
    id: int = id_column()
    uid: str = text_column()
    source_key: str | None = text_column(nullable=True)
    batch_id: int | None
    place: int | None


class Entry(Table, table=True):
    """One entry of a session's history (`records/ledger.py`)."""

    __tablename__ = "entry"
    __table_args__ = (
        UniqueConstraint("uid"),
        UniqueConstraint("session_id", "seq"),
        UniqueConstraint("replaces"),
        refers("session_id", "session.id"),
        refers("replaces", "entry.id"),
        refers("batch_id", "batch.id"),
        either("kind", "kind", "start", "deal", "misdeal", "result", "end", "void"),
        CheckConstraint("seq >= 1 AND action BETWEEN 1 AND seq AND root BETWEEN 1 AND seq", name="seq"),
        CheckConstraint("(root = seq) = (replaces IS NULL)", name="root"),
        CheckConstraint("kind <> 'void' OR replaces IS NOT NULL", name="void"),
        CheckConstraint("after_root IS NULL OR after_root BETWEEN 0 AND seq - 1", name="after"),
        CheckConstraint("undoes IS NULL OR redoes IS NULL", name="undoes_or_redoes"),
        CheckConstraint("undoes < action AND redoes < action", name="undoes_earlier"),
        CheckConstraint("dealer IN (0, 1)", name="dealer"),
        CheckConstraint("dealer IS NOT NULL OR kind NOT IN ('deal', 'misdeal')", name="dealt"),
        CheckConstraint("dealer IS NOT NULL OR NOT dealer_stated", name="dealer_stated"),
        CheckConstraint("(score_a IS NULL) = (score_b IS NULL)", name="score"),
        CheckConstraint("(score_a IS NOT NULL) = (kind IN ('deal', 'result'))", name="scored"),
        CheckConstraint("score_a >= 0 AND score_b >= 0", name="score_range"),
        CheckConstraint("kind = 'deal' OR NOT all_tricks", name="all_tricks"),
        either("ending", "ending", "close", "abandon", "forfeit"),
        CheckConstraint("(ending IS NOT NULL) = (kind = 'end')", name="ended"),
        either("loser", "loser", "a", "b", "both"),
        CheckConstraint("(loser IS NOT NULL) = (ending IS NOT NULL AND ending = 'forfeit')", name="forfeited"),
        Index(None, "batch_id"),
    )
    id: int = id_column()
    uid: str = text_column()
    session_id: int
    seq: int
    action: int
    root: int
    replaces: int | None
    after_root: int | None
    undoes: int | None
    redoes: int | None
    batch_id: int | None
    at: dt.datetime
    came: dt.datetime
    kind: str = text_column()
    dealer: int | None
    dealer_stated: bool
    score_a: int | None
    score_b: int | None
    all_tricks: bool
    ending: str | None = text_column(nullable=True)
    loser: str | None = text_column(nullable=True)
    accepted: str | None = text_column(nullable=True)


class SessionStart(Table, table=True):
    """What a start states: who plays what, when and where."""

    __tablename__ = "session_start"
    __table_args__ = (
        refers("entry_id", "entry.id"),
        refers("player_a", "player.id"),
        refers("player_b", "player.id"),
        refers("digest", "ruleset.digest"),
        refers("event_id", "event.id"),
        refers("pairing_id", "pairing.id"),
        CheckConstraint("player_a <> player_b", name="players"),
        either("format", "format", "first-to", "deals", "timed"),
        CheckConstraint("(deals IS NOT NULL) = (format = 'deals')", name="deals"),
        CheckConstraint("(target IS NOT NULL) = (format = 'first-to')", name="target"),
        CheckConstraint("deals >= 1 AND target >= 1", name="range"),
        CheckConstraint("first_dealer IN (0, 1)", name="first_dealer"),
        Index(None, "player_a"),
        Index(None, "player_b"),
        Index(None, "event_id"),
        Index(None, "pairing_id"),
    )
    entry_id: int = id_column()
    player_a: int
    player_b: int
    rules: str = text_column()
    digest: str = text_column()
    format: str = text_column()
    deals: int | None
    target: int | None
    played_on: dt.date
    first_dealer: int | None
    event_id: int | None
    table_name: str | None = text_column(nullable=True)
    pairing_id: int | None
    must_decide: bool = Field(sa_column_kwargs={"server_default": text("false")})


class SessionWatch(Table, table=True):
    """A session that may be open (`watch.py`): a note beside the ledger, no fact."""

    __tablename__ = "session_watch"
    __table_args__ = (refers("session_id", "session.id"),)
    session_id: int = id_column()


class Remark(Table, table=True):
    """Free text of an entry. It can be replaced, since it may hold a name that has to vanish; its place cannot."""

    __tablename__ = "remark"
    __table_args__ = (
        refers("entry_id", "entry.id"),
        refers("player_entry_id", "player_entry.id"),
        UniqueConstraint("entry_id", "role"),
        UniqueConstraint("player_entry_id", "role"),
        one_of("role", "role", "note", "reason"),
        CheckConstraint("(entry_id IS NULL) <> (player_entry_id IS NULL)", name="of"),
    )
    id: int = id_column()
    entry_id: int | None
    player_entry_id: int | None
    role: str = text_column()
    text: str = text_column()


class Play(Table, table=True):
    """The recorded cards of a deal, with whatever else its record says; names in it can be replaced."""

    __tablename__ = "play"
    __table_args__ = (refers("entry_id", "entry.id"),)
    entry_id: int = id_column()
    record: str = text_column()
