"""The tables of the league, as SQLModel classes: what the migrations build and what drift is measured against.

Commands do not import this: SQLModel alone takes longer than the whole of `session score`. They speak SQL to the
driver (`engine.py`); tests hold what they read and write against these classes, on both databases.

Everything but names and free text is only ever inserted; triggers refuse the rest (`triggers.py`). Ids are given
out by the program, one after the other, so that they are the same on both databases and survive an export.
"""

import datetime as dt
from typing import Any, Final

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, MetaData, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

NAMING: Final = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class _Table(SQLModel):
    """What the tables share: one set of tables of our own, with named constraints."""

    metadata = MetaData(naming_convention=NAMING)


metadata = _Table.metadata


def _id() -> Any:
    return Field(primary_key=True, sa_column_kwargs={"autoincrement": False})


def _text(*, nullable: bool = False, primary_key: bool = False) -> Any:
    return Field(sa_column=Column(Text, nullable=nullable, primary_key=primary_key))


def _one_of(name: str, column: str, *words: str) -> CheckConstraint:
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=name)


def _either(name: str, column: str, *words: str) -> CheckConstraint:
    """As `_one_of`, for rows that are inserted by the hundred thousand: SQLite makes a table of three words or more
    that follow `IN`, for each row anew, and so takes twice as long to insert it."""
    return CheckConstraint(" OR ".join(f"{column} = '{word}'" for word in words), name=name)


def _refers(column: str, target: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint([column], [target])


class Batch(_Table, table=True):
    """One import, or the undoing of one."""

    __tablename__ = "batch"
    __table_args__ = (
        UniqueConstraint("uid"),
        UniqueConstraint("undoes"),
        _refers("undoes", "batch.id"),
        _one_of("kind", "kind", "csv", "sdr", "jsonl", "league", "undo"),
        CheckConstraint("(kind = 'undo') = (undoes IS NOT NULL)", name="undoes"),
    )
    id: int = _id()
    uid: str = _text()
    kind: str = _text()
    source: str = _text()
    sha256: str | None = _text(nullable=True)
    undoes: int | None
    at: dt.datetime


class Player(_Table, table=True):
    """Somebody who plays: an identity and nothing else."""

    __tablename__ = "player"
    __table_args__ = (
        UniqueConstraint("uid"),
        _refers("batch_id", "batch.id"),
        _one_of("kind", "kind", "human", "bot"),
    )
    id: int = _id()
    uid: str = _text()
    kind: str = _text()
    batch_id: int | None
    at: dt.datetime
    came: dt.datetime


class PlayerName(_Table, table=True):
    """How a player is called. Mutable: a name must be able to vanish."""

    __tablename__ = "player_name"
    __table_args__ = (
        _refers("player_id", "player.id"),
        UniqueConstraint("player_id", "name"),
        _one_of("role", "role", "primary", "alias"),
        CheckConstraint("name <> ''", name="name"),
        Index(None, "folded"),
    )
    id: int = _id()
    player_id: int
    name: str = _text()
    folded: str = _text()
    role: str = _text()


class PlayerEntry(_Table, table=True):
    """What happened to a player: merged into another, retired, back, anonymised, removed; or that a merge is void."""

    __tablename__ = "player_entry"
    __table_args__ = (
        UniqueConstraint("uid"),
        UniqueConstraint("player_id", "seq"),
        UniqueConstraint("replaces"),
        _refers("player_id", "player.id"),
        _refers("into_id", "player.id"),
        _refers("replaces", "player_entry.id"),
        _refers("batch_id", "batch.id"),
        _one_of("kind", "kind", "merge", "retire", "return", "anonymise", "remove", "void"),
        CheckConstraint("(kind = 'merge') = (into_id IS NOT NULL)", name="into"),
        CheckConstraint("into_id <> player_id", name="into_other"),
        CheckConstraint("(kind = 'void') = (replaces IS NOT NULL)", name="replaces"),
        CheckConstraint("seq >= 1", name="seq"),
    )
    id: int = _id()
    uid: str = _text()
    player_id: int
    seq: int
    kind: str = _text()
    into_id: int | None
    replaces: int | None
    batch_id: int | None
    at: dt.datetime
    came: dt.datetime


class Ruleset(_Table, table=True):
    """A definition of rules that sessions were played by, by the digest of what it says."""

    __tablename__ = "ruleset"
    __table_args__ = (CheckConstraint("length(digest) = 64", name="digest"),)
    digest: str = _text(primary_key=True)
    name: str = _text()
    definition: str = _text()
    at: dt.datetime


class HouseRule(_Table, table=True):
    """From when on a house rule's name means which definition; the last one of a name counts."""

    __tablename__ = "house_rule"
    __table_args__ = (_refers("digest", "ruleset.digest"), _refers("batch_id", "batch.id"), Index(None, "name"))
    id: int = _id()
    name: str = _text()
    digest: str = _text()
    batch_id: int | None
    at: dt.datetime


class Event(_Table, table=True):
    """An event: an identity and nothing else."""

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("uid"), _refers("batch_id", "batch.id"))
    id: int = _id()
    uid: str = _text()
    batch_id: int | None
    at: dt.datetime
    came: dt.datetime


