"""Whether the tables, their constraints and the triggers that keep them stand as the migrations made them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schneider_league.store.league import League


def check_schema(league: League) -> Iterator[tuple[str, str]]:
    """What is missing or other than it should be: where, and what."""
    return _check_postgres(league) if league.is_postgres else _check_sqlite(league)


def _check_sqlite(league: League) -> Iterator[tuple[str, str]]:
    """SQLite keeps the statements that made each thing: they are those of a league that is made now."""
    there = _statements(league)
    wanted = _statements_of_new_league()
    for (kind, name), (table, statement) in wanted.items():
        if (kind, name) not in there:
            yield table, f"the {kind} {name} is missing"
        elif there[kind, name] != (table, statement):
            yield table, f"the {kind} {name} is not as the program makes it"


def _statements(league: League) -> dict[tuple[str, str], tuple[str, str]]:
    found = league.rows("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(kind, name): (table, " ".join(sql.split())) for kind, name, table, sql in found}


def _statements_of_new_league() -> dict[tuple[str, str], tuple[str, str]]:
    import tempfile

    from schneider_league.store.engine import Database
    from schneider_league.store.migrate import create_league

    with tempfile.TemporaryDirectory(prefix="schneider-league-") as folder:
        address = f"{folder}/league.db"
        create_league(address)
        with Database(address).reading() as league:
            return _statements(league)


def _check_postgres(league: League) -> Iterator[tuple[str, str]]:
    from schneider_league.store.tables import metadata

    constraints = {
        (table, name): valid
        for table, name, valid in league.rows(
            "SELECT c.conrelid::regclass::text, c.conname, c.convalidated FROM pg_constraint c"
            " JOIN pg_namespace n ON n.oid = c.connamespace WHERE n.nspname = current_schema() AND c.conrelid <> 0"
        )
    }
    indexes = {name for (name,) in league.rows("SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()")}
    triggers = {
        (table, name): enabled
        for table, name, enabled in league.rows(
            "SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal"
        )
    }
    for table in metadata.sorted_tables:
        for constraint in table.constraints:
            name = str(constraint.name)
            if (table.name, name) not in constraints:
                yield table.name, f"the constraint {name} is missing"
            elif not constraints[table.name, name]:
                yield table.name, f"the constraint {name} does not hold for what was there before it"
        for index in table.indexes:
            if str(index.name) not in indexes:
                yield table.name, f"the index {index.name} is missing"
        for trigger in _triggers_of(table.name):
            enabled = triggers.get((table.name, trigger))
            if enabled is None:
                yield table.name, f"the trigger {trigger} is missing"
            elif enabled not in ("O", "A"):
                yield table.name, f"the trigger {trigger} is switched off"


MUTABLE: Final = ("player_name", "session_watch")
"""Tables that may be changed freely: names, and a note of which sessions may be open."""


def _triggers_of(table: str) -> list[str]:
    if table in MUTABLE:
        return []
    return [f"{table}_{name}" for name in ("no_update", "no_delete", "no_truncate")]
