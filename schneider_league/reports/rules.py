"""The reports of the rulesets: all in a table, one in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from schneider_league.reports.model import Column, Json, Report, Row

_SUMMARY = ("name", "title", "cards", "talon", "counted", "wins", "target", "source")
_LINE = ("topic", "words", "value", "source", "note")


def rules_report(summaries: Iterable[Mapping[str, Json]]) -> Report:
    """All rulesets, one a row, each with the keys of `_SUMMARY`."""
    return Report(
        schema="rules/1",
        title="Rulesets",
        columns=[
            Column("name", "Name"),
            Column("cards", "Cards", "right"),
            Column("talon", "Talon", "right"),
            Column("counted", "Counted"),
            Column("wins", "Wins"),
            Column("target", "Target", "right"),
            Column("source", "Source"),
        ],
        rows=[Row({key: summary[key] for key in _SUMMARY}) for summary in summaries],
        notes=lambda: ['"schneider-league rules show RULES" explains one in words.'],
        data_columns=[Column(key, key) for key in _SUMMARY],
    )


def ruleset_report(name: str, title: str, fields: Mapping[str, Json], lines: Iterable[Mapping[str, Json]]) -> Report:
    """One ruleset, a line for each thing that it settles, with the keys of `_LINE`.

    `fields` are its values as a file of house rules has them.
    """
    rows = [
        Row({key: line[key] for key in _LINE}, details=(str(line["note"]),) if line["note"] else ()) for line in lines
    ]
    return Report(
        schema="ruleset/1",
        title=f"{name}: {title}" if title and title != name else name,
        columns=[
            Column("topic", "Topic"),
            Column("words", "Rule"),
            Column("source", "Source"),
        ],
        rows=rows,
        fields={"name": name, "title": title, "fields": fields},
        data_columns=[Column(key, key) for key in _LINE],
        titled=True,
    )
