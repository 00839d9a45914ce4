"""What the tables of the league are made of: the class that they share, and their kinds of columns and constraints."""

from typing import Any, Final

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, MetaData, Text
from sqlmodel import Field, SQLModel

NAMING: Final = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class Table(SQLModel):
    """What the tables share: one set of tables of our own, with named constraints."""

    metadata = MetaData(naming_convention=NAMING)


metadata = Table.metadata


def id_column() -> Any:
    """An id that the program gives."""
    return Field(primary_key=True, sa_column_kwargs={"autoincrement": False})


def text_column(*, nullable: bool = False, primary_key: bool = False) -> Any:
    """A text of any length."""
    return Field(sa_column=Column(Text, nullable=nullable, primary_key=primary_key))


def one_of(name: str, column: str, *words: str) -> CheckConstraint:
    """That a column holds one of these words, or nothing."""
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=name)


def either(name: str, column: str, *words: str) -> CheckConstraint:
    """As `one_of`, for rows that are inserted by the hundred thousand: SQLite makes a table of three words or more
    that follow `IN`, for each row anew, and so takes twice as long to insert it."""
    return CheckConstraint(" OR ".join(f"{column} = '{word}'" for word in words), name=name)


def refers(column: str, target: str) -> ForeignKeyConstraint:
    """That a column names a row of another table."""
    return ForeignKeyConstraint([column], [target])
