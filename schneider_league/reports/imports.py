"""The list of imports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from schneider_league.reports.model import Column, Json, Report, Row

if TYPE_CHECKING:
    from schneider_league.records.import_outcome import ImportLine

_KINDS: Final = {
    "csv": "score sheet",
    "sdr": "deal records",
    "jsonl": "deal records",
    "league": "league file",
    "undo": "taken back",
}


def imports_report(batches: Sequence[ImportLine]) -> Report:
    """One row an import, and one where one was taken back."""
    return Report(
        schema="imports/1",
        title="Imports",
        columns=[
            Column("import", "Import", "right"),
            Column("when", "When"),
            Column("what", "What"),
            Column("source", "File"),
            Column("sessions", "Sessions", "right"),
            Column("entries", "Entries", "right"),
            Column("state", "State"),
        ],
        rows=[_row(batch) for batch in batches],
        notes=lambda: () if batches else ["Nothing was imported yet."],
        data_columns=[
            Column(key, key)
            for key in ("import", "kind", "source", "at", "sha256", "sessions", "entries", "undoes", "undone_by")
        ],
    )


def _row(batch: ImportLine) -> Row:
    if batch.undoes is not None:
        state = f"takes {batch.undoes} back"
    else:
        state = "stands" if batch.undone_by is None else f"taken back by {batch.undone_by}"
    values: dict[str, Json] = {
        "import": batch.id,
        "kind": batch.kind,
        "source": batch.source,
        "at": batch.at.isoformat(),
        "sha256": batch.sha256,
        "sessions": batch.sessions,
        "entries": batch.entries,
        "undoes": batch.undoes,
        "undone_by": batch.undone_by,
    }
    local = batch.at.astimezone().strftime("%Y-%m-%d %H:%M")
    return Row(values, {"when": local, "what": _KINDS[batch.kind], "state": state})