class EventEntry(_Table, table=True):
    """What was settled for an event; the last settings count."""

    __tablename__ = "event_entry"
    __table_args__ = (
        UniqueConstraint("uid"),
        UniqueConstraint("event_id", "seq"),
        _refers("event_id", "event.id"),
        _refers("batch_id", "batch.id"),
        _one_of("kind", "kind", "settings"),
        CheckConstraint("seq >= 1", name="seq"),
    )
    id: int = _id()
    uid: str = _text()
    event_id: int
    seq: int
    kind: str = _text()
    name: str = _text()
    format: str = _text()
    settings: str = _text()
    batch_id: int | None
    at: dt.datetime
    came: dt.datetime


class Session(_Table, table=True):
    """A session: an identity and where it came from."""

    __tablename__ = "session"
    __table_args__ = (
        UniqueConstraint("uid"),
        _refers("batch_id", "batch.id"),
        Index(None, "source_key"),
        Index(None, "batch_id"),
    )
    id: int = _id()
    uid: str = _text()
    source_key: str | None = _text(nullable=True)
    batch_id: int | None
    place: int | None


class Entry(_Table, table=True):
    """One entry of a session's history (`records/ledger.py`)."""

    __tablename__ = "entry"
    __table_args__ = (
        UniqueConstraint("uid"),
        UniqueConstraint("session_id", "seq"),
        UniqueConstraint("replaces"),
        _refers("session_id", "session.id"),
        _refers("replaces", "entry.id"),
        _refers("batch_id", "batch.id"),
        _either("kind", "kind", "start", "deal", "misdeal", "result", "end", "void"),
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
        _either("ending", "ending", "close", "abandon", "forfeit"),
        CheckConstraint("(ending IS NOT NULL) = (kind = 'end')", name="ended"),
        _either("loser", "loser", "a", "b", "both"),
        CheckConstraint("(loser IS NOT NULL) = (ending IS NOT NULL AND ending = 'forfeit')", name="forfeited"),
        Index(None, "batch_id"),
    )
    id: int = _id()
    uid: str = _text()
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
    kind: str = _text()
    dealer: int | None
    dealer_stated: bool
    score_a: int | None
    score_b: int | None
    all_tricks: bool
    ending: str | None = _text(nullable=True)
    loser: str | None = _text(nullable=True)
    accepted: str | None = _text(nullable=True)


class SessionStart(_Table, table=True):
    """What a start states: who plays what, when and where."""

    __tablename__ = "session_start"
    __table_args__ = (
        _refers("entry_id", "entry.id"),
        _refers("player_a", "player.id"),
        _refers("player_b", "player.id"),
        _refers("digest", "ruleset.digest"),
        _refers("event_id", "event.id"),
        CheckConstraint("player_a <> player_b", name="players"),
        _either("format", "format", "first-to", "deals", "timed"),
        CheckConstraint("(deals IS NOT NULL) = (format = 'deals')", name="deals"),
        CheckConstraint("(target IS NOT NULL) = (format = 'first-to')", name="target"),
        CheckConstraint("deals >= 1 AND target >= 1", name="range"),
        CheckConstraint("first_dealer IN (0, 1)", name="first_dealer"),
        Index(None, "player_a"),
        Index(None, "player_b"),
        Index(None, "event_id"),
    )
    entry_id: int = _id()
    player_a: int
    player_b: int
    rules: str = _text()
    digest: str = _text()
    format: str = _text()
    deals: int | None
    target: int | None
    played_on: dt.date
    first_dealer: int | None
    event_id: int | None
    table_name: str | None = _text(nullable=True)


class SessionWatch(_Table, table=True):
    """A session that may be open (`watch.py`): a note beside the ledger, no fact."""

    __tablename__ = "session_watch"
    __table_args__ = (_refers("session_id", "session.id"),)
    session_id: int = _id()


class Remark(_Table, table=True):
    """Free text of an entry. It can be replaced, since it may hold a name that has to vanish; its place cannot."""

    __tablename__ = "remark"
    __table_args__ = (
        _refers("entry_id", "entry.id"),
        _refers("player_entry_id", "player_entry.id"),
        UniqueConstraint("entry_id", "role"),
        UniqueConstraint("player_entry_id", "role"),
        _one_of("role", "role", "note", "reason"),
        CheckConstraint("(entry_id IS NULL) <> (player_entry_id IS NULL)", name="of"),
    )
    id: int = _id()
    entry_id: int | None
    player_entry_id: int | None
    role: str = _text()
    text: str = _text()


class Play(_Table, table=True):
    """The recorded cards of a deal, with whatever else its record says; names in it can be replaced."""

    __tablename__ = "play"
    __table_args__ = (_refers("entry_id", "entry.id"),)
    entry_id: int = _id()
    record: str = _text()
